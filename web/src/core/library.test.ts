// The library in node: what it answers, in words and in shapes.
import { beforeAll, describe, expect, it } from 'vitest'
import { requestText } from './engine.ts'
import { valueOf } from './rules.ts'
import { projectFile, testLibrary, type TestLibrary } from './testing.ts'
import type { Answer, At, Thought } from './types.ts'

const start = (spec: string, moves = ''): At => ({ spec, first: '', moves: moves.split(' ').filter(Boolean) })

let test: TestLibrary
beforeAll(() => {
  test = testLibrary()
})

it('lists the games with their options', async () => {
  const games = await test.rules.games()
  expect(games.map((game) => game.id)).toEqual(['siam', 'santasi', 'khantsin', 'anneaux'])
  expect(games[3]?.players).toHaveLength(4)
  expect(games[0]?.arrows).toEqual(['n', 'e', 's', 'w'])
  expect(games[0]?.options[0]).toMatchObject({ key: 'openings', initial: 'free' })
  const idle = games.flatMap(({ id, options }) => options.filter((option) => option.idle).map(({ key }) => `${id} ${key}`))
  expect(idle).toEqual(['santasi repetition', 'khantsin repetition'])
})

describe('a view', () => {
  it('follows a push', async () => {
    const view = valueOf(await test.rules.view(start('siam', '@c1n @a5s c1c2n a5a4s c2c3n')))
    const rock = view.last?.before.findIndex((piece) => piece.place === 'c3') ?? -1
    expect(view.pieces[view.last?.motion[rock] ?? -1]).toMatchObject({ kind: 'rock', place: 'c4' })
    expect(view.last?.places.toSorted()).toEqual(['c2', 'c3', 'c4'])
    expect(view.player).toBe(2)
  })

  it('gives every legal move as steps', async () => {
    const view = valueOf(await test.rules.view(start('anneaux', 'a1 b1')))
    expect(view.choices).toContainEqual({ move: 'a1-a2', steps: [{ name: 'a1', item: false }, { name: 'a2', item: false }] })
  })

  it('says what is wrong, and where', async () => {
    expect(await test.rules.view(start('siam:push=hard'))).toMatchObject({ ok: false, part: 'spec', at: 10 })
    expect(await test.rules.view(start('siam', '@c1n zz'))).toMatchObject({ ok: false, part: 'moves', at: 1 })
  })

  it('speaks French when asked to', async () => {
    await test.rules.language('fr')
    expect(valueOf(await test.rules.view(start('siam'))).words).toContain('Rochers')
    await test.rules.language('en')
    expect(valueOf(await test.rules.view(start('siam'))).words).toContain('Rocks')
  })
})

it('says who is eliminated', async () => {
  const at = { spec: 'anneaux:players=3', first: '1.1..2../3...3.2./2..1.1.. 2 2,3,x c -', moves: [] }
  expect(valueOf(await test.rules.view(at)).out).toEqual([3])
  expect(valueOf(await test.rules.view(start('siam'))).out).toEqual([])
})

it('deals a set-up', async () => {
  const moves = valueOf(await test.rules.deal(start('khantsin'), 7))
  const view = valueOf(await test.rules.view({ spec: 'khantsin', first: '', moves }))
  expect(moves).toHaveLength(24)
  expect(view.setup).toBe(false)
})

it('asks for the next step', async () => {
  expect(await test.rules.prompt(start('siam'), [])).toBe('choose an animal, or your reserve')
  expect(await test.rules.prompt(start('siam'), [{ name: '@1', item: false }])).toBe('choose the square to enter on')
})

it.each([
  ['nothing stands on the board', '......../......../........ 1 10,10 - -', 'choose a free cell, or a ring to turn'],
  ['there is everything to do', '1......./2......./........ 1 9,9 - -', 'choose a free cell, a pawn, or a ring to turn'],
  ['the reserve is empty', '11111.../2222..../........ 1 0,3 - -', 'choose a pawn, or a ring to turn'],
  ['the player flies', '1111..../22222.../........ 1 0,3 - -', 'choose a pawn to move'],
  ['a pawn is due', '111...../222...../........ 1 5,5 - 2', 'choose a pawn to take'],
])('asks in Three Rings for what can be done when %s', async (_when, first, prompt) => {
  expect(await test.rules.prompt({ spec: 'anneaux', first, moves: [] }, [])).toBe(prompt)
})

it.each([
  ['a1', 'choose a square, its own to turn, or your reserve to leave'],
  ['c2', 'choose a square, or its own to turn'],
])('asks in Siam whether the animal on %s leaves', async (name, prompt) => {
  const first = '5/5/1###1/2N2/N4 1 8 00'
  expect(await test.rules.prompt({ spec: 'siam', first, moves: [] }, [{ name, item: false }])).toBe(prompt)
})

describe('a draft', () => {
  it('gives back the position it was made of', async () => {
    const position = 'e2Ww/5/1###e/W1S2/5 1 8 00'
    const draft = valueOf(await test.rules.draft('siam', position))
    expect(draft.pieces).toHaveLength(13)
    expect(draft.fields.map((field) => field.key)).toEqual(['player', 'ply'])
    expect(await test.rules.compose('siam', draft)).toEqual({ ok: true, value: position })
  })

  it('says what is wrong with what was made of it', async () => {
    const draft = valueOf(await test.rules.draft('siam', ''))
    const pieces = draft.pieces.filter((piece) => piece.kind !== 'rock')
    expect(await test.rules.compose('siam', { ...draft, pieces })).toMatchObject({ ok: false, part: 'position' })
  })
})

describe('a record', () => {
  it('is read with everything in it, and written as it was', async () => {
    const text = projectFile('tests/data/annotated.pgn')
    const records = valueOf(await test.rules.readRecord(text))
    expect(records.length).toBeGreaterThan(1)
    for (const record of records) {
      const written = valueOf(await test.rules.writeRecord(record))
      expect(valueOf(await test.rules.readRecord(written))).toEqual([record])
    }
  })

  it('says where a text is none', async () => {
    expect(await test.rules.readRecord('[Game "siam"]\n\n1. @c9n *\n')).toMatchObject({ ok: false, part: 'text', at: 19 })
  })
})

it.each(['siam', 'santasi', 'khantsin', 'anneaux'])('reads the lesson of %s', async (game) => {
  const lesson = valueOf(await test.rules.lesson(projectFile(`data/lessons/${game}.lesson`)))
  expect(lesson.game).toBe(game)
  for (const step of lesson.steps) {
    expect(step.text.fr).not.toBe('')
    expect((await test.rules.view({ spec: step.spec, first: step.position, moves: [] })).ok).toBe(true)
  }
})

it('draws', async () => {
  expect(valueOf(await test.rules.svg(start('khantsin'), true))).toMatch(/^<svg .*<\/svg>\s*$/s)
})

it('counts', async () => {
  expect(await test.rules.perft(start('siam'), 3)).toBe(279082n)
})

it('thinks, and tells of it', () => {
  const engine = test.library.engine(4)
  const request = { at: start('siam'), level: 10, ms: 0, nodes: 20000, depth: 0, lines: 2, seed: 1 }
  const thought = valueOf(JSON.parse(test.library.think(engine, requestText(request))) as Answer<Thought>)
  expect(thought.news.lines).toHaveLength(2)
  expect(thought.move).toBe(thought.news.lines[0]?.moves[0])
  expect(test.news.length).toBeGreaterThan(0)
})

it('counts the turns to a win, of which some have several moves', () => {
  const engine = test.library.engine(4)
  const at = { spec: 'anneaux', first: '..211.1./.2112.1./...112.. 1 1,0 a -', moves: [] }
  const request = { at, level: 10, ms: 0, nodes: 20000, depth: 0, lines: 1, seed: 1 }
  const [line] = valueOf(JSON.parse(test.library.think(engine, requestText(request))) as Answer<Thought>).news.lines
  expect([line?.moves[0], line?.mate, line?.turns]).toEqual(['b+', 3, 1])
})

it('refuses weights that are not those of the game', () => {
  expect(() => test.library.weights('siam', new Uint8Array(7))).toThrow('these are no weights of siam')
  expect(() => test.library.weights('chess', new Uint8Array(0))).toThrow('these are no weights of chess')
})

it('stops when it is told to', () => {
  let asked = 0
  const stopping = testLibrary(() => ++asked > 5)
  const engine = stopping.library.engine(4)
  const request = { at: start('siam'), level: 10, ms: 0, nodes: 0, depth: 0, lines: 1, seed: 1 }
  const thought = valueOf(JSON.parse(stopping.library.think(engine, requestText(request))) as Answer<Thought>)
  expect(thought.move).not.toBe('')
})

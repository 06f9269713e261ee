import { describe, expect, it, vi } from 'vitest'
import { valueOf } from '../core/rules.ts'
import { testLibrary } from '../core/testing.ts'
import type { Draft, Piece } from '../core/types.ts'
import { clear, put, remove, setField, shift, spares, toolsOf, turn, type Editing } from './edit.ts'

vi.stubGlobal('navigator', { languages: ['en'] })
const { drawingOf } = await import('./drawings.ts')
const { rules } = testLibrary()

const starts: Record<string, string> = {
  siam: '5/5/1###1/5/5 1 0 00',
  santasi: '-,-,-,-,-/-,-,-,-,-/-,-,-,-,- 1',
  anneaux: '......../......../........ 1 10,10 - -',
}

async function draftOf(spec: string, position?: string): Promise<Draft> {
  return valueOf(await rules.draft(spec, position ?? starts[spec] ?? ''))
}

const on = (draft: Draft, place: string): Piece[] => draft.pieces.filter((piece) => piece.place === place)
const elephant = { kind: 'elephant', player: 1 }, rock = { kind: 'rock', player: 0 }

describe('a board of squares', () => {
  const editing: Editing = drawingOf('siam').editing
  it('puts a piece from the reserve', async () => {
    const draft = put(await draftOf('siam'), editing, elephant, 'c1')
    expect(on(draft, 'c1')).toMatchObject([{ kind: 'elephant', facing: 'n', level: 0 }])
    expect(spares(draft, editing, elephant)).toBe(4)
    expect(valueOf(await rules.compose('siam', draft))).toBe('5/5/1###1/5/2N2 1 0 00')
  })
  it('sends home what was there', async () => {
    const draft = put(await draftOf('siam'), editing, elephant, 'b3')
    expect(on(draft, 'b3')).toMatchObject([{ kind: 'elephant' }])
    expect(spares(draft, editing, rock)).toBe(1)
  })
  it('turns a piece that is put twice', async () => {
    const once = put(await draftOf('siam'), editing, elephant, 'c1')
    expect(on(put(once, editing, elephant, 'c1'), 'c1')).toMatchObject([{ facing: 'e' }])
    expect(on(turn(once, editing, 'c1'), 'c1')).toMatchObject([{ facing: 'e' }])
  })
  it('leaves a rock as it is', async () => {
    const draft = await draftOf('siam')
    expect(turn(draft, editing, 'b3')).toBe(draft)
  })
  it('moves a piece with its facing, and off the board', async () => {
    const once = turn(put(await draftOf('siam'), editing, elephant, 'c1'), editing, 'c1')
    expect(on(shift(once, editing, 'c1', 'e4', null), 'e4')).toMatchObject([{ facing: 'e' }])
    expect(spares(shift(once, editing, 'c1', null, null), editing, elephant)).toBe(5)
    expect(on(shift(once, editing, 'c1', '@1', null), '@1').map((piece) => piece.level).sort()).toEqual([0, 1, 2, 3, 4])
  })
  it('has nothing to put when none is left', async () => {
    const draft = await draftOf('siam')
    expect(put(draft, editing, rock, 'a1')).toBe(draft)
  })
  it('clears, and the rules say what is wrong', async () => {
    const draft = clear(await draftOf('siam'), editing)
    expect(draft.pieces.every((piece) => !editing.isBoard(piece.place))).toBe(true)
    expect((await rules.compose('siam', draft)).ok).toBe(false)
  })
  it('sets a field', async () => {
    const draft = setField(setField(await draftOf('siam'), 'ply', '1'), 'player', '2')
    expect(valueOf(await rules.compose('siam', draft))).toBe('5/5/1###1/5/5 2 1 00')
  })
})

describe('piles', () => {
  const editing = drawingOf('khantsin').editing
  const striped = async (): Promise<Draft> =>
    draftOf('khantsin', valueOf(await rules.view({ spec: 'khantsin:setup=striped', first: '', moves: [] })).position)
  it('stacks, and takes from the top', async () => {
    const stacked = shift(await striped(), editing, '1', '5', null)
    expect(on(stacked, '5').sort((a, b) => a.level - b.level).map((piece) => piece.kind)).toEqual(['black', 'red'])
    expect(on(remove(stacked, editing, '5', null), '5')).toMatchObject([{ kind: 'black', level: 0 }])
    expect(valueOf(await rules.compose('khantsin', stacked)).split('/')[4]).toBe('br')
  })
})

describe('towers', () => {
  const editing = drawingOf('santasi').editing
  it('keeps a column for each size', async () => {
    let draft = await draftOf('santasi')
    for (const [kind, player] of [['A', 1], ['B', 2], ['A', 2]] as const) draft = put(draft, editing, { kind, player }, '2')
    const tower = on(draft, '2')
    expect(tower.find((piece) => piece.kind === 'A' && piece.player === 2)).toMatchObject({ level: 1, base: 46, top: 92 })
    expect(tower.find((piece) => piece.kind === 'B')).toMatchObject({ level: 0, base: 0 })
    expect(on(remove(draft, editing, '2', 'A'), '2').length).toBe(2)
    expect(valueOf(await rules.compose('santasi', draft))).toBe('-,-,-,-,-/bs,s,-,-,-/-,-,-,-,- 2')
  })
})

describe('rings', () => {
  const editing = drawingOf('anneaux').editing
  it('has pawns on the board, in reserve and out of the game', async () => {
    const draft = turn(put(await draftOf('anneaux'), editing, { kind: 'pawn', player: 1 }, 'b3'), editing, 'b3')
    const lost = remove(draft, editing, '@2', null)
    expect(on(lost, 'taken2').length).toBe(1)
    expect(valueOf(await rules.compose('anneaux', lost))).toBe('......../..A...../........ 1 9,9 - -')
  })
})

describe('tools', () => {
  it.each([['siam', 3], ['santasi', 10], ['anneaux', 2]])('%s has %i', async (spec, n) => {
    expect(toolsOf(await draftOf(spec)).length).toBe(n)
  })
})

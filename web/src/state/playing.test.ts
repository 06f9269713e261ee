import { beforeEach, describe, expect, it } from 'vitest'
import type { Answer, At, Engine, EngineRequest, News, Rules, Thought, View } from '../core/types.ts'
import { newPlay, type Ending, type Play, type Seat } from './game.ts'
import { Playing } from './playing.svelte.ts'

const person: Seat = { kind: 'person' }
const computer: Seat = { kind: 'engine', level: 2 }
const nothing: News = { depth: 0, nodes: 0, ms: 0, lines: [], chances: [] }

// Two players move in turn; `end` wins, `bad` is illegal, and the first `setup` moves are a set-up of player 1.
function viewOf(at: At, setup: number): Answer<View> {
  const { moves } = at
  if (moves.includes('bad')) return { ok: false, message: 'not legal', at: 0, part: 'moves' }
  const over = moves.at(-1) === 'end'
  const player = moves.length < setup ? 1 : ((moves.length - setup) % 2) + 1
  return {
    ok: true,
    value: {
      at, position: '', player: over ? 0 : player, players: 2, out: [], scores: [], choices: [], pieces: [], last: null, occurrences: 1, words: '',
      setup: moves.length < setup, result: { over, winner: over ? 1 : 0, payoff: over ? [1, 0] : [], reason: '' },
    },
  }
}

// An engine that thinks until it is told what it found.
class Thinker implements Engine {
  requests: EngineRequest[] = []
  stops = 0
  broken = false
  private answer: ((thought: Thought) => void) | null = null
  think(request: EngineRequest): Promise<Thought> {
    this.requests.push(request)
    if (this.broken) return Promise.reject(new Error('no network'))
    return new Promise((resolve) => (this.answer = resolve))
  }
  stop(): void {
    this.stops++
    this.find('late')
  }
  find(move: string): void {
    this.answer?.({ move, news: { ...nothing, lines: [{ centi: 5, mate: 0, depth: 1, moves: [move], turns: 0 }] } })
    this.answer = null
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve))
let engine = new Thinker()
let saved: Play[] = []
let now = 0
let arrivals = 0
let leavings: Ending[] = []

function begin(seats: Seat[], change: Partial<Play> = {}, setup = 0): Playing {
  const rules = { view: async (at: At) => viewOf(at, setup) } as unknown as Rules
  const play = { ...newPlay({ spec: 'siam', seats, time: null }, 'id', 1, 0), ...change }
  return new Playing(play, { rules, engine, now: () => now, save: (kept) => void saved.push(kept), arrived: () => arrivals++, left: (ending) => void leavings.push(ending), pause: async () => undefined })
}

const moves = (playing: Playing): string => playing.play.plies.slice(0, playing.play.ply).map((ply) => ply.move).join(' ')

beforeEach(() => {
  engine = new Thinker()
  saved = []
  now = 0
  arrivals = 0
  leavings = []
})

describe('a game against the computer', () => {
  it('is saved with every move, before the computer answers', async () => {
    const playing = begin([person, computer])
    await playing.start()
    await playing.move('a')
    expect(saved.at(-1)?.plies.map((ply) => ply.move)).toEqual(['a'])
    expect(playing.thinking).toBe(true)
    engine.find('b')
    await settle()
    expect(moves(playing)).toBe('a b')
    expect(saved.at(-1)?.ply).toBe(2)
    expect(arrivals).toBe(2)
  })
  it('goes on where it was when it is opened in the middle of a thought', async () => {
    const playing = begin([person, computer], { plies: [{ move: 'a', player: 1, left: [] }], ply: 1 })
    await playing.start()
    expect(engine.requests[0]?.at.moves).toEqual(['a'])
  })
  it('drops a thought for a move that was taken back', async () => {
    const playing = begin([person, computer])
    await playing.start()
    await playing.move('a')
    await playing.undo()
    await settle()
    expect(engine.stops).toBe(1)
    expect(moves(playing)).toBe('')
    expect(playing.thinking).toBe(false)
    expect(playing.myTurn()).toBe(true)
  })
  it('drops a thought when the page is left, and saves', async () => {
    const playing = begin([person, computer])
    await playing.start()
    await playing.move('a')
    const count = saved.length
    playing.leave()
    await settle()
    expect(moves(playing)).toBe('a')
    expect(saved).toHaveLength(count + 1)
  })
  it('is not saved any more once another tab has it', async () => {
    const playing = begin([person, computer])
    await playing.start()
    await playing.move('a')
    const count = saved.length
    playing.drop()
    await settle()
    expect(saved).toHaveLength(count)
  })
  it('redoes both moves', async () => {
    const playing = begin([person, computer])
    await playing.start()
    await playing.move('a')
    engine.find('b')
    await settle()
    await playing.undo()
    expect(moves(playing)).toBe('')
    await playing.redo()
    expect(moves(playing)).toBe('a b')
  })
  it('ends by the rules', async () => {
    const playing = begin([person, computer])
    await playing.start()
    await playing.move('end')
    expect(playing.play.over).toBe(true)
    expect(playing.thinking).toBe(false)
    expect(saved.at(-1)?.over).toBe(true)
  })
  it('ends by resigning, and can be taken up again', async () => {
    const playing = begin([person, computer])
    await playing.start()
    await playing.move('a')
    playing.resign(1)
    await settle()
    expect([arrivals, leavings]).toEqual([1, [{ kind: 'resigned', player: 1 }]])
    expect(playing.play.ending).toEqual({ kind: 'resigned', player: 1 })
    expect(moves(playing)).toBe('a')
    await playing.undo()
    expect(playing.play.ending).toBeNull()
    expect(playing.myTurn()).toBe(true)
  })
  it('goes on with the computer in the seat of who gave up among three', async () => {
    const playing = begin([person, person, person])
    await playing.start()
    playing.resign(1)
    expect(leavings).toEqual([{ kind: 'resigned', player: 1 }])
    expect(playing.thinking).toBe(true)
    engine.find('a')
    await settle()
    expect(moves(playing)).toBe('a')
    expect(saved.at(-1)?.seats[0]).toMatchObject({ kind: 'engine' })
    await playing.undo()
    expect([moves(playing), saved.at(-1)?.seats[0], playing.myTurn()]).toEqual(['', person, true])
  })
  it('tells why a move is refused, and goes on', async () => {
    const playing = begin([person, computer])
    await playing.start()
    await playing.move('bad')
    await settle()
    expect(playing.failure).toBe('not legal')
    expect(playing.myTurn()).toBe(true)
  })
  it('takes no move that was chosen before the view of a taking back has come', async () => {
    const playing = begin([person, person])
    await playing.start()
    await playing.move('a')
    const undoing = playing.undo()
    expect(playing.awaiting).toBe(true)
    await playing.move('b')
    await undoing
    expect([playing.awaiting, moves(playing)]).toEqual([false, ''])
  })
  it('takes no second move while the first is on its way', async () => {
    const playing = begin([person, person])
    await playing.start()
    const first = playing.move('a')
    const second = playing.move('b')
    await Promise.all([first, second])
    expect(playing.play.ply).toBe(1)
  })
})

describe('a hint', () => {
  it('is what the engine finds', async () => {
    const playing = begin([person, computer])
    await playing.start()
    void playing.askHint()
    await settle()
    engine.find('best')
    await settle()
    expect(playing.hint).toMatchObject({ done: true, line: { moves: ['best'] } })
  })
  it('is forgotten with the next move', async () => {
    const playing = begin([person, person])
    await playing.start()
    void playing.askHint()
    await playing.move('a')
    await settle()
    expect(playing.hint).toBeNull()
    expect(engine.stops).toBe(1)
  })
})

describe('clocks', () => {
  const time = { base: 10_000, increment: 1000 }
  it('run for the player to move', async () => {
    const playing = begin([person, person], { time })
    await playing.start()
    now = 4000
    expect(playing.clocks()).toEqual([6000, 10_000])
    await playing.move('a')
    now = 5000
    expect(playing.clocks()).toEqual([7000, 9000])
  })
  it('are saved as they stand, and go on from there', async () => {
    const playing = begin([person, person], { time })
    await playing.start()
    now = 4000
    playing.keep()
    const kept = saved.at(-1)
    now = 1_000_000
    const again = begin([person, person], kept)
    await again.start()
    now += 500
    expect(again.clocks()).toEqual([5500, 10_000])
  })
  it('end the game when they have run out', async () => {
    const playing = begin([person, person], { time })
    await playing.start()
    now = 9999
    playing.tick()
    expect(playing.play.ending).toBeNull()
    now = 10_000
    playing.tick()
    expect(playing.play.ending).toEqual({ kind: 'time', player: 1 })
    expect(playing.clocks()).toEqual([0, 10_000])
  })
  it('stand still while the board is set up', async () => {
    const playing = begin([person, person], { time }, 2)
    await playing.start()
    now = 60_000
    playing.tick()
    await playing.move('x')
    expect(playing.play.ending).toBeNull()
    expect(playing.clocks()).toEqual([10_000, 10_000])
  })
})

describe('an engine that cannot think', () => {
  it('is asked again when the player says so', async () => {
    const playing = begin([person, computer])
    await playing.start()
    engine.broken = true
    await playing.move('a')
    await settle()
    expect([playing.stuck, playing.thinking, playing.failure]).toEqual([true, false, ''])
    engine.broken = false
    playing.resume()
    expect(playing.stuck).toBe(false)
    engine.find('b')
    await settle()
    expect(moves(playing)).toBe('a b')
  })
  it('gives no hint, and does not stop the player', async () => {
    const playing = begin([person, computer])
    await playing.start()
    engine.broken = true
    await playing.askHint()
    expect([playing.stuck, playing.hint]).toEqual([true, null])
    engine.broken = false
    await playing.move('a')
    expect(playing.stuck).toBe(false)
  })
})

describe('a set-up', () => {
  it('can be changed', async () => {
    const playing = begin([person, computer], {}, 3)
    await playing.start()
    await playing.move('x')
    await playing.move('y')
    await playing.rewrite(['x', 'z', 'w'])
    expect(moves(playing)).toBe('x z w')
    expect(playing.play.plies.map((ply) => ply.player)).toEqual([1, 1, 1])
  })
})

describe('computers among themselves', () => {
  it('wait after a move was taken back until they are told to go on', async () => {
    const playing = begin([computer, computer])
    await playing.start()
    engine.find('a')
    await settle()
    await playing.undo()
    await settle()
    expect([moves(playing), playing.halted, playing.thinking]).toEqual(['', true, false])
    playing.resume()
    engine.find('b')
    await settle()
    expect(moves(playing)).toBe('b')
  })
})

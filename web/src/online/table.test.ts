// A live game on a page, with the rules as they are.
import { describe, expect, it } from 'vitest'
import { testLibrary } from '../core/testing.ts'
import { readMessage, type Told } from './protocol.ts'
import { Table } from './table.svelte.ts'

const { rules } = testLibrary()
const person = { kind: 'person', name: '' }

// The table of the second of three players of Three Rings after some moves.
async function tableAfter(moves: string[], turn: number): Promise<Table> {
  const around = { rules, ask: () => Promise.resolve({ t: 'error' as const, id: null, code: 'lost', message: '' }), now: () => 0, arrived: () => undefined, told: () => undefined }
  const table = new Table('CwRutuCjjj6J', around)
  const message = readMessage(JSON.stringify({
    t: 'game', game: table.game, number: 1, created: 0, spec: 'anneaux:players=3', first: '', moves, seats: [person, person, person], mine: 2, clock: { kind: 'none' },
    offers: { draw: [], takeback: [], rematch: [] }, previous: '', next: '', here: [true, true, true], watchers: 3, chat: [], listed: false, rated: false,
    state: 'playing', turn, ply: moves.length, now: 0,
  }))
  table.told(message as Told)
  await table.show()
  return table
}

describe('moves made in advance', () => {
  const before = ['a1', 'b1', 'c1', 'a2', 'b3', 'c3']
  it('are offered while others are to move', async () => {
    expect((await tableAfter(before, 1)).premoves.length).toBeGreaterThan(0)
  })
  it('are not those of another who is taking pawns', async () => {
    const table = await tableAfter([...before, 'a3'], 1)
    expect(table.view?.choices.map(({ move }) => move)).toEqual(['xb1', 'xb3'])
    expect(table.premoves).toEqual([])
  })
})

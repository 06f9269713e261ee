// A live game on a page, with the rules as they are.
import { describe, expect, it } from 'vitest'
import { testLibrary } from '../core/testing.ts'
import type { Reply } from './connection.ts'
import { readMessage, type GameMessage, type Request, type Told } from './protocol.ts'
import { Table } from './table.svelte.ts'

const { rules } = testLibrary()
const person = { kind: 'person', name: '' }

const refused = (code: string): Reply => ({ t: 'error', id: null, code, message: '' })
const lost = refused('lost')
let me = 'anna'

function tableWith(ask: (request: Request) => Promise<Reply>): Table {
  return new Table('CwRutuCjjj6J', { rules, ask, now: () => 0, me: () => me, arrived: () => undefined, told: () => undefined })
}

// A whole game as the service tells it.
function whole(game: { spec: string; players: number; moves: string[]; turn: number; mine: number }): Told {
  const { spec, players, moves, turn, mine } = game
  return readMessage(JSON.stringify({
    t: 'game', game: 'CwRutuCjjj6J', number: 1, created: 0, spec, first: '', moves, seats: Array(players).fill(person), mine, clock: { kind: 'none' },
    offers: { draw: [], takeback: [], rematch: [] }, previous: '', next: '', here: Array(players).fill(true), watchers: players, chat: [], listed: false, rated: false,
    state: 'playing', turn, ply: moves.length, now: 0,
  })) as Told
}

// The table of the second of three players of Three Rings after some moves.
async function tableAfter(moves: string[], turn: number): Promise<Table> {
  const table = tableWith(() => Promise.resolve(lost))
  table.told(whole({ spec: 'anneaux:players=3', players: 3, moves, turn, mine: 2 }))
  await table.show()
  return table
}

// The table of the first player of Siam, who is to move.
async function siamWith(ask: (request: Request) => Promise<Reply>): Promise<Table> {
  const table = tableWith(ask)
  table.told(whole({ spec: 'siam', players: 2, moves: [], turn: 1, mine: 1 }))
  await table.show()
  return table
}

const settle = () => new Promise((resolve) => setTimeout(resolve))

it('a move that is refused before the rules have shown it is not shown', async () => {
  const table = await siamWith(() => Promise.resolve(refused('time')))
  await table.move('@c1n')
  await settle()
  expect(table.view?.at.moves).toEqual([])
})

describe('what was not possible', () => {
  const move = '{"t":"event","game":"CwRutuCjjj6J","number":2,"at":0,"kind":"move","seat":1,"move":"@c1n","spent":0,"left":0,"state":"playing","turn":2,"ply":1,"now":0}'
  const answers: Reply[] = []
  const refusedOnce = async (): Promise<Table> => {
    answers.splice(0, answers.length, lost)
    const table = await siamWith(() => Promise.resolve(answers.shift() ?? { t: 'ok', id: 1, fields: {} }))
    await table.offer('draw')
    expect(table.refusal).toBe('lost')
    return table
  }
  it('is forgotten with the next move of one’s own', async () => {
    const table = await refusedOnce()
    await table.move('@c1n')
    expect(table.refusal).toBe('')
  })
  it('is forgotten when something happens in the game', async () => {
    const table = await refusedOnce()
    table.told(readMessage(move) as GameMessage)
    expect(table.refusal).toBe('')
  })
  it('stays while nothing happens', async () => {
    const table = await refusedOnce()
    table.told(whole({ spec: 'siam', players: 2, moves: [], turn: 1, mine: 1 }))
    expect(table.refusal).toBe('lost')
  })
})

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

describe('watching again after a break', () => {
  const asked: Request[] = []
  const watching = async (as: string): Promise<Request | undefined> => {
    me = 'anna'
    const table = tableWith((request) => {
      asked.push(request)
      return Promise.resolve(lost)
    })
    await table.watch()
    table.told(whole({ spec: 'siam', players: 2, moves: [], turn: 1, mine: 1 }))
    table.told({ t: 'chat', game: 'CwRutuCjjj6J', line: { number: 4, at: 0, seat: 2, who: 'b', name: 'bert', text: 'hello' } })
    me = as
    await table.watch()
    return asked.at(-1)
  }
  it('asks for what was missed', async () => {
    expect(await watching('anna')).toEqual({ t: 'watch', game: 'CwRutuCjjj6J', number: 1, line: 4 })
  })
  it('asks for the whole game when the service takes the page for somebody else', async () => {
    expect(await watching('somebody')).toEqual({ t: 'watch', game: 'CwRutuCjjj6J' })
  })
})

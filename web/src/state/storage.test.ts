import { describe, expect, it } from 'vitest'
import { end, makeMove, newPlay, type Play } from './game.ts'
import { listPlays, loadPlay, memoryStore, prune, readPlay, removePlay, savePlay } from './storage.ts'

function game(id: string, touched = 1): Play {
  const time = { base: 60_000, increment: 0 }
  const play = newPlay({ spec: 'siam:exits=once', seats: [{ kind: 'person' }, { kind: 'engine', level: 4 }], time }, id, 3, 0)
  return makeMove(play, '@c1n', { mover: 1, next: 2, spent: 10, timed: true, over: false }, touched)
}

describe('a stored game', () => {
  it('comes back as it was', () => {
    const store = memoryStore()
    const play = { ...game('a'), spent: 1234 }
    expect(savePlay(store, play)).toBe(true)
    expect(loadPlay(store, 'a')).toEqual(play)
  })
  it.each([[7, 7], [true, 0]])('knows since when the computer stands in for somebody: %j', (stored, standIn) => {
    const seats = (since: unknown): unknown[] => [{ kind: 'person' }, { kind: 'engine', level: 5, standIn: since }]
    expect(readPlay(JSON.stringify({ ...game('a'), seats: seats(stored) }))?.seats).toEqual(seats(standIn))
  })
  it('is gone once removed', () => {
    const store = memoryStore()
    savePlay(store, game('a'))
    removePlay(store, 'a')
    expect(loadPlay(store, 'a')).toBeNull()
  })
  it('does not stop anything when there is no room', () => {
    const full = { ...memoryStore(), setItem: () => { throw new DOMException('full', 'QuotaExceededError') } }
    expect(savePlay(full, game('a'))).toBe(false)
  })
})

describe('what is not a game', () => {
  const good = game('a') as unknown as Record<string, unknown>
  const wrong: [string, Record<string, unknown>][] = [
    ['another version', { version: 2 }],
    ['no seats', { seats: [] }],
    ['a level that does not exist', { seats: [{ kind: 'person' }, { kind: 'engine', level: 11 }] }],
    ['a seat of nobody', { seats: [{ kind: 'person' }, { kind: 'cat' }] }],
    ['more moves made than there are', { ply: 2 }],
    ['half a move', { ply: 0.5 }],
    ['a move of nobody', { plies: [{ move: '@c1n', player: 3, left: [1, 1] }] }],
    ['a move without clocks', { plies: [{ move: '@c1n', player: 1, left: [] }] }],
    ['an endless move', { plies: [{ move: 'x'.repeat(1000), player: 1, left: [1, 1] }] }],
    ['time that runs backwards', { time: { base: -1, increment: 0 } }],
    ['time that is no number', { spent: 'much' }],
    ['an ending of another kind', { ending: { kind: 'flood', player: 1 } }],
    ['an endless spec', { spec: 'x'.repeat(1000) }],
    ['a list for a text', { first: [] }],
  ]
  it.each(wrong)('%s is passed over', (_what, change) => {
    expect(readPlay(JSON.stringify(good))).not.toBeNull()
    expect(readPlay(JSON.stringify({ ...good, ...change }))).toBeNull()
  })
  it.each(['', 'null', '[]', '7', '{', '{"version":1}'])('%j is passed over', (text) => {
    expect(readPlay(text)).toBeNull()
  })
  it('is left as it is', () => {
    const store = memoryStore()
    store.setItem('tablier.game.z', 'junk')
    savePlay(store, game('a'))
    expect(listPlays(store).map((play) => play.id)).toEqual(['a'])
    expect(store.getItem('tablier.game.z')).toBe('junk')
  })
  it('under the name of another game is passed over', () => {
    const store = memoryStore()
    store.setItem('tablier.game.b', JSON.stringify(game('a')))
    expect(listPlays(store)).toEqual([])
  })
})

describe('the list', () => {
  it('has what was touched last first', () => {
    const store = memoryStore()
    for (const [id, touched] of [['a', 5], ['b', 9], ['c', 7]] as const) savePlay(store, game(id, touched))
    store.setItem('something else', '1')
    expect(listPlays(store).map((play) => play.id)).toEqual(['b', 'c', 'a'])
  })
  it('forgets old finished games only', () => {
    const store = memoryStore()
    savePlay(store, game('open', 0))
    for (let i = 1; i <= 20; i++) savePlay(store, end(game(`done${i}`), { kind: 'resigned', player: 1 }, 0, i))
    prune(store)
    const ids = listPlays(store).map((play) => play.id)
    expect(ids).toHaveLength(13)
    expect(ids).toContain('open')
    expect(ids).toContain('done20')
    expect(ids).not.toContain('done8')
  })
})

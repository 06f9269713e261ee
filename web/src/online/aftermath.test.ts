// Answers about what becomes of games, as the service sends them; what is not as it should be is no answer.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { analysisOf, askAnalysis, playedAt, standingOf } from './aftermath.ts'

function answer(status: number, body: unknown, type = 'application/json'): void {
  vi.stubGlobal('fetch', vi.fn(() => Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers: { 'Content-Type': type } }))))
}

afterEach(() => vi.unstubAllGlobals())

describe('what people played', () => {
  it('is read', async () => {
    answer(200, { moves: [{ move: '@a1n', count: 3, drawn: 1, won: [2, 0] }] })
    expect(await playedAt('siam', '')).toEqual([{ move: '@a1n', count: 3, drawn: 1, won: [2, 0] }])
  })
  it.each([
    ['a page instead of an answer', 200, '<!doctype html>', 'text/html'],
    ['a refusal', 400, { error: { code: 'field', message: '' } }, 'application/json'],
    ['a field that is none', 200, { moves: [{ move: 1, count: 3, drawn: 1, won: [2, 0] }] }, 'application/json'],
    ['no JSON', 200, '{', 'application/json'],
  ])('is nothing: %s', async (_what, status, body, type) => {
    answer(status, body, type)
    expect(await playedAt('siam', '')).toBeNull()
  })
})

describe('an analysis', () => {
  const open = { turns: 0, proven: false, atMost: false }
  it.each([
    [{ state: 'none' }, { state: 'none' }],
    [{ state: 'failed' }, { state: 'failed' }],
    [{ state: 'waiting', ahead: 2 }, { state: 'waiting', ahead: 2 }],
    [{ state: 'working', done: 3, total: 9 }, { state: 'working', done: 3, total: 9 }],
    [
      { state: 'done', first: { centi: 12 }, plies: [{ move: 'a1', centi: -20, mark: 0, best: 'a2' }, { move: 'a3', mate: 3, mark: 4, best: 'a4', chances: [0.2, 0.3, 0.5] }] },
      {
        state: 'done',
        first: { value: { centi: 12, mate: 0, ...open }, chances: [] },
        plies: [
          { move: 'a1', value: { centi: -20, mate: 0, ...open }, mark: 0, best: 'a2', chances: [] },
          { move: 'a3', value: { centi: 0, mate: 3, ...open }, mark: 4, best: 'a4', chances: [0.2, 0.3, 0.5] },
        ],
      },
    ],
    [
      { state: 'done', first: { centi: 0, proven: true }, plies: [{ move: 'a1', mate: -29, proven: true, turns: 14, atMost: true, mark: 0, best: 'a2' }] },
      {
        state: 'done',
        first: { value: { ...open, centi: 0, mate: 0, proven: true }, chances: [] },
        plies: [{ move: 'a1', value: { centi: 0, mate: -29, turns: 14, proven: true, atMost: true }, mark: 0, best: 'a2', chances: [] }],
      },
    ],
  ])('is read: %j', async (body, read) => {
    answer(200, body)
    expect(await analysisOf('CwRutuCjjj6J')).toEqual(read)
  })
  it('that is asked for may be refused', async () => {
    answer(429, { error: { code: 'limit', message: 'you have too many' } })
    expect(await askAnalysis('CwRutuCjjj6J')).toEqual({ state: 'refused', code: 'limit' })
  })
  it('of no known state is none', async () => {
    answer(200, { state: 'dreaming' })
    expect(await analysisOf('CwRutuCjjj6J')).toBeNull()
  })
})

it('a standing is read', async () => {
  const standing = {
    ratings: [{ game: 'siam', class: 'fast', rating: 1600, deviation: 80, games: 12 }],
    scores: [{ game: 'siam', class: 'fast', rated: true, won: 7, drawn: 1, lost: 4 }],
    history: [{ game: 'siam', class: 'fast', at: 5, rating: 1600 }],
  }
  answer(200, standing)
  expect(await standingOf('anna')).toEqual(standing)
})

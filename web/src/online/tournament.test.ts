import { expect, it } from 'vitest'
import { halves, momentOf, quarters, readCup, readCups, resultOf, waitOf, type Cup, type CupPairing } from './tournament.ts'

const cup = {
  tournament: 'AbCdEfGhIjKl', title: 'Club', kind: 'swiss', state: 'running', spec: 'siam', clock: { kind: 'fischer', base: 300, increment: 3 },
  accounts: false, rated: false, creator: 'Anna', rounds: 5, minutes: 0, created: 1, starts: 2, began: 3, ended: 0, round: 2, next: 0, revision: 9,
} as const satisfies Cup
const whole = {
  ...cup, now: 10, top: '', mine: { number: 1, here: true, game: '', creator: true },
  standings: [{ rank: 1, number: 1, name: 'Anna', user: false, rating: 0, here: true, playing: false, points: 3, games: 2, wins: 1, buchholz: 5, berger: 6 }],
  pairings: [{ round: 2, board: 1, first: 1, second: 0, game: '', points: [2, 0], played: true }],
}

it('reads a tournament', () => {
  const read = readCup(whole)
  expect(read?.standings[0]).toMatchObject({ name: 'Anna', points: 3, fire: false })
  expect(read?.pairings[0]?.points).toEqual([2, 0])
  expect(readCups({ now: 1, ahead: [], running: [{ ...cup, players: 4 }], over: [] })?.running[0]?.players).toBe(4)
})

it.each([
  ['nothing', null], ['a list', []], ['another kind', { ...whole, kind: 'knockout' }], ['no clock', { ...whole, clock: undefined }],
  ['a strange game', { ...whole, top: '<b>' }], ['points of nobody', { ...whole, standings: [{ rank: 1 }] }],
  ['a result that is none', { ...whole, pairings: [{ ...whole.pairings[0], points: [3, 0] }] }], ['nobody asks', { ...whole, mine: undefined }],
])('does not take %s for one', (_name, value) => {
  expect(readCup(value)).toBeNull()
})

it.each([[0, '0'], [1, '½'], [2, '1'], [5, '2½']])('%i halves', (count, words) => expect(halves(count)).toBe(words))
it.each([[0, '0'], [1, '¼'], [3, '¾'], [4, '1'], [14, '3½']])('%i quarters', (count, words) => expect(quarters(count)).toBe(words))
it.each([[0, '0:00'], [-5, '0:00'], [1, '0:01'], [61_000, '1:01'], [3_600_000, '1:00:00'], [3_725_000, '1:02:05']])('%i ms', (ms, words) => expect(waitOf(ms)).toBe(words))

it('writes results', () => {
  const pairing: CupPairing = { round: 1, board: 1, first: 1, second: 2, game: 'AbCdEfGhIjKl', points: [1, 1], played: true }
  expect(resultOf(pairing)).toBe('½ – ½')
  expect(resultOf({ ...pairing, points: null })).toBe('')
})

it.each([
  [{ state: 'ahead', starts: 0 }, { kind: 'self' }],
  [{ state: 'ahead', starts: 150 }, { kind: 'begins', left: 50 }],
  [{ state: 'ahead', starts: 50 }, { kind: 'few' }],
  [{ state: 'running' }, { kind: 'round' }],
  [{ state: 'running', next: 130 }, { kind: 'next', left: 30 }],
  [{ state: 'running', kind: 'arena', began: 50, minutes: 1 }, { kind: 'ends', left: 59_950 }],
  [{ state: 'running', kind: 'arena', began: -70_000, minutes: 1 }, { kind: 'last' }],
  [{ state: 'over' }, { kind: 'over' }],
  [{ state: 'cancelled' }, { kind: 'cancelled' }],
] as const)('%o', (part, moment) => {
  expect(momentOf({ ...cup, ...part }, 100)).toEqual(moment)
})

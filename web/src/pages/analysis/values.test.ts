import { beforeAll, expect, it, vi } from 'vitest'
import { testLibrary } from '../../core/testing.ts'
import type { Game } from '../../core/types.ts'

vi.stubGlobal('navigator', { languages: ['en'] })
const { faultWords, spoken } = await import('./values.ts')
const { rules } = testLibrary()
let santasi: Game
beforeAll(async () => {
  santasi = (await rules.games()).find((game) => game.id === 'santasi') as Game
})

it.each([
  [{ centi: 35, mate: 0 }, 1, '59%', 'Blue 59%'],
  [{ centi: 0, mate: 30, turns: 15, proven: true }, 1, 'wins in 15 turns', 'Blue wins in 15 turns, proven'],
  [{ centi: 0, mate: -29, turns: 14, proven: true }, 2, 'wins in 14 turns', 'Blue wins in 14 turns, proven'],
  [{ centi: 0, mate: 9, turns: 5, proven: true, atMost: true }, 2, 'wins in at most 5 turns', 'Silver wins in at most 5 turns, proven'],
  [{ centi: 0, mate: 1, turns: 1, proven: true, atMost: true }, 2, 'wins in 1 turn', 'Silver wins in 1 turn, proven'],
  [{ centi: 0, mate: 0, proven: true }, 2, 'a draw', 'a draw, proven'],
])('%o for player %i', (value, player, short, long) => {
  expect(spoken(value, player, santasi, 2)).toEqual(expect.objectContaining({ short, long }))
})

it.each([[[4, 2, 4, 1, 6, 6, 6], '2 blunders, 1 mistake, 3 dubious moves'], [[1, 3], 'no mistakes']])('%j is told in words', (marks, words) => {
  expect(faultWords(marks)).toBe(words)
})

import { expect, it, vi } from 'vitest'
import { texts } from '../i18n/index.svelte.ts'
import { table } from '../i18n/table.ts'
import { judgement } from './judge.ts'

vi.stubGlobal('navigator', { languages: ['en'] })

const t = texts(table)
const line = { centi: 0, mate: 0, depth: 5, moves: ['a'], turns: 0 }

it.each([
  [2, -45, 'judge.poor'],
  [3, -45, 'judge.even'], // 39% where 33% would be fair
  [4, -85, 'judge.even'],
  [4, -60, 'judge.good'],
] as const)('of %d players %d is measured by a fair share', (players, centi, words) => {
  expect(judgement({ ...line, centi }, players)).toBe(t(words))
})

it.each([
  [{ mate: 3, turns: 1 }, 'You win in one turn.'],
  [{ mate: 30, turns: 15 }, 'You win in 15 turns.'],
  [{ mate: 9, turns: 5, atMost: true }, 'You win in at most 5 turns.'],
  [{ mate: -4, turns: 2 }, 'Whatever you play, the game is lost in 2 turns.'],
  [{ mate: -4, turns: 2, atMost: true }, 'Whatever you play, the game is lost in at most 2 turns.'],
  [{ proven: true }, 'When both play their best the game is drawn: this is proven.'],
])('%o is told in turns, and what is proven as such', (more, words) => {
  expect(judgement({ ...line, ...more }, 2)).toBe(words)
})

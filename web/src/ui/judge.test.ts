import { expect, it, vi } from 'vitest'
import { t } from '../i18n/index.svelte.ts'
import { judgement } from './judge.ts'

vi.stubGlobal('navigator', { languages: ['en'] })

const line = { centi: 0, mate: 0, depth: 5, moves: ['a'], turns: 0 }

it.each([
  [2, -45, 'judge.poor'],
  [3, -45, 'judge.even'], // 39% where 33% would be fair
  [4, -85, 'judge.even'],
  [4, -60, 'judge.good'],
] as const)('of %d players %d is measured by a fair share', (players, centi, words) => {
  expect(judgement({ ...line, centi }, players)).toBe(t(words))
})

it('counts turns, not moves', () => {
  expect(judgement({ ...line, mate: 3, turns: 1 }, 2)).toBe(t('judge.win', { n: 1 }))
  expect(judgement({ ...line, mate: -4, turns: 2 }, 2)).toBe(t('judge.loss', { n: 2 }))
})

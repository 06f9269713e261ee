import { expect, it } from 'vitest'
import { clockText } from './clock.ts'

it('writes tenths as the language does', () => {
  expect(clockText(9_950, ',')).toBe('0:10,0')
})

it.each([
  [0, '0:00.0'],
  [40, '0:00.1'],
  [9_950, '0:10.0'],
  [19_800, '0:19.8'],
  [20_000, '0:20'],
  [59_001, '1:00'],
  [300_000, '5:00'],
  [3_599_500, '1:00:00'],
  [3_661_000, '1:01:01'],
])('%s ms is %s', (milliseconds, text) => {
  expect(clockText(milliseconds)).toBe(text)
})

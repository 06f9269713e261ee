import { expect, it } from 'vitest'
import { placeIn } from './text_place.ts'

it.each([
  ['', 0, 1, 1],
  ['abc', 2, 1, 3],
  ['a\nbc', 2, 2, 1],
  ['a\r\nbc', 4, 2, 2],
  ['a\n', 2, 2, 1],
])('%j at %i', (text, at, line, column) => {
  expect(placeIn(text, at)).toEqual({ line, column })
})

import { expect, it } from 'vitest'
import type { Puzzle } from '../core/types.ts'
import { attempt, readPuzzles } from './puzzle.ts'

const puzzle: Puzzle = { id: 'siam-1', spec: 'siam', position: 'p', kind: 'win', plies: 3, turns: 2, line: ['a', 'b', 'c'] }

it.each([
  [[], 'a', ['a']],
  [[], 'b', null],
  [['a', 'b'], 'c', ['a', 'b', 'c']],
  [['a', 'b'], 'a', null],
  [['a', 'b', 'c'], 'd', null],
] as [string[], string, string[] | null][])('after %j the move %s', (made, move, result) => {
  expect(attempt(puzzle, made, move)).toEqual(result)
})

it('reads what is a puzzle', () => {
  expect(readPuzzles([puzzle, { ...puzzle, kind: 'riddle' }, { ...puzzle, line: [] }, null, 7])).toEqual([puzzle])
  expect(readPuzzles('nothing')).toEqual([])
})

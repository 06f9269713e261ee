import { expect, it } from 'vitest'
import { readProgress, solved, stepsDone, withSolved, withSteps } from './progress.ts'

const nothing = { lessons: {}, puzzles: {} }

it.each(['', 'null', '[]', '{"lessons":7}', '{"lessons":{"siam":-1},"puzzles":{"siam":[1]}}', '{'])('%j is nothing done', (text) => {
  expect(readProgress(text)).toEqual(nothing)
})

it('keeps what makes sense of the rest', () => {
  expect(readProgress('{"lessons":{"siam":3,"santasi":"x"},"puzzles":{"siam":["a"]}}')).toEqual({ lessons: { siam: 3 }, puzzles: { siam: ['a'] } })
})

it('never loses a step', () => {
  expect(stepsDone(withSteps(withSteps(nothing, 'siam', 5), 'siam', 2), 'siam')).toBe(5)
})

it('counts a puzzle once', () => {
  expect(solved(withSolved(withSolved(nothing, 'siam', 'a'), 'siam', 'a'), 'siam')).toEqual(['a'])
})

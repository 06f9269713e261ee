import { expect, it } from 'vitest'
import { nextStep, readProgress, solved, stepsDone, withSolved, withStep } from './progress.ts'

const nothing = { lessons: {}, puzzles: {} }

it.each(['', 'null', '[]', '{"lessons":7}', '{"lessons":{"siam":-1},"puzzles":{"siam":[1]}}', '{'])('%j is nothing done', (text) => {
  expect(readProgress(text)).toEqual(nothing)
})

it('keeps what makes sense of the rest', () => {
  expect(readProgress('{"lessons":{"siam":[4,"x",-1,0],"santasi":"x"},"puzzles":{"siam":["a"]}}')).toEqual({ lessons: { siam: [4, 0] }, puzzles: { siam: ['a'] } })
})

it('reads how many steps were done as the first ones', () => {
  expect(readProgress('{"lessons":{"siam":3,"santasi":99}}').lessons).toEqual({ siam: [0, 1, 2] })
})

it('counts the steps that were done, in any order, each once', () => {
  const progress = withStep(withStep(withStep(nothing, 'siam', 5), 'siam', 0), 'siam', 5)
  expect(stepsDone(progress, 'siam')).toEqual([5, 0])
  expect(nextStep(progress, 'siam', 6)).toBe(1)
})

it('begins anew when all is done', () => {
  expect(nextStep({ lessons: { siam: [1, 0] }, puzzles: {} }, 'siam', 2)).toBe(0)
})

it('counts a puzzle once', () => {
  expect(solved(withSolved(withSolved(nothing, 'siam', 'a'), 'siam', 'a'), 'siam')).toEqual(['a'])
})

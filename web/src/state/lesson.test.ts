import { expect, it } from 'vitest'
import type { LessonStep } from '../core/types.ts'
import { judge, pieces } from './lesson.ts'

const words = (en: string) => ({ en, fr: en })
const step: LessonStep = {
  title: words('t'), text: words('x'), spec: 'siam', position: '',
  answers: [{ any: false, moves: ['a', 'b'], reply: ['r'] }],
  tries: [{ legal: true, moves: ['c'], why: words('because') }],
  otherwise: words('something else'), done: words('done'),
}

it.each([
  ['a', { kind: 'right', reply: ['r'] }],
  ['b', { kind: 'right', reply: ['r'] }],
  ['c', { kind: 'wrong', why: words('because') }],
  ['d', { kind: 'wrong', why: words('something else') }],
])('%s', (move, verdict) => {
  expect(judge(step, move)).toEqual(verdict)
})

it('any move but those named is right where any is', () => {
  const free = { ...step, answers: [{ any: true, moves: [], reply: [] }], otherwise: null }
  expect(judge(free, 'd').kind).toBe('right')
  expect(judge(free, 'c').kind).toBe('wrong')
})

it('tells what can be written from the rest', () => {
  expect(pieces('Play `c1` now')).toEqual([{ text: 'Play ', code: false }, { text: 'c1', code: true }, { text: ' now', code: false }])
})

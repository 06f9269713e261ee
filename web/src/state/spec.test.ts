import { expect, it } from 'vitest'
import type { Game } from '../core/types.ts'
import { changed, specOf, valuesOf } from './spec.ts'

const game: Game = {
  id: 'siam', title: 'Siam', playersMin: 2, playersMax: 2, players: [], itemLabels: {}, arrows: [],
  options: [
    { key: 'openings', summary: '', choices: [{ value: 'free', summary: '' }, { value: 'crossed', summary: '' }], pattern: '', initial: '', idle: false },
    { key: 'cylinders', summary: '', choices: null, pattern: 'five terms', initial: '3x1', idle: false },
  ],
}

it.each([
  [{}, 'siam'],
  [{ openings: 'free', cylinders: '3x1' }, 'siam'],
  [{ openings: 'crossed' }, 'siam:openings=crossed'],
  [{ cylinders: '2x2', openings: 'crossed' }, 'siam:openings=crossed,cylinders=2x2'],
])('%j is %s', (values, spec) => {
  expect(specOf(game, values)).toBe(spec)
})

it('knows what is not as usual', () => {
  expect(changed(game, { cylinders: '2x2' }).map((option) => option.key)).toEqual(['cylinders'])
})

it.each([
  ['siam', {}],
  ['siam:openings=crossed,cylinders=2x2+1x3', { openings: 'crossed', cylinders: '2x2+1x3' }],
])('%s tells %j', (spec, values) => {
  expect(valuesOf(spec)).toEqual(values)
})

import { expect, it } from 'vitest'
import { analysisLink, linkedAt } from './links.ts'

it.each([
  { spec: 'siam', first: '', moves: [] },
  { spec: 'anneaux:players=3', first: '', moves: ['a+', 'xb3'] },
  { spec: 'siam', first: '5/5/1###1/5/2N2 1 2 00', moves: ['c1c2n'] },
])('a link carries $spec $first $moves', (at) => {
  const link = new URL(analysisLink(at), 'http://localhost')
  expect(link.pathname).toBe('/analysis')
  expect(linkedAt(link.searchParams)).toEqual(at)
})

it('an address without a game carries none', () => {
  expect(linkedAt(new URLSearchParams('moves=a1'))).toBeNull()
})

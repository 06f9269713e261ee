import { expect, it } from 'vitest'
import { parsePath } from './routes.ts'

it.each([
  ['/', { page: 'home' }],
  ['/play', { page: 'play', id: null }],
  ['/play/', { page: 'play', id: null }],
  ['/play/k3j9', { page: 'play', id: 'k3j9' }],
  ['/learn/siam', { page: 'learn', game: 'siam' }],
  ['/rules', { page: 'rules', game: null }],
  ['/puzzles/chess', { page: 'missing' }],
  ['/analysis', { page: 'analysis' }],
  ['/analysis/2', { page: 'missing' }],
  ['/online', { page: 'online' }],
  ['/online/x', { page: 'missing' }],
  ['/g/AbCdEfGhIjKl', { page: 'live', game: 'AbCdEfGhIjKl' }],
  ['/g', { page: 'missing' }],
  ['/tournaments', { page: 'tournaments' }],
  ['/tournaments/x', { page: 'missing' }],
  ['/t/AbCdEfGhIjKl', { page: 'tournament', name: 'AbCdEfGhIjKl' }],
  ['/t', { page: 'missing' }],
  ['/play/a/b', { page: 'missing' }],
  ['/nowhere', { page: 'missing' }],
])('%s', (path, route) => {
  expect(parsePath(path)).toEqual(route)
})

import { expect, it } from 'vitest'
import { loadKept, readKept, saveKept } from './analysis_store.ts'
import { memoryStore } from './storage.ts'

const kept = { text: '[Game "siam"]\n\n*\n', index: 0, path: ['@a1n'], chances: [[], [0.5, 0.25, 0.25]] }

it('comes back as it was', () => {
  expect(readKept(JSON.stringify(kept))).toEqual(kept)
})

it.each([
  null, '', '{', '1', 'null', '[]', JSON.stringify({ ...kept, text: 1 }), JSON.stringify({ ...kept, index: -1 }), JSON.stringify({ ...kept, index: 0.5 }),
  JSON.stringify({ ...kept, path: [1] }), JSON.stringify({ ...kept, path: 'a' }), JSON.stringify({ ...kept, chances: [[2]] }), JSON.stringify({ ...kept, chances: undefined }),
])('refuses %s', (text) => {
  expect(readKept(text)).toBeNull()
})

it('is each tab\'s own; a new tab goes on with the last of any', () => {
  const shared = memoryStore(), one = [memoryStore(), shared], other = [memoryStore(), shared]
  const last = { ...kept, path: [] }
  saveKept(one, kept)
  saveKept(other, last)
  expect([one, other, [memoryStore(), shared]].map(loadKept)).toEqual([kept, last, last])
})

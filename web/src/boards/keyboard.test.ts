import { describe, expect, it } from 'vitest'
import { nearest, neighbour, type Box } from './keyboard.ts'

const grid: Box[] = []
for (let y = 0; y < 3; y++) for (let x = 0; x < 3; x++) grid.push({ name: `${'abc'[x]}${y + 1}`, x: x * 100, y: y * 100 })
const at = (name: string): Box => grid.find((box) => box.name === name) ?? { name, x: 0, y: 0 }

describe('neighbour', () => {
  it.each([['ArrowUp', 'b1'], ['ArrowDown', 'b3'], ['ArrowLeft', 'a2'], ['ArrowRight', 'c2']])('%s', (key, to) => {
    expect(neighbour(grid, at('b2'), key)).toBe(to)
  })
  it('is nothing at the edge', () => {
    expect(neighbour(grid, at('a1'), 'ArrowUp')).toBeNull()
    expect(neighbour(grid, at('a1'), 'Home')).toBeNull()
  })
  it('leaps over what is not offered', () => {
    expect(neighbour([at('a1'), at('c1')], at('a1'), 'ArrowRight')).toBe('c1')
  })
  it('goes aside when nothing is straight ahead', () => {
    expect(neighbour([at('a1'), at('c3')], at('a1'), 'ArrowRight')).toBe('c3')
  })
})

describe('nearest', () => {
  it('finds the place nearest to a point', () => {
    expect(nearest(grid, { x: 190, y: 120 })).toBe('c2')
    expect(nearest([], { x: 0, y: 0 })).toBeNull()
  })
})

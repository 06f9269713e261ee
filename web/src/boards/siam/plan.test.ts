// Where a rock lies that has left the board of Siam.
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { valueOf } from '../../core/rules.ts'
import { testLibrary } from '../../core/testing.ts'
import type { Game } from '../../core/types.ts'
import { sceneOf } from '../drawing.ts'

vi.stubGlobal('navigator', { languages: ['en'] })
const { bottom, layout, left, reserveLine, size, square, top } = await import('./plan.ts')
const { rules } = testLibrary()
let siam: Game
beforeAll(async () => {
  siam = (await rules.games()).find((game) => game.id === 'siam') as Game
})

async function fallenRock(first: string, moves: string[], turned: boolean) {
  const view = valueOf(await rules.view({ spec: 'siam', first, moves }))
  const rock = view.pieces.find((piece) => piece.place === 'taken0')
  if (!rock) throw new Error('no rock has fallen')
  return layout(sceneOf(view, siam), { turned, narrow: false }).pose(rock)
}

const right = left + size * square, column = (file: number) => left + (file + 0.5) * square, row = (line: number) => top + (line + 0.5) * square
const near = 50

describe.each([
  ['by the elephants, to the north', '2#2/2N2/1#1#1/5/n4 1 20 00', 'c4c5n', { x: column(2), y: top }, { x: column(2), y: bottom }],
  ['by the rhinos, to the north', '#1#2/n1N2/2n2/3#1/5 2 21 00', 'a4a5n', { x: column(0), y: top }, { x: column(4), y: bottom }],
  ['by the elephants, to the east', '5/5/1##E#/5/n4 1 20 00', 'd3e3e', { x: right, y: row(2) }, { x: left, y: row(2) }],
  ['by the rhinos, to the south', '5/5/N#1#1/2s2/2#2 2 21 00', 'c2c1s', { x: column(2), y: bottom }, { x: column(2), y: top }],
  ['by the rhinos, to the west', '5/5/#w1##/5/4N 2 21 00', 'b3a3w', { x: left, y: row(2) }, { x: right, y: row(2) }],
] as const)('a rock that was pushed off %s', (_name, first, move, edge, turnedEdge) => {
  it.each([[false, edge], [true, turnedEdge]])('lies outside the edge over which it fell (turned: %s)', async (turned, at) => {
    const { x, y } = await fallenRock(first, [move], turned)
    expect(Math.hypot(x - at.x, y - at.y)).toBeLessThan(near)
    expect(x < left || x > right || y < top || y > bottom).toBe(true)
  })
})

it.each([[1, false], [1, true], [2, false], [2, true]])('a rock of which nobody saw where it fell lies by the winner, %i (turned: %s)', async (winner, turned) => {
  const { x, y } = await fallenRock(`5/5/1##2/5/N3s ${winner}# 0 00`, [], turned)
  expect(Math.abs(y - reserveLine(winner, turned))).toBeLessThan(near)
  expect(x).toBeGreaterThan(left)
})

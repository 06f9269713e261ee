import { expect, it } from 'vitest'
import { rounds } from './moves.ts'

function table(players: number, ...movers: number[]): string[] {
  const list = rounds(movers.map((player, index) => ({ move: `m${index + 1}`, player })), players)
  return list.map((round) => `${round.number}: ${round.turns.map((turn) => turn.map((entry) => entry.move).join('+') || '-').join(' ')}`)
}

it.each([
  ['nothing', 2, [], []],
  ['two players', 2, [1, 2, 1], ['1: m1 m2', '2: m3 -']],
  ['several moves in a turn', 2, [1, 1, 2, 1], ['1: m1+m2 m3', '2: m4 -']],
  ['the second player first', 2, [2, 1, 2], ['1: - m1', '2: m2 m3']],
  ['three players, one of them out', 3, [1, 2, 3, 1, 3, 1], ['1: m1 m2 m3', '2: m4 - m5', '3: m6 - -']],
] as [string, number, number[], string[]][])('%s', (_what, players, movers, expected) => {
  expect(table(players, ...movers)).toEqual(expected)
})

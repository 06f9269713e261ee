import { describe, expect, it } from 'vitest'
import type { News } from '../core/types.ts'
import { chanceOf, chancesAfter, chancesFor, chancesNow, doubtful, judgeLine, markOfLoss, said, valueBefore, valueOfChance, valueOfEnd, valuesOf, withVerdict, type Finding } from './judge.ts'
import { newNode } from './tree.ts'

const even = { centi: 0, mate: 0 }

function news(centi: number, mate = 0, moves = ['a'], chances: number[] = []): News {
  return { depth: 5, nodes: 100, ms: 10, lines: [{ centi, mate, depth: 5, moves, turns: 0 }], chances }
}

function finding(player: number, move: string, found: News | null, payoff: number[] = []): Finding {
  return { player, move, news: found, payoff }
}

describe('chances', () => {
  it.each([[even, 0.5], [{ centi: 35, mate: 0 }, 0.587], [{ centi: 0, mate: 3 }, 1], [{ centi: 0, mate: -4 }, 0]])('of %o', (value, chance) => {
    expect(chanceOf(value)).toBeCloseTo(chance, 3)
  })
  it.each([[0.5, 0], [0.587, 35], [0, -691], [1, 691]])('as a value, %f', (chance, centi) => {
    expect(valueOfChance(chance)).toEqual({ centi, mate: 0 })
  })
  it('of two players add up to one', () => {
    expect(chancesFor({ centi: 0, mate: 2 }, 2)).toEqual([0, 1])
  })
  it('are those the engine tells', () => {
    expect(chancesNow(news(0, 0, ['a'], [0.2, 0.3, 0.5]), 1, 3)).toEqual([0.2, 0.3, 0.5])
    expect(chancesNow({ ...news(0), lines: [] }, 1, 2)).toBeNull()
  })
  it('after a move are those of its value, and not known without one', () => {
    expect(chancesAfter(newNode('a', 1), 2)).toBeNull()
    expect(chancesAfter({ ...newNode('a', 2), value: { centi: 0, mate: 3 } }, 2)).toEqual([0, 1])
  })
  it('of three are not guessed from the value for one', () => {
    expect(chancesAfter({ ...newNode('a', 2), value: { centi: 0, mate: 3 } }, 3)).toBeNull()
    expect(chancesNow(news(0), 1, 3)).toBeNull()
  })
  it('at the beginning are for the player who moves first', () => {
    const root = { ...newNode('', 0), value: { centi: 0, mate: 3 }, children: [newNode('a', 2)] }
    expect(chancesAfter(root, 2)).toEqual([0, 1])
  })
})

it.each([[1, { centi: 0, mate: 1 }], [0, { centi: 0, mate: -1 }], [0.5, even]])('a game that ends with %f', (payoff, value) => {
  expect(valueOfEnd(payoff)).toEqual(value)
})

it.each([
  [{ centi: 40, mate: 0 }, false, { centi: -40, mate: 0 }],
  [{ centi: 40, mate: 0 }, true, { centi: 40, mate: 0 }],
  [{ centi: 0, mate: 3 }, false, { centi: 0, mate: -4 }],
  [{ centi: 0, mate: -2 }, false, { centi: 0, mate: 3 }],
  [{ centi: 0, mate: -2 }, true, { centi: 0, mate: -3 }],
])('a move before %o (same player: %s)', (value, same, expected) => {
  expect(valueBefore(value, same)).toEqual(expected)
})

it.each([[0.05, null], [0.1, 6], [0.2, 2], [0.3, 4], [1, 4], [-1, null]])('a loss of %f', (loss, mark) => {
  expect(markOfLoss(loss)).toBe(mark)
})

describe('a line of two players', () => {
  it('marks what it cost', () => {
    const findings = [finding(1, 'best', news(200)), finding(2, 'reply', news(150)), finding(1, 'x', news(-150))]
    const [first, second] = judgeLine(findings, ['poor', 'reply'])
    expect(first).toEqual({ value: { centi: -150, mate: 0 }, chances: [], mark: 4 })
    expect(second?.mark).toBeNull()
  })
  it('never marks the move the engine would play', () => {
    const [only] = judgeLine([finding(1, 'a', news(300)), finding(2, 'b', news(300))], ['a'])
    expect(only?.mark).toBeNull()
  })
  it('counts the move that wins', () => {
    const [only] = judgeLine([finding(1, 'a', news(0, 1)), finding(0, '', null, [1, 0])], ['a'])
    expect(only?.value).toEqual({ centi: 0, mate: 1 })
  })
  it('sees the same player move twice', () => {
    const [only] = judgeLine([finding(1, 'a', news(50)), finding(1, 'b', news(50))], ['a'])
    expect(only?.value).toEqual({ centi: 50, mate: 0 })
  })
  it('carries back what a later search has found', () => {
    const findings = [finding(1, 'z', news(0)), finding(2, 'y', news(0)), finding(1, 'x', news(-200))]
    expect(judgeLine(findings, ['a', 'b'])[0]?.value).toEqual({ centi: -200, mate: 0 })
  })
})

describe('a line in which something is proven', () => {
  const proven = (mate: number, move: string): News => {
    const found = news(0, mate, [move])
    return { ...found, lines: found.lines.map((line) => ({ ...line, proven: true })) }
  }
  const values = (findings: Finding[], moves: string[]): string[] =>
    valuesOf(findings, moves).map(({ mate, centi, proven: sure }) => (mate !== 0 ? `#${mate}` : sure ? 'draw' : String(centi)))

  it('blames nobody where everything loses, whatever was guessed there', () => {
    // As in San Ta Si after its winning move: player 2 is lost, though the search that looks at one line hopes.
    const findings = [finding(1, 'sA1', proven(5, 'sA1')), finding(2, 'b', news(75, 0, ['b'])), finding(1, 'c', proven(3, 'c')), finding(2, 'd', news(60, 0, ['d'])), finding(1, 'e', proven(1, 'e'))]
    const moves = ['sA1', 'x', 'c', 'y']
    expect(judgeLine(findings, moves).map(({ mark }) => mark)).toEqual([null, null, null, null])
    expect(judgeLine(findings, moves).map(({ value }) => chanceOf(value))).toEqual([1, 0, 1, 0])
    expect(values(findings, moves)).toEqual(['#5', '#-4', '#3', '#-2', '#1'])
  })
  it('is won before a move that wins', () => {
    expect(values([finding(1, 'z', news(20)), finding(2, 'y', proven(-4, 'y'))], ['a'])).toEqual(['#5', '#-4'])
  })
  it('stays drawn where the move of the proof is made', () => {
    expect(values([finding(1, 'a', proven(0, 'a')), finding(2, 'y', news(120))], ['a'])).toEqual(['draw', 'draw'])
  })
  it('is no better than drawn for whoever has given the win away', () => {
    const findings = [finding(1, 'a', proven(0, 'a')), finding(2, 'y', news(-120))]
    expect(values(findings, ['b'])).toEqual(['draw', '0'])
    expect(judgeLine(findings, ['b'])[0]?.mark).toBeNull()
  })
  it('blames who gives a proven win away', () => {
    const findings = [finding(1, 'a', proven(9, 'a')), finding(2, 'y', proven(0, 'y')), finding(1, 'z', news(0))]
    expect(judgeLine(findings, ['b', 'y'])[0]?.mark).toBe(4)
  })
  it('blames nobody for a move after which a won position still looks good', () => {
    const findings = [finding(1, 'a', proven(9, 'a')), finding(2, 'y', news(-60)), finding(1, 'z', news(60))]
    expect(judgeLine(findings, ['b', 'y'])[0]?.mark).toBeNull()
  })
  it('looks again where one side of a blamed move is not proven', () => {
    expect(doubtful([finding(1, 'a', proven(9, 'a')), finding(2, 'y', news(60)), finding(1, 'z', news(-50))], ['b', 'y'])).toEqual([1])
    expect(doubtful([finding(2, 'a', news(60)), finding(1, 'y', proven(7, 'y')), finding(2, 'z', proven(-6, 'z'))], ['b', 'y'])).toEqual([0])
    expect(doubtful([finding(1, 'a', news(60)), finding(2, 'y', news(200))], ['b'])).toEqual([])
  })
  it('keeps what was found where two proofs contradict each other', () => {
    expect(values([finding(1, 'a', proven(3, 'a')), finding(2, 'y', proven(4, 'y'))], ['a'])).toEqual(['#3', '#4'])
  })
})

it('a line of three players compares what its player can expect', () => {
  const findings = [
    finding(1, 'best', news(100, 0, ['best'], [0.7, 0.2, 0.1])),
    finding(2, 'x', news(0, 0, ['x'], [0.3, 0.5, 0.2])),
    finding(0, '', null, [0, 1, 0]),
  ]
  const [first, second] = judgeLine(findings, ['poor', 'x'])
  expect(first).toEqual({ value: valueOfChance(0.3), chances: [0.3, 0.5, 0.2], mark: 4 })
  expect(second).toEqual({ value: { centi: 0, mate: 1 }, chances: [0, 1, 0], mark: null })
})

it('a verdict replaces marks for faults and leaves others', () => {
  const node = { ...newNode('a', 1), marks: [4, 13] }
  expect(withVerdict(node, { value: even, chances: [], mark: 6 }).marks).toEqual([6, 13])
  expect(withVerdict(node, { value: even, chances: [], mark: null }).marks).toEqual([13])
})

it.each([
  [{ centi: 35, mate: 0 }, 1, 2, { player: 1, kind: 'chance', percent: 59 }],
  [{ centi: -35, mate: 0 }, 1, 2, { player: 2, kind: 'chance', percent: 59 }],
  [{ centi: 0, mate: -4 }, 1, 2, { player: 2, kind: 'win', turns: 2, atMost: false }],
  [{ centi: 0, mate: 3 }, 2, 2, { player: 2, kind: 'win', turns: 2, atMost: false }],
  [{ centi: 0, mate: 29, turns: 15 }, 1, 2, { player: 1, kind: 'win', turns: 15, atMost: false }],
  [{ centi: 0, mate: -30, turns: 14, atMost: true }, 1, 2, { player: 2, kind: 'win', turns: 14, atMost: true }],
  [{ centi: 0, mate: 0, proven: true }, 1, 2, { player: 0, kind: 'draw' }],
  [{ centi: -35, mate: 0 }, 3, 4, { player: 3, kind: 'chance', percent: 41 }],
  [{ centi: 0, mate: -2 }, 3, 4, { player: 3, kind: 'loss', turns: 1, atMost: false }],
] as const)('%o for player %i of %i', (value, player, players, expected) => {
  expect(said(value, player, players)).toEqual(expected)
})

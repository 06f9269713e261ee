import { describe, expect, it } from 'vitest'
import { valueOf } from '../core/rules.ts'
import { testLibrary } from '../core/testing.ts'
import type { At, Piece, View } from '../core/types.ts'
import { follow, match, relation, type Known } from './identity.ts'

const { rules } = testLibrary()

async function viewOf(spec: string, moves: string[]): Promise<View> {
  return valueOf(await rules.view({ spec, first: '', moves }))
}

// The piece that an id stands for.
function pieceOf(known: Known, id: number): Piece | undefined {
  return known.view.pieces[known.ids.indexOf(id)]
}

function idAt(known: Known, place: string): number {
  return known.ids[known.view.pieces.findIndex((piece) => piece.place === place)] ?? -1
}

const push = ['@c1n', '@e5s', 'c1c2n', '@a5e']

describe('relation', () => {
  const at = (moves: string[], spec = 'siam'): At => ({ spec, first: '', moves })
  const from = async (a: At, b: At) => relation(valueOf(await rules.view(a)), valueOf(await rules.view(b)))
  it('knows the next move', async () => expect(await from(at([]), at(['@c1n']))).toBe('forward'))
  it('knows a move taken back', async () => expect(await from(at(['@c1n']), at([]))).toBe('back'))
  it('knows the same point', async () => expect(await from(at(push), at(push))).toBe('same'))
  it('knows a jump', async () => expect(await from(at([]), at(push))).toBe('jump'))
  it('knows another line', async () => expect(await from(at(['@c1n']), at(['@c1e']))).toBe('jump'))
  it('knows another game', async () => expect(await from(at([]), at([], 'anneaux'))).toBe('new'))
})

describe('follow', () => {
  it('keeps the ids of a pushed run', async () => {
    const before = follow(null, await viewOf('siam', push)).known
    const pusher = idAt(before, 'c2'), rock = idAt(before, 'c3')
    const after = follow(before, await viewOf('siam', [...push, 'c2c3n'])).known
    expect(pieceOf(after, pusher)?.place).toBe('c3')
    expect(pieceOf(after, rock)?.place).toBe('c4')
  })
  it('leads back again', async () => {
    const before = follow(null, await viewOf('siam', push)).known
    const after = follow(before, await viewOf('siam', [...push, 'c2c3n'])).known
    expect(follow(after, await viewOf('siam', push)).known.ids).toEqual(before.ids)
  })
  it('keeps the pawns of a ring that turns', async () => {
    const before = follow(null, await viewOf('anneaux', ['a8', 'b3'])).known
    const id = idAt(before, 'a8')
    expect(pieceOf(follow(before, await viewOf('anneaux', ['a8', 'b3', 'a+'])).known, id)?.place).toBe('a1')
  })
  it('gives every piece an id of its own, whatever comes', async () => {
    let known: Known | null = null
    for (const moves of [[], ['bA1'], ['bA1', 'sC2'], ['sE3'], [], ['bB1', 'bB2', 'bB3']]) {
      known = follow(known, await viewOf('santasi', moves)).known
      expect(new Set(known.ids).size).toBe(known.view.pieces.length)
    }
  })
})

describe('match', () => {
  const piece = (kind: string, place: string, level = 0): Piece =>
    ({ kind, player: 1, place, level, facing: '', spent: false, visible: true, base: 0, top: 0 })
  it('leaves what did not move alone', () => {
    const before = [piece('red', '1'), piece('red', '2')], now = [piece('red', '2'), piece('red', '7')]
    expect(match(before, [10, 11], now)).toEqual([11, 10])
  })
  it('keeps to the kind', () => {
    const before = [piece('red', '1'), piece('black', '2')], now = [piece('black', '8'), piece('red', '9')]
    expect(match(before, [10, 11], now)).toEqual([11, 10])
  })
})

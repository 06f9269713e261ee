// Which piece is which from one view to the next, so that a piece on the screen keeps its element and can travel.
import type { At, Piece, View } from '../core/types.ts'

// How a view follows the one shown before.
export type Relation = 'new' | 'same' | 'forward' | 'back' | 'jump'

// Pieces that have been given ids: ids[i] is that of pieces[i].
export interface Known {
  view: View
  ids: number[]
}

function startsWith(long: readonly string[], short: readonly string[]): boolean {
  return short.length <= long.length && short.every((move, i) => move === long[i])
}

function sameGame(a: At, b: At): boolean {
  return a.spec === b.spec && a.first === b.first
}

export function relation(before: View, now: View): Relation {
  const from = before.at, to = now.at
  if (!sameGame(from, to) || before.pieces.length !== now.pieces.length) return 'new'
  if (startsWith(to.moves, from.moves)) {
    const ahead = to.moves.length - from.moves.length
    return ahead === 0 ? 'same' : ahead === 1 && now.last !== null ? 'forward' : 'jump'
  }
  if (startsWith(from.moves, to.moves) && from.moves.length === to.moves.length + 1 && before.last !== null) return 'back'
  return 'jump'
}

// Gives the pieces of a view the ids they had in the view before.
export function follow(known: Known | null, view: View): { known: Known; relation: Relation } {
  if (known === null) return { known: { view, ids: view.pieces.map((_, i) => i) }, relation: 'new' }
  const how = relation(known.view, view)
  return { known: { view, ids: carry(known, view, how) }, relation: how }
}

function carry(known: Known, view: View, how: Relation): number[] {
  switch (how) {
    case 'new': return view.pieces.map((_, i) => i)
    case 'same': return known.ids
    case 'forward': return forward(known.ids, view.last?.motion ?? [])
    case 'back': return backward(known.ids, known.view.last?.motion ?? [])
    case 'jump': return match(known.view.pieces, known.ids, view.pieces)
  }
}

function forward(ids: readonly number[], motion: readonly number[]): number[] {
  const moved = [...ids]
  motion.forEach((to, from) => {
    const id = ids[from]
    if (id !== undefined) moved[to] = id
  })
  return moved
}

function backward(ids: readonly number[], motion: readonly number[]): number[] {
  return ids.map((id, i) => ids[motion[i] ?? i] ?? id)
}

// Without a motion: whatever stayed where it was keeps its id, then pieces of a kind are taken in order.
export function match(before: readonly Piece[], ids: readonly number[], now: readonly Piece[]): number[] {
  const free = new Set(before.keys())
  const found: (number | null)[] = now.map(() => null)
  const keys = [
    (p: Piece) => `${p.kind} ${p.player} ${p.place} ${p.level}`,
    (p: Piece) => `${p.kind} ${p.player} ${p.place}`,
    (p: Piece) => `${p.kind} ${p.player}`,
    () => '',
  ]
  for (const key of keys) {
    const waiting = new Map<string, number[]>()
    for (const i of free) {
      const piece = before[i]
      if (piece) waiting.set(key(piece), [...(waiting.get(key(piece)) ?? []), i])
    }
    now.forEach((piece, i) => {
      if (found[i] !== null) return
      const from = waiting.get(key(piece))?.shift()
      if (from === undefined) return
      found[i] = ids[from] ?? null
      free.delete(from)
    })
  }
  return found.map((id, i) => id ?? i)
}

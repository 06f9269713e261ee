// Help with setting up: placements that follow a pattern, as moves. Which squares may be taken comes with the view.
import type { View } from '../../core/types.ts'

const squares = 36

function open(view: View): string[] {
  return view.choices.filter((choice) => choice.steps.length === 1).map((choice) => choice.move)
}

// How many barons of a colour still wait.
export function waiting(view: View, kind: string): number {
  return view.pieces.filter((piece) => piece.place === 'stock' && piece.kind === kind).length
}

// Squares opposite those that hold the other player's barons; for the one who begins, opposite their own.
export function mirrored(view: View, kind: string): string[] {
  const set = view.pieces.filter((piece) => piece.place !== 'stock')
  const others = set.filter((piece) => piece.kind !== kind), pattern = others.length > 0 ? others : set
  const free = new Set(open(view))
  const wanted = pattern.map((piece) => String(squares + 1 - Number(piece.place))).filter((place) => free.has(place))
  return [...new Set(wanted)].sort((a, b) => Number(a) - Number(b)).slice(0, waiting(view, kind))
}

// All that waits, on squares drawn by lot.
export function scattered(view: View, kind: string, random: () => number): string[] {
  const free = open(view), drawn: string[] = []
  while (drawn.length < waiting(view, kind) && free.length > 0) drawn.push(...free.splice(Math.floor(random() * free.length), 1))
  return drawn.sort((a, b) => Number(a) - Number(b))
}

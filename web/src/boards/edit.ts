// Editing a draft: pieces go from place to place. Whether the result is a position is for the rules to say.
import type { Draft, Piece } from '../core/types.ts'

// What a game says about editing its pieces.
export interface Editing {
  isBoard(place: string): boolean
  single: boolean // a place of the board holds one piece
  columns: boolean // in a place of the board every kind is a pile of its own
  home(piece: Piece): string // where a piece is that is not on the board
  away(piece: Piece): string | null // and where, when it is out of the game; null: nowhere
  fresh(piece: Piece): Piece // as it comes onto the board
  turned(piece: Piece): Piece | null // changed where it stands; null: there is nothing to change
}

// A kind of piece to put on the board.
export interface Tool {
  kind: string
  player: number
}

export function isTool(piece: Piece, tool: Tool): boolean {
  return piece.kind === tool.kind && piece.player === tool.player
}

// Every kind there is, once, in an order that does not depend on where pieces are.
export function toolsOf(draft: Draft): Tool[] {
  const tools: Tool[] = []
  for (const piece of draft.pieces) if (!tools.some((tool) => isTool(piece, tool))) tools.push({ kind: piece.kind, player: piece.player })
  return tools.sort((a, b) => a.player - b.player || a.kind.localeCompare(b.kind))
}

export function spares(draft: Draft, editing: Editing, tool: Tool): number {
  return draft.pieces.filter((piece) => isTool(piece, tool) && !editing.isBoard(piece.place)).length
}

const above = Number.MAX_SAFE_INTEGER // on top of whatever is there

// Levels without gaps, and the heights that follow from them.
function settle(draft: Draft, editing: Editing, pieces: Piece[]): Draft {
  const heights = new Map<string, number>(), levels = new Map<number, number>()
  const order = [...pieces.keys()].sort((a, b) => (pieces[a]?.level ?? 0) - (pieces[b]?.level ?? 0))
  for (const i of order) {
    const piece = pieces[i]
    if (!piece) continue
    const pile = editing.isBoard(piece.place) && !editing.columns ? piece.place : `${piece.place} ${piece.kind}`
    levels.set(i, heights.get(pile) ?? 0)
    heights.set(pile, (heights.get(pile) ?? 0) + 1)
  }
  return {
    ...draft,
    pieces: pieces.map((piece, i) => {
      const level = levels.get(i) ?? 0, tall = piece.top - piece.base, base = editing.isBoard(piece.place) ? level * tall : 0
      return { ...piece, level, base, top: base + tall }
    }),
  }
}

// Index of the highest piece of a place, of a kind if one is given; -1: none.
function highest(draft: Draft, place: string, kind: string | null): number {
  let best = -1
  draft.pieces.forEach((piece, i) => {
    if (piece.place !== place || (kind !== null && piece.kind !== kind)) return
    if (best < 0 || piece.level > (draft.pieces[best]?.level ?? 0)) best = i
  })
  return best
}

function off(editing: Editing, piece: Piece): Piece {
  return { ...piece, place: editing.home(piece), level: above, facing: '', spent: false, visible: true }
}

function carry(draft: Draft, editing: Editing, index: number, place: string): Draft {
  const pieces = draft.pieces.map((piece, i) => {
    if (i !== index) return editing.single && piece.place === place ? off(editing, piece) : piece
    const moved = { ...piece, place, level: above }
    return editing.isBoard(piece.place) ? moved : editing.fresh(moved)
  })
  return settle(draft, editing, pieces)
}

// Puts a piece of a kind on a place of the board, from what is not on it; the same draft when none is left.
export function put(draft: Draft, editing: Editing, tool: Tool, place: string): Draft {
  if (!editing.isBoard(place)) return draft
  const spare = draft.pieces.findLastIndex((piece) => isTool(piece, tool) && !editing.isBoard(piece.place))
  const here = draft.pieces.find((piece) => piece.place === place && isTool(piece, tool))
  if (editing.single && here) return turn(draft, editing, place)
  return spare < 0 ? draft : carry(draft, editing, spare, place)
}

// Takes the highest piece off a place. In a reserve: out of the game.
export function remove(draft: Draft, editing: Editing, place: string, kind: string | null): Draft {
  const index = highest(draft, place, editing.columns ? kind : null), piece = draft.pieces[index]
  if (!piece) return draft
  const away = editing.isBoard(place) ? null : editing.away(piece)
  if (!editing.isBoard(place) && away === null) return draft
  const gone = away === null ? off(editing, piece) : { ...piece, place: away, level: above }
  return settle(draft, editing, draft.pieces.map((each, i) => (i === index ? gone : each)))
}

// Moves the highest piece of a place to another one; off the board, it goes where such pieces lie.
export function shift(draft: Draft, editing: Editing, from: string, to: string | null, kind: string | null): Draft {
  const index = highest(draft, from, kind)
  if (index < 0 || from === to) return draft
  if (to !== null && editing.isBoard(to)) return carry(draft, editing, index, to)
  return editing.isBoard(from) ? remove(draft, editing, from, kind) : draft
}

export function turn(draft: Draft, editing: Editing, place: string): Draft {
  const index = highest(draft, place, null), piece = draft.pieces[index], changed = piece ? editing.turned(piece) : null
  return changed ? { ...draft, pieces: draft.pieces.map((each, i) => (i === index ? changed : each)) } : draft
}

export function clear(draft: Draft, editing: Editing): Draft {
  return settle(draft, editing, draft.pieces.map((piece) => (editing.isBoard(piece.place) ? off(editing, piece) : piece)))
}

export function setField(draft: Draft, key: string, value: string): Draft {
  return { ...draft, fields: draft.fields.map((field) => (field.key === key ? { ...field, value } : field)) }
}

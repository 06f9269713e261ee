// What a game says about its picture. Board.svelte shows any game that fills a Drawing; nothing here knows a rule.
import type { Component } from 'svelte'
import type { Draft, Game, Last, Piece, Step, View } from '../core/types.ts'
import type { Editing } from './edit.ts'
import type { Path, Pose } from './motion.ts'

// What is to be seen: a view of a game, or a draft in the editor.
export interface Scene {
  pieces: Piece[]
  player: number
  players: number
  setup: boolean
  options: Record<string, string> // of the game: key to value
  winner: number // 0: none
  last: Last | null // the move that led here; null: not known
}

// The room there is, and from which side the board is seen.
export interface Frame {
  turned: boolean
  narrow: boolean // a phone held upright
}

// A place that can be pointed at. Coordinates are those of the drawing.
export interface Spot {
  name: string
  x: number // of its middle
  y: number
  width: number
  height: number
  path: string // its outline, for marks
  floor?: number // the line where pieces stand, when it is not the middle
  kind: 'cell' | 'area' | 'stock' | 'handle'
}

export interface Layout {
  width: number
  height: number
  unit: number // of heights that pieces have
  core: { x: number; y: number; width: number; height: number } // the board alone, without what lies beside it
  spots: Spot[]
  hit(x: number, y: number): string | null
  centre: { x: number; y: number } | null // around which parts of the board can be turned by hand
  pose(piece: Piece): Pose
  travel(before: Piece, after: Piece): Path
}

export interface GroundProps {
  scene: Scene
  layout: Layout
  frame: Frame
  offered: ReadonlySet<string> // places that can be chosen now
  hovered: string | null
  twist: Twist | null
  busy: boolean // pieces are on their way
  names: string[] // of the players
  moving: number // the player whose turn it is
}

export interface FigureProps {
  piece: Piece
  layout: Layout
  moved: boolean // in the last move
}

export interface SetupProps {
  view: View
  onrewrite: (moves: string[]) => void
  ondeal: (() => void) | undefined
}

// The board as solids: pieces to pick up and places to put them, by their names.
export interface SolidProps {
  view: View
  chosen: string | null
  offered: ReadonlySet<string>
  playable: boolean
  animate: boolean
  onplace: (name: string) => void
  onspots: (spots: Spot[], moving: boolean) => void // where places are on the screen now, in percent; whether anything moves
  onfail: () => void // the browser has no WebGL
}

// A part of the board that turns; the angle runs to 0.
export interface Twist {
  part: string
  angle: number
}

export interface Drawing {
  layout(scene: Scene, frame: Frame): Layout
  Ground: Component<GroundProps>
  Figure: Component<FigureProps>
  // Where pieces wait that a move carries to a free place although its text does not say so; null: nowhere.
  source(scene: Scene): string | null
  // Indices of the pieces that go with the hand after these steps, the lowest first.
  carried(scene: Scene, steps: readonly Step[]): number[]
  // The item that grabbing a piece means, among those offered; null: it has to be chosen.
  grab(scene: Scene, piece: Piece, items: readonly Step[]): Step | null
  // Whether what lies in a place was put there by the player who is setting up, and may be taken back.
  retracts(scene: Scene, place: string): boolean
  // The part of the board that turns when it is dragged at a place, and the place that stands for turning it so far.
  partAt(place: string): string | null
  // Whether a point lies on the rim of such a part, by which a finger takes it.
  isRim(layout: Layout, part: string, at: { x: number; y: number }): boolean
  turnOf(part: string, angle: number): string
  // What turns in a move.
  twist(move: string): Twist | null
  // Help with a set-up, and the board as solids, for games that have them.
  Setup: Component<SetupProps> | null
  solid: (() => Promise<Component<SolidProps>>) | null
  editing: Editing
  sample: string // the box that holds a piece of any kind, for small pictures of them
  kindLabel(kind: string, player: string): string
  // A place and what is in it, in words.
  label(scene: Scene, game: Game, place: string): string
}

// The options that a spec such as `siam:exits=once` chooses, and the game's own values for all others.
export function optionsOf(spec: string, game: Game): Record<string, string> {
  const chosen = (spec.split(':')[1] ?? '').split(',').map((term) => term.split('='))
  const initial = game.options.map((option) => [option.key, option.initial])
  return Object.fromEntries([...initial, ...chosen.filter((term) => term.length === 2)])
}

export function sceneOf(view: View, game: Game): Scene {
  const { pieces, player, players, setup, last } = view
  return { pieces, player, players, setup, options: optionsOf(view.at.spec, game), winner: view.result.winner, last }
}

// A draft to be looked at.
export function sceneOfDraft(draft: Draft, spec: string, game: Game): Scene {
  const options = optionsOf(spec, game), player = Number(draft.fields.find((field) => field.key === 'player')?.value)
  const players = Number(options.players ?? game.playersMin)
  // A draft in which the game is over has its winner as its player.
  const known = Number.isNaN(player) ? 0 : player
  return { pieces: draft.pieces, player: known, players, setup: false, options, winner: known, last: null }
}

export function piecesAt(scene: Scene, place: string): Piece[] {
  return scene.pieces.filter((piece) => piece.place === place).sort((a, b) => a.level - b.level)
}

// Index of the highest piece of a place, -1 when it is empty.
export function topOf(scene: Scene, place: string): number {
  let best = -1
  scene.pieces.forEach((piece, i) => {
    if (piece.place === place && (best < 0 || piece.level > (scene.pieces[best]?.level ?? -1))) best = i
  })
  return best
}

// Most moves carry the highest piece of the place they begin with.
export function carriesTop(scene: Scene, steps: readonly Step[]): number[] {
  const from = steps[0] ? topOf(scene, steps[0].name) : -1
  return from < 0 ? [] : [from]
}

// The place chosen last.
export function lastPlace(steps: readonly Step[]): string | null {
  return steps.findLast((step) => !step.item)?.name ?? null
}

export function boxPath(x: number, y: number, width: number, height: number, rounding = 0): string {
  const r = rounding, left = x - width / 2, top = y - height / 2
  if (r === 0) return `M${left} ${top}h${width}v${height}h${-width}z`
  return (
    `M${left + r} ${top}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}` +
    `h${2 * r - width}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - height}a${r} ${r} 0 0 1 ${r} ${-r}z`
  )
}

// The spot whose box holds a point; the first one wins.
export function hitBox(spots: readonly Spot[], x: number, y: number): string | null {
  const found = spots.find((s) => Math.abs(x - s.x) <= s.width / 2 && Math.abs(y - s.y) <= s.height / 2)
  return found?.name ?? null
}

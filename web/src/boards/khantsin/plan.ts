// Where things are in the picture of Khan Tsin: a dragon that winds upwards in rows, a pile on every square of its back,
// the barons that are still to be placed. South sits below.
import type { Piece } from '../../core/types.ts'
import { boxPath, hitBox, type Frame, type Layout, type Scene, type Spot } from '../drawing.ts'
import type { Path, Pose } from '../motion.ts'

export const squares = 36, step = 15, bodyWidth = 64
export const kinds = ['red', 'black', 'white']

export interface Plan {
  columns: number
  rows: number
  cell: number // from square to square
  pitch: number // from row to row
  left: number // middle of the first square of a row
  right: number
  top: number // line of the upper row
  bottom: number
  width: number
  height: number
  bend: number // how far a turn reaches out beyond the last square
  stock: number // line of the barons that wait
}

export function planOf(scene: Scene, frame: Frame): Plan {
  const columns = frame.narrow ? 6 : 9, rows = squares / columns, cell = frame.narrow ? 100 : 92
  const pitch = frame.narrow ? 170 : 166, bend = 52, left = 112, right = left + (columns - 1) * cell, top = 164
  const bottom = top + (rows - 1) * pitch, stock = bottom + 118
  const waiting = scene.pieces.some((piece) => piece.place === 'stock')
  return {
    columns, rows, cell, pitch, left, right, top, bottom, bend, stock,
    width: right + bend + bodyWidth / 2 + 14, height: waiting ? stock + 34 : bottom + 64,
  }
}

// The middle of a square on the dragon's back.
export function middle(plan: Plan, frame: Frame, square: number): { x: number; y: number; row: number } {
  const place = frame.turned ? squares - square : square - 1
  const row = Math.floor(place / plan.columns), along = place % plan.columns
  const x = plan.left + plan.cell * (row % 2 === 0 ? along : plan.columns - 1 - along)
  return { x, y: plan.bottom - row * plan.pitch, row }
}

// The line of the dragon's back, from the lower end to the upper one.
export function spine(plan: Plan): string {
  const r = 46, straight = plan.pitch - 2 * r
  let path = `M${plan.left - plan.cell / 2} ${plan.bottom}`
  for (let row = 0; row < plan.rows; row++) {
    const rightwards = row % 2 === 0, sweep = rightwards ? 0 : 1, sign = rightwards ? 1 : -1
    if (row === plan.rows - 1) path += `H${rightwards ? plan.right + plan.cell / 2 : plan.left - plan.cell / 2}`
    else
      path +=
        `H${rightwards ? plan.right + plan.bend - r : plan.left - plan.bend + r}a${r} ${r} 0 0 ${sweep} ${sign * r} ${-r}` +
        `v${-straight}a${r} ${r} 0 0 ${sweep} ${-sign * r} ${-r}`
  }
  return path
}

function pose(plan: Plan, frame: Frame, piece: Piece): Pose {
  const turn = 0, scale = 1
  if (piece.place === 'stock') {
    const kind = kinds.indexOf(piece.kind), room = (plan.width - 40) / kinds.length, gap = (room - 74) / 11
    return { x: 20 + kind * room + 32 + gap * piece.level, y: plan.stock, turn, scale, order: 2000 + piece.level }
  }
  const { x, y, row } = middle(plan, frame, Number(piece.place))
  return { x, y: y - 2 - step * piece.level, turn, scale, order: (plan.rows - row) * 20 + piece.level }
}

function spots(plan: Plan, frame: Frame, waiting: boolean): Spot[] {
  const all: Spot[] = []
  for (let square = 1; square <= squares; square++) {
    const { x, y } = middle(plan, frame, square), width = plan.cell, height = plan.pitch - 4
    const path = `M${x - 40} ${y}a40 17 0 1 0 80 0a40 17 0 1 0 -80 0z`
    all.push({ name: String(square), x, y: y + 32 - height / 2, width, height, path, floor: y, kind: 'cell' })
  }
  if (!waiting) return all
  const x = plan.width / 2, y = plan.stock - 8, width = plan.width - 24, height = 74
  return [...all, { name: 'stock', x, y, width, height, path: boxPath(x, y, width, height, 14), kind: 'stock' }]
}

export function layout(scene: Scene, frame: Frame): Layout {
  const plan = planOf(scene, frame)
  const places = spots(plan, frame, scene.pieces.some((piece) => piece.place === 'stock'))
  return {
    width: plan.width, height: plan.height, unit: 1, spots: places,
    core: { x: 0, y: 34, width: plan.width, height: plan.bottom + 10 },
    centre: null,
    hit: (x, y) => hitBox(places, x, y),
    pose: (piece) => pose(plan, frame, piece),
    travel: (before, after): Path => (before.place === after.place ? { kind: 'line' } : { kind: 'arc', height: 90 }),
  }
}

// With two speeds: how many piles a leap from a square goes.
export function leapOf(scene: Scene, square: number): number {
  return scene.options.speed === 'two' ? Number(scene.options.dragon?.[square - 1] ?? 0) : 0
}

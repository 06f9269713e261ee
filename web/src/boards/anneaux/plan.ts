// Where things are in the picture of Three Rings: rings of eight cells, handles that turn them, a tray for each player.
import type { Piece } from '../../core/types.ts'
import { boxPath, hitBox, type Frame, type Layout, type Scene, type Spot } from '../drawing.ts'
import type { Path, Pose } from '../motion.ts'

export const rings = 'abc', sectors = 8, pawns = 10
const hole = 60, thickness = 74, gap = 4
export const disc = 326 // from the middle to the edge of the room the rings take
const slot = 50

export const innerOf = (ring: number) => hole + (thickness + gap) * ring
export const outerOf = (ring: number) => innerOf(ring) + thickness
const middleOf = (ring: number) => innerOf(ring) + thickness / 2

export interface Tray {
  player: number
  x: number // upper left corner
  y: number
  columns: number
  width: number
  height: number
}

export interface Plan {
  width: number
  height: number
  x: number // middle of the rings
  y: number
  trays: Tray[]
  handles: number // line of the handles' middles
}

// Where things are: trays above and below on a phone, at the sides where there is room.
export function planOf(players: number, frame: Frame): Plan {
  const columns = frame.narrow ? 5 : 2, wide = columns * slot + 16, high = (pawns / columns) * slot + 44
  const side = frame.narrow ? 0 : wide + 12, above = frame.narrow ? high + 8 : 0
  const width = 2 * (disc + side), handles = above + 2 * disc + 40, height = handles + 44 + above
  const right = width - wide - 2, low = height - high - 2
  const corners = [{ x: 2, y: low }, { x: 2, y: 2 }, { x: right, y: 2 }, { x: right, y: low }]
  const seats = players === 2 ? [0, frame.narrow ? 1 : 2] : [0, 1, 2, 3]
  const opposite = [2, 3, 0, 1]
  const trays = seats.slice(0, players).map((seat, i) => {
    const corner = corners[frame.turned ? (opposite[seat] ?? 0) : seat] ?? { x: 0, y: 0 }
    return { player: i + 1, ...corner, columns, width: wide, height: high }
  })
  return { width, height, x: width / 2, y: above + disc, trays, handles }
}

// A point in the direction of a sector (1 to 8, halves are borders), clockwise from above.
export function around(plan: Plan, frame: Frame, sector: number, radius: number): { x: number; y: number } {
  const angle = ((sector - 1) / sectors) * 2 * Math.PI + (frame.turned ? Math.PI : 0)
  return { x: plan.x + radius * Math.sin(angle), y: plan.y - radius * Math.cos(angle) }
}

// The piece of a ring that a sector cuts out.
export function cellPath(plan: Plan, frame: Frame, ring: number, sector: number): string {
  const inner = innerOf(ring) + 1.5, outer = outerOf(ring) - 1.5
  const at = (s: number, r: number) => {
    const { x, y } = around(plan, frame, s, r)
    return `${x.toFixed(2)} ${y.toFixed(2)}`
  }
  return (
    `M${at(sector - 0.5, outer)}A${outer} ${outer} 0 0 1 ${at(sector + 0.5, outer)}` +
    `L${at(sector + 0.5, inner)}A${inner} ${inner} 0 0 0 ${at(sector - 0.5, inner)}Z`
  )
}

export const isCell = (place: string) => /^[abc][1-8]$/.test(place)
const ringOf = (place: string) => rings.indexOf(place[0] ?? 'a')

// The outer half of a ring, where pawns leave room for a finger.
export function isRim(layout: Layout, ring: string, at: { x: number; y: number }): boolean {
  const { centre } = layout, index = rings.indexOf(ring)
  const radius = centre ? Math.hypot(at.x - centre.x, at.y - centre.y) : 0
  return radius >= middleOf(index) && radius < outerOf(index) + gap / 2
}

function pose(plan: Plan, frame: Frame, piece: Piece): Pose {
  const turn = 0
  if (isCell(piece.place)) return { ...around(plan, frame, Number(piece.place[1]), middleOf(ringOf(piece.place))), turn, scale: 1, order: 0 }
  const tray = plan.trays.find((each) => each.player === piece.player)
  if (!tray) return { x: plan.x, y: plan.y, turn, scale: 0.4, order: 0 }
  const index = piece.place.startsWith('taken') ? pawns - 1 - piece.level : piece.level
  const x = tray.x + 8 + ((index % tray.columns) + 0.5) * slot
  const y = tray.y + 34 + (Math.floor(index / tray.columns) + 0.5) * slot
  return { x, y, turn, scale: piece.place.startsWith('taken') ? 0.6 : 0.76, order: piece.level }
}

function spots(plan: Plan, frame: Frame, players: number): Spot[] {
  const all: Spot[] = []
  for (let ring = 2; ring >= 0; ring--)
    for (let sector = 1; sector <= sectors; sector++) {
      const path = cellPath(plan, frame, ring, sector), box = { width: 66, height: 66 }
      all.push({ name: `${rings[ring]}${sector}`, ...around(plan, frame, sector, middleOf(ring)), ...box, path, kind: 'cell' })
    }
  for (const [ring, name] of [...rings].entries())
    for (const sign of '-+') {
      const x = plan.x + (ring - 1) * 214 + (sign === '-' ? -62 : 62), box = { x, y: plan.handles, width: 84, height: 80 }
      all.push({ name: `${name}${sign}`, ...box, path: boxPath(x, plan.handles, 84, 80, 16), kind: 'handle' })
    }
  for (const tray of plan.trays.slice(0, players)) {
    const x = tray.x + tray.width / 2, y = tray.y + tray.height / 2
    const box = { x, y, width: tray.width, height: tray.height }
    all.push({ name: `@${tray.player}`, ...box, path: boxPath(x, y, tray.width, tray.height, 14), kind: 'stock' })
  }
  return all
}

function hit(plan: Plan, frame: Frame, places: readonly Spot[], x: number, y: number): string | null {
  const dx = x - plan.x, dy = y - plan.y, radius = Math.hypot(dx, dy)
  const ring = [...rings].findIndex((_, i) => radius >= innerOf(i) - gap / 2 && radius < outerOf(i) + gap / 2)
  if (ring < 0) return hitBox(places.filter((spot) => spot.kind !== 'cell'), x, y)
  const turns = Math.atan2(dx, -dy) / (2 * Math.PI) + (frame.turned ? 0.5 : 0)
  const sector = ((Math.round(turns * sectors) % sectors) + sectors) % sectors
  return `${rings[ring]}${sector + 1}`
}

function travel(plan: Plan, before: Piece, after: Piece): Path {
  if (!isCell(before.place) || !isCell(after.place)) return { kind: 'arc', height: 40 }
  const steps = Math.abs(Number(before.place[1]) - Number(after.place[1])), near = steps === 1 || steps === sectors - 1
  if (ringOf(before.place) === ringOf(after.place)) return near ? { kind: 'orbit', x: plan.x, y: plan.y } : { kind: 'arc', height: 70 }
  return steps === 0 && Math.abs(ringOf(before.place) - ringOf(after.place)) === 1 ? { kind: 'line' } : { kind: 'arc', height: 70 }
}

export function layout(scene: Scene, frame: Frame): Layout {
  const plan = planOf(scene.players, frame), places = spots(plan, frame, scene.players)
  return {
    width: plan.width, height: plan.height, unit: 1, spots: places,
    core: { x: plan.x - disc + 22, y: plan.y - disc + 22, width: 2 * disc - 44, height: 2 * disc - 44 },
    centre: { x: plan.x, y: plan.y },
    hit: (x, y) => hit(plan, frame, places, x, y),
    pose: (piece) => pose(plan, frame, piece),
    travel: (before, after) => travel(plan, before, after),
  }
}

// Where things are in the picture of San Ta Si cut through the middle: three towers of concentric columns, heights to
// scale, and the cylinders that are left, seen from outside.
import type { Piece } from '../../core/types.ts'
import { boxPath, hitBox, type Frame, type Layout, type Scene, type Spot } from '../drawing.ts'
import type { Path, Pose } from '../motion.ts'

export const sizes = 'ABCDE', colours = 'bs', towers = 3
export const strip = 21, tower = 9 * strip // a tower cut through: nine strips
const between = 26, margin = 12, above = 64, slotHeight = 112
export const width = 2 * margin + towers * tower + (towers - 1) * between
export const slotWidth = (width - 2 * margin) / sizes.length

// Lines of the drawing; a phone held upright has room for higher towers.
export interface Lines {
  room: number // for the towers
  base: number // where they stand
  stock: number // upper edge of the slots
  height: number
}

export function linesOf(frame: Frame): Lines {
  const room = frame.narrow ? 450 : 372, base = above + room, stock = base + 96
  return { room, base, stock, height: stock + 2 * slotHeight + 6 }
}

const order = (site: number, turned: boolean) => (turned ? towers - site : site - 1)

export function towerX(site: number, turned: boolean): number {
  return margin + (order(site, turned) + 0.5) * tower + order(site, turned) * between
}

export const sizeOf = (piece: Piece) => sizes.indexOf(piece.kind)
export const isBuilt = (piece: Piece) => /^[123]$/.test(piece.place)

// How many units of the drawing a unit of height is: two thirds of the highest column there can be fit, or, once a tower
// is higher, all of it.
export function unitOf(scene: Scene, frame: Frame): number {
  const { room } = linesOf(frame)
  const sums = new Map<string, number>()
  for (const piece of scene.pieces) sums.set(piece.kind, (sums.get(piece.kind) ?? 0) + piece.top - piece.base)
  const most = Math.max(1, ...sums.values()), built = Math.max(0, ...scene.pieces.filter(isBuilt).map((piece) => piece.top))
  return room / (built > most * 0.62 ? most : most * 0.66)
}

export function towerHeight(scene: Scene, site: number): number {
  return Math.max(0, ...scene.pieces.filter((piece) => piece.place === String(site)).map((piece) => piece.top))
}

// A slot of the stock: the middle of its floor.
export function slotAt(place: string, frame: Frame): { x: number; y: number } {
  const row = colours.indexOf(place[0] ?? 'b'), column = sizes.indexOf(place[1] ?? 'A')
  const line = frame.turned ? 1 - row : row
  return { x: margin + (column + 0.5) * slotWidth, y: linesOf(frame).stock + (line + 1) * slotHeight - 12 }
}

// Cylinders that wait are drawn smaller, so that the highest fits its slot.
function smallOf(scene: Scene, unit: number): number {
  const highest = Math.max(1, ...scene.pieces.map((piece) => piece.top - piece.base))
  return Math.min(0.52, 58 / (highest * unit))
}

function pose(unit: number, small: number, frame: Frame, piece: Piece): Pose {
  const turn = 0
  if (isBuilt(piece)) {
    const x = towerX(Number(piece.place), frame.turned)
    return { x, y: linesOf(frame).base - piece.base * unit, turn, scale: 1, order: sizeOf(piece) * 10 + piece.level }
  }
  const slot = slotAt(piece.place, frame)
  return { x: slot.x + 4 - 3 * piece.level, y: slot.y - 16 + 4 * piece.level, turn, scale: small, order: 100 + piece.level }
}

function spots(frame: Frame): Spot[] {
  const all: Spot[] = [], { base } = linesOf(frame)
  for (let site = 1; site <= towers; site++) {
    const box = { x: towerX(site, frame.turned), y: (base + 150) / 2, width: tower + between - 4, height: base + 20 }
    all.push({ name: String(site), ...box, path: boxPath(box.x, box.y, box.width, box.height, 16), kind: 'area' })
  }
  for (const colour of colours)
    for (const size of sizes) {
      const { x, y } = slotAt(`${colour}${size}`, frame)
      const box = { x, y: y - slotHeight / 2 + 12, width: slotWidth - 4, height: slotHeight - 4 }
      all.push({ name: `${colour}${size}`, ...box, path: boxPath(box.x, box.y, box.width, box.height, 12), kind: 'stock' })
    }
  return all
}

// A cylinder is lifted until all of it is above the towers, and let down.
function travel(unit: number, before: Piece, after: Piece): Path {
  return isBuilt(before) !== isBuilt(after) ? { kind: 'drop', top: above + 6 + (after.top - after.base) * unit } : { kind: 'line' }
}

export function layout(scene: Scene, frame: Frame): Layout {
  const highest = Math.max(...[1, 2, 3].map((site) => towerHeight(scene, site)))
  const unit = unitOf(scene, frame), seen = Math.max(300, highest * unit + 12), small = smallOf(scene, unit), places = spots(frame), { base, height } = linesOf(frame)
  return {
    width, height, unit, spots: places,
    travel: (before, after) => travel(unit, before, after),
    core: { x: 0, y: base - seen, width, height: seen + 16 },
    centre: null,
    hit: (x, y) => hitBox(places, x, y),
    pose: (piece) => pose(unit, small, frame, piece),
  }
}

// The picture of San Ta Si cut through the middle: three towers of concentric columns, heights to scale, and the
// cylinders that are left, seen from outside.
import type { Game, Piece } from '../../core/types.ts'
import { t } from '../../i18n/index.svelte.ts'
import { boxPath, hitBox, piecesAt, topOf, type Drawing, type Frame, type Layout, type Scene, type Spot } from '../drawing.ts'
import type { Path, Pose } from '../motion.ts'
import Figure from './Figure.svelte'
import Ground from './Ground.svelte'

export const sizes = 'ABCDE', colours = 'bs', towers = 3
export const strip = 21, tower = 9 * strip // a tower cut through: nine strips
const between = 26, margin = 12, room = 372, above = 64
export const base = above + room
const slotHeight = 98, stockTop = base + 104, small = 0.56
export const width = 2 * margin + towers * tower + (towers - 1) * between
export const slotWidth = (width - 2 * margin) / sizes.length
export const height = stockTop + 2 * slotHeight + 8

const order = (site: number, turned: boolean) => (turned ? towers - site : site - 1)

export function towerX(site: number, turned: boolean): number {
  return margin + (order(site, turned) + 0.5) * tower + order(site, turned) * between
}

export const sizeOf = (piece: Piece) => sizes.indexOf(piece.kind)
export const isBuilt = (piece: Piece) => /^[123]$/.test(piece.place)

// How many units of the drawing a unit of height is: two thirds of the highest column there can be fit, or, once a tower
// is higher, all of it.
export function unitOf(scene: Scene): number {
  const sums = new Map<string, number>()
  for (const piece of scene.pieces) sums.set(piece.kind, (sums.get(piece.kind) ?? 0) + piece.top - piece.base)
  const most = Math.max(1, ...sums.values()), built = Math.max(0, ...scene.pieces.filter(isBuilt).map((piece) => piece.top))
  return room / (built > most * 0.62 ? most : most * 0.66)
}

export function towerHeight(scene: Scene, site: number): number {
  return Math.max(0, ...scene.pieces.filter((piece) => piece.place === String(site)).map((piece) => piece.top))
}

export function slotAt(place: string, turned: boolean): { x: number; y: number } {
  const row = colours.indexOf(place[0] ?? 'b'), column = sizes.indexOf(place[1] ?? 'A')
  const line = turned ? 1 - row : row
  return { x: margin + (column + 0.5) * slotWidth, y: stockTop + (line + 1) * slotHeight - 14 }
}

function pose(unit: number, frame: Frame, piece: Piece): Pose {
  const turn = 0
  if (isBuilt(piece)) {
    const x = towerX(Number(piece.place), frame.turned)
    return { x, y: base - piece.base * unit, turn, scale: 1, order: sizeOf(piece) * 10 + piece.level }
  }
  const slot = slotAt(piece.place, frame.turned)
  return { x: slot.x + 4 - 3 * piece.level, y: slot.y - 12 + 4 * piece.level, turn, scale: small, order: 100 + piece.level }
}

function spots(frame: Frame): Spot[] {
  const all: Spot[] = []
  for (let site = 1; site <= towers; site++) {
    const box = { x: towerX(site, frame.turned), y: base / 2 + 46, width: tower + between - 4, height: base + 84 }
    all.push({ name: String(site), ...box, path: boxPath(box.x, box.y, box.width, box.height, 16), kind: 'area' })
  }
  for (const colour of colours)
    for (const size of sizes) {
      const { x, y } = slotAt(`${colour}${size}`, frame.turned)
      const box = { x, y: y - slotHeight / 2 + 14, width: slotWidth - 4, height: slotHeight - 4 }
      all.push({ name: `${colour}${size}`, ...box, path: boxPath(box.x, box.y, box.width, box.height, 12), kind: 'stock' })
    }
  return all
}

function travel(before: Piece, after: Piece): Path {
  return isBuilt(before) !== isBuilt(after) ? { kind: 'drop', top: 24 } : { kind: 'line' }
}

function layout(scene: Scene, frame: Frame): Layout {
  const unit = unitOf(scene), places = spots(frame)
  return {
    width, height, unit, spots: places, travel,
    hit: (x, y) => hitBox(places, x, y),
    pose: (piece) => pose(unit, frame, piece),
  }
}

const colourNames: Record<string, () => string> = { b: () => t('board.santasi.blue'), s: () => t('board.santasi.silver') }

function column(pieces: Piece[], size: string): string {
  const own = pieces.filter((piece) => piece.kind === size)
  const words = own.map((piece) => {
    const colour = colourNames[colours[piece.player - 1] ?? 'b']?.() ?? ''
    return piece.visible ? colour : t('board.santasi.hidden', { colour })
  })
  return t('board.santasi.column', { size, cylinders: words.join(', ') })
}

function label(scene: Scene, _game: Game, place: string): string {
  const held = piecesAt(scene, place), [first] = held
  if (/^[bs]/.test(place)) {
    const args = { size: place[1] ?? '', colour: colourNames[place[0] ?? 'b']?.() ?? '', n: held.length }
    return t('board.santasi.stock', { ...args, height: first ? first.top - first.base : 0 })
  }
  if (held.length === 0) return t('board.santasi.site', { place })
  const columns = [...sizes].filter((size) => held.some((piece) => piece.kind === size)).map((size) => column(held, size))
  return t('board.santasi.tower', { place, height: towerHeight(scene, Number(place)), columns: columns.join('; ') })
}

export const santasi: Drawing = {
  layout, Ground, Figure, label,
  source: () => null,
  carried: (scene, steps) => {
    const from = steps[0] ? topOf(scene, steps[0].name) : -1
    return from < 0 ? [] : [from]
  },
  grab: () => null,
  retracts: () => false,
  twist: () => null,
  Setup: null,
  solid: null,
}

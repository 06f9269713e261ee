// The picture of Siam: 25 squares, the reserve of either side, what each square holds in words.
import type { Game, Piece, Step } from '../../core/types.ts'
import { c } from '../../i18n/catalogue.svelte.ts'
import { t } from '../../i18n/index.svelte.ts'
import { boxPath, hitBox, piecesAt, topOf, type Drawing, type Frame, type Layout, type Scene, type Spot } from '../drawing.ts'
import type { Path, Pose } from '../motion.ts'
import Figure from './Figure.svelte'
import Ground from './Ground.svelte'

export const size = 5, square = 100, left = 34, top = 98, slot = 70
export const width = 2 * left + size * square, bottom = top + size * square, height = bottom + 124

const turns: Record<string, number> = { n: 0, e: 90, s: 180, w: 270 }

// The middle of a square, from its name.
export function middle(place: string, turned: boolean): { x: number; y: number } {
  const file = place.charCodeAt(0) - 97, rank = Number(place[1]) - 1
  const across = turned ? size - 1 - file : file, down = turned ? rank : size - 1 - rank
  return { x: left + (across + 0.5) * square, y: top + (down + 0.5) * square }
}

// The middle of a player's reserve; player 1 sits below unless the board is turned.
export function reserveLine(player: number, turned: boolean): number {
  return (player === 1) === turned ? 43 : bottom + 80
}

function isSquare(place: string): boolean {
  return /^[a-e][1-5]$/.test(place)
}

function pose(piece: Piece, frame: Frame): Pose {
  if (isSquare(piece.place)) {
    const turn = (turns[piece.facing] ?? 0) + (frame.turned && piece.kind !== 'rock' ? 180 : 0)
    return { ...middle(piece.place, frame.turned), turn, scale: 1, order: 0 }
  }
  const turn = 0, scale = 0.66, order = piece.level
  if (piece.place.startsWith('@')) {
    const y = reserveLine(Number(piece.place[1]), frame.turned)
    return { x: left + slot * (piece.level + 0.5), y, turn, scale, order }
  }
  return { x: width - left - slot / 2, y: reserveLine(1, frame.turned), turn, scale: 0.6, order }
}

function travel(before: Piece, after: Piece): Path {
  return isSquare(before.place) && isSquare(after.place) ? { kind: 'line' } : { kind: 'arc', height: 30 }
}

function spots(frame: Frame): Spot[] {
  const all: Spot[] = []
  for (let rank = size; rank >= 1; rank--)
    for (const file of 'abcde') {
      const { x, y } = middle(`${file}${rank}`, frame.turned)
      all.push({ name: `${file}${rank}`, x, y, width: square, height: square, path: boxPath(x, y, square, square), kind: 'cell' })
    }
  for (const player of [1, 2]) {
    const x = left + 2.5 * slot, y = reserveLine(player, frame.turned)
    const box = { x, y, width: 5 * slot, height: 80 }
    all.push({ name: `@${player}`, ...box, path: boxPath(x, y, box.width, box.height, 14), kind: 'stock' })
  }
  return frame.turned ? all.reverse() : all
}

function layout(_scene: Scene, frame: Frame): Layout {
  const places = spots(frame)
  return {
    width, height, unit: 1, spots: places, travel,
    hit: (x, y) => hitBox(places, x, y),
    pose: (piece) => pose(piece, frame),
  }
}

function animal(piece: Piece): string {
  if (piece.kind === 'rock') return t('board.siam.rock')
  const kind = piece.kind === 'elephant' ? t('board.siam.elephant') : t('board.siam.rhino')
  const facing = facings[piece.facing]
  return facing ? t('board.siam.facing', { animal: kind, facing: facing() }) : kind
}

const facings: Record<string, () => string> = {
  n: () => t('board.facing.north'),
  e: () => t('board.facing.east'),
  s: () => t('board.facing.south'),
  w: () => t('board.facing.west'),
}

function label(scene: Scene, game: Game, place: string): string {
  const held = piecesAt(scene, place)
  if (place.startsWith('@')) {
    const player = c(game.players[Number(place[1]) - 1] ?? place)
    return t('board.siam.reserve', { player, n: held.length })
  }
  const [piece] = held
  return piece ? t('board.holds', { place, what: animal(piece) }) : t('board.empty', { place })
}

export const siam: Drawing = {
  layout, Ground, Figure, label,
  source: () => null,
  carried: (scene, steps: readonly Step[]) => {
    const from = steps[0] ? topOf(scene, steps[0].name) : -1
    return from < 0 ? [] : [from]
  },
  grab: () => null,
  retracts: () => false,
  twist: () => null,
  Setup: null,
  solid: null,
}

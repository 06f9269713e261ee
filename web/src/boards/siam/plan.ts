// Where things are in the picture of Siam: 25 squares, and the reserve of either side.
import type { Piece } from '../../core/types.ts'
import { boxPath, hitBox, type Frame, type Layout, type Scene, type Spot } from '../drawing.ts'
import type { Path, Pose } from '../motion.ts'

export const size = 5, square = 100, left = 34, top = 112, slot = 70, tray = 72
export const width = 2 * left + size * square, bottom = top + size * square, height = bottom + 116

const out = 'taken0' // where rocks are that have left the board
const turns: Record<string, number> = { n: 0, e: 90, s: 180, w: 270 }

// The middle of a square, from its name.
export function middle(place: string, turned: boolean): { x: number; y: number } {
  const file = place.charCodeAt(0) - 97, rank = Number(place[1]) - 1
  const across = turned ? size - 1 - file : file, down = turned ? rank : size - 1 - rank
  return { x: left + (across + 0.5) * square, y: top + (down + 0.5) * square }
}

// The middle of a player's reserve; player 1 sits below unless the board is turned.
export function reserveLine(player: number, turned: boolean): number {
  return (player === 1) === turned ? 3 + tray / 2 : bottom + 40 + tray / 2
}

export function isSquare(place: string): boolean {
  return /^[a-e][1-5]$/.test(place)
}

const directions: Record<string, { x: number; y: number }> = { n: { x: 0, y: -1 }, e: { x: 1, y: 0 }, s: { x: 0, y: 1 }, w: { x: -1, y: 0 } }
const rim = 25 // from the edge of a square to the middle of what lies outside the board

// Where a rock lies that the last move has pushed off the board: outside the edge over which it fell. Null when no such move
// is known.
function fallenAt(scene: Scene, frame: Frame): { x: number; y: number } | null {
  const rock = scene.last?.before.find((piece, i) => piece.kind === 'rock' && isSquare(piece.place) && scene.pieces[scene.last?.motion[i] ?? -1]?.place === out)
  const way = directions[scene.last?.move.at(-1) ?? ''] // the text of a push ends with its direction
  if (!rock || !way) return null
  const { x, y } = middle(rock.place, frame.turned), sign = frame.turned ? -1 : 1
  return { x: x + sign * way.x * (square / 2 + rim), y: y + sign * way.y * (square / 2 + rim) }
}

// Who has a fallen rock below the name: the winner, when nobody saw where it fell. 0: nobody.
export function rockHolder(scene: Scene, frame: Frame): number {
  return scene.pieces.some((piece) => piece.place === out) && !fallenAt(scene, frame) ? scene.winner || 1 : 0
}

function pose(piece: Piece, scene: Scene, frame: Frame): Pose {
  if (isSquare(piece.place)) {
    const turn = (turns[piece.facing] ?? 0) + (frame.turned && piece.kind !== 'rock' ? 180 : 0)
    return { ...middle(piece.place, frame.turned), turn, scale: 1, order: 0 }
  }
  const turn = 0, scale = 0.66, order = piece.level
  if (piece.place.startsWith('@')) {
    const y = reserveLine(Number(piece.place[1]), frame.turned)
    return { x: left + slot * (piece.level + 0.5), y, turn, scale, order }
  }
  const fallen = piece.level === 0 ? fallenAt(scene, frame) : null
  if (fallen) return { ...fallen, turn: 70, scale: 0.45, order: 1000 }
  return { x: left + 5 * slot + 36 + 42 * piece.level, y: reserveLine(rockHolder(scene, frame) || 1, frame.turned) + 18, turn, scale: 0.45, order }
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
    const box = { x, y, width: 5 * slot, height: tray }
    all.push({ name: `@${player}`, ...box, path: boxPath(x, y, box.width, box.height, 14), kind: 'stock' })
  }
  return frame.turned ? all.reverse() : all
}

export function layout(scene: Scene, frame: Frame): Layout {
  const places = spots(frame)
  return {
    width, height, unit: 1, spots: places, travel,
    core: { x: left - 8, y: top - 8, width: size * square + 16, height: size * square + 16 },
    centre: null,
    hit: (x, y) => hitBox(places, x, y),
    pose: (piece) => pose(piece, scene, frame),
  }
}

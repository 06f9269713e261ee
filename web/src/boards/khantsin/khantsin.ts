// The picture of Khan Tsin: how its moves are made by hand, and what each place holds in words.
import type { Game, Piece, Step } from '../../core/types.ts'
import { t } from '../../i18n/index.svelte.ts'
import { piecesAt, type Drawing, type Scene } from '../drawing.ts'
import Figure from './Figure.svelte'
import Ground from './Ground.svelte'
import { kinds, layout, leapOf } from './plan.ts'
import Setup from './Setup.svelte'

// The colour that the player who sets up places.
function placedKind(scene: Scene): string {
  return kinds[scene.player - 1] ?? ''
}

function carried(scene: Scene, steps: readonly Step[]): number[] {
  const [from, count] = steps
  if (!from) return []
  const indices = [...scene.pieces.keys()].filter((i) => scene.pieces[i]?.place === from.name)
  indices.sort((a, b) => (scene.pieces[a]?.level ?? 0) - (scene.pieces[b]?.level ?? 0))
  if (from.name === 'stock') return indices.filter((i) => scene.pieces[i]?.kind === placedKind(scene)).slice(-1)
  if (scene.setup) return []
  return count?.item ? indices.slice(-Number(count.name)) : []
}

// Grabbing a baron takes those above it along; where that is not allowed, the nearest number that is.
function grab(scene: Scene, piece: Piece, items: readonly Step[]): Step | null {
  const wanted = piecesAt(scene, piece.place).length - piece.level
  const away = (item: Step) => Math.abs(Number(item.name) - wanted)
  return [...items].sort((a, b) => away(a) - away(b))[0] ?? null
}

const colours: Record<string, () => string> = {
  red: () => t('board.khantsin.red'),
  black: () => t('board.khantsin.black'),
  white: () => t('board.khantsin.white'),
}

function label(scene: Scene, _game: Game, place: string): string {
  const held = piecesAt(scene, place), names = held.map((piece) => colours[piece.kind]?.() ?? piece.kind)
  if (place === 'stock') return t('board.khantsin.stock', { n: held.filter((piece) => piece.kind === placedKind(scene)).length })
  const leap = leapOf(scene, Number(place)), where = leap > 0 ? t('board.khantsin.leap', { place, leap }) : place
  if (held.length === 0) return t('board.empty', { place: where })
  if (held.length === 1) return t('board.holds', { place: where, what: names[0] ?? '' })
  return t('board.khantsin.pile', { place: where, n: held.length, colours: names.join(', ') })
}

export const khantsin: Drawing = {
  layout, Ground, Figure, label, carried, grab, Setup,
  source: (scene) => (scene.setup ? 'stock' : null),
  retracts: (scene, place) => piecesAt(scene, place)[0]?.kind === placedKind(scene),
  editing: {
    isBoard: (place) => place !== 'stock', single: false, columns: false,
    home: () => 'stock',
    away: () => null,
    fresh: (piece) => piece,
    turned: () => null,
  },
  sample: '-36 -40 72 64',
  kindLabel: (kind) => colours[kind]?.() ?? kind,
  partAt: () => null,
  isRim: () => false,
  turnOf: () => '',
  twist: () => null,
  solid: null,
}

// The picture of Siam: how its moves are made by hand, and what each place holds in words.
import type { Game, Piece } from '../../core/types.ts'
import { c } from '../../i18n/catalogue.svelte.ts'
import { t } from '../../i18n/index.svelte.ts'
import { carriesTop, piecesAt, type Drawing, type Scene } from '../drawing.ts'
import Figure from './Figure.svelte'
import Ground from './Ground.svelte'
import { isSquare, layout } from './plan.ts'

function animal(piece: Piece): string {
  const kind = kinds[piece.kind]?.() ?? piece.kind
  const facing = facings[piece.facing]
  return facing ? t('board.siam.facing', { animal: kind, facing: facing() }) : kind
}

const kinds: Record<string, () => string> = {
  elephant: () => t('board.siam.elephant'),
  rhino: () => t('board.siam.rhino'),
  rock: () => t('board.siam.rock'),
}

const facings: Record<string, () => string> = {
  n: () => t('board.facing.north'),
  e: () => t('board.facing.east'),
  s: () => t('board.facing.south'),
  w: () => t('board.facing.west'),
}

const clockwise: Record<string, string> = { n: 'e', e: 's', s: 'w', w: 'n' }

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
  carried: carriesTop,
  grab: () => null,
  retracts: () => false,
  partAt: () => null,
  isRim: () => false,
  turnOf: () => '',
  twist: () => null,
  editing: {
    isBoard: isSquare, single: true, columns: false,
    home: (piece) => (piece.player === 0 ? 'taken0' : `@${piece.player}`),
    away: () => null,
    fresh: (piece) => (piece.player === 0 ? piece : { ...piece, facing: piece.player === 1 ? 'n' : 's' }),
    turned: (piece) => (piece.facing === '' ? null : { ...piece, facing: clockwise[piece.facing] ?? 'n' }),
  },
  sample: '-50 -50 100 100',
  kindLabel: (kind) => kinds[kind]?.() ?? kind,
  Setup: null,
  solid: null,
}

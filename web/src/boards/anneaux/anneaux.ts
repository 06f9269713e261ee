// The picture of Three Rings: how its moves are made by hand, what turns, and what each place holds in words.
import type { Game } from '../../core/types.ts'
import { c } from '../../i18n/catalogue.svelte.ts'
import { t } from '../../i18n/index.svelte.ts'
import { carriesTop, piecesAt, topOf, type Drawing, type Scene, type Twist } from '../drawing.ts'
import Figure from './Figure.svelte'
import Ground from './Ground.svelte'
import { isCell, isRim, layout } from './plan.ts'

function twist(move: string): Twist | null {
  const turn = /^([abc])([+-])$/.exec(move)
  return turn ? { part: turn[1] ?? '', angle: turn[2] === '+' ? 45 : -45 } : null
}

function label(scene: Scene, game: Game, place: string): string {
  const held = piecesAt(scene, place), [piece] = held
  if (place.startsWith('@')) {
    const lost = piecesAt(scene, `taken${place[1]}`).length
    return t('board.anneaux.tray', { player: c(game.players[Number(place[1]) - 1] ?? place), n: held.length, lost })
  }
  if (place.endsWith('+')) return t('board.anneaux.clockwise', { ring: place[0] ?? '' })
  if (place.endsWith('-')) return t('board.anneaux.anticlockwise', { ring: place[0] ?? '' })
  if (!piece) return t('board.empty', { place })
  const player = c(game.players[piece.player - 1] ?? String(piece.player))
  return t('board.holds', { place, what: piece.spent ? t('board.anneaux.spent', { player }) : player })
}

export const anneaux: Drawing = {
  layout, Ground, Figure, label, twist,
  source: (scene) => (topOf(scene, `@${scene.player}`) < 0 ? null : `@${scene.player}`),
  // A place of one's own, or the reserve; a pawn that is taken stays where it is until it is gone.
  carried: (scene, steps) => carriesTop(scene, steps).filter((i) => scene.pieces[i]?.player === scene.player),
  grab: () => null,
  partAt: (place) => (isCell(place) ? (place[0] ?? null) : null),
  isRim,
  turnOf: (part, angle) => `${part}${angle > 0 ? '+' : '-'}`,
  retracts: () => false,
  editing: {
    isBoard: isCell, single: true, columns: false,
    home: (piece) => `@${piece.player}`,
    away: (piece) => `taken${piece.player}`,
    fresh: (piece) => piece,
    turned: (piece) => ({ ...piece, spent: !piece.spent }),
  },
  sample: '-36 -36 72 72',
  kindLabel: (_kind, player) => player,
  Setup: null,
  solid: null,
}

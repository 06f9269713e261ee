// The picture of Siam: how its moves are made by hand, and what each place holds in words.
import type { Game, Piece } from '../../core/types.ts'
import { c } from '../../i18n/catalogue.svelte.ts'
import { t } from '../../i18n/index.svelte.ts'
import { carriesTop, piecesAt, type Drawing, type Scene } from '../drawing.ts'
import Figure from './Figure.svelte'
import Ground from './Ground.svelte'
import { layout } from './plan.ts'

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
  carried: carriesTop,
  grab: () => null,
  retracts: () => false,
  twist: () => null,
  Setup: null,
  solid: null,
}

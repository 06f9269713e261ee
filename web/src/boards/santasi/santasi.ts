// The picture of San Ta Si: how its moves are made by hand, and what each place holds in words.
import type { Game, Piece } from '../../core/types.ts'
import { t } from '../../i18n/index.svelte.ts'
import { carriesTop, piecesAt, type Drawing, type Scene } from '../drawing.ts'
import Figure from './Figure.svelte'
import Ground from './Ground.svelte'
import { colours, layout, sizes, towerHeight } from './plan.ts'

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
    return first ? t('board.santasi.stock', { ...args, height: first.top - first.base }) : t('board.santasi.gone', args)
  }
  if (held.length === 0) return t('board.santasi.site', { place })
  const columns = [...sizes].filter((size) => held.some((piece) => piece.kind === size)).map((size) => column(held, size))
  return t('board.santasi.tower', { place, height: towerHeight(scene, Number(place)), columns: columns.join('; ') })
}

export const santasi: Drawing = {
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
    isBoard: (place) => /^[123]$/.test(place), single: false, columns: true,
    home: (piece) => `${colours[piece.player - 1] ?? 'b'}${piece.kind}`,
    away: () => null,
    fresh: (piece) => piece,
    turned: () => null,
  },
  sample: '-100 -140 200 170',
  kindLabel: (kind, player) => `${player} ${kind}`,
  Setup: null,
  solid: async () => (await import('./Towers.svelte')).default,
}

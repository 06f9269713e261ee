// What players and their seats are called.
import type { Game } from '../core/types.ts'
import { c } from '../i18n/catalogue.svelte.ts'
import { t } from '../i18n/index.svelte.ts'
import type { Seat } from '../state/game.ts'

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function playerName(game: Game, player: number): string {
  return capital(c(game.players[player - 1] ?? String(player)))
}

// `alone`: the only person at the table.
export function seatName(seat: Seat, alone: boolean): string {
  if (seat.kind === 'engine') return t('game.computer', { level: seat.level })
  return t(alone ? 'game.you' : 'game.person')
}

export function isLevel(level: number): level is 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 {
  return Number.isInteger(level) && level >= 1 && level <= 10
}

export function levelWords(level: number): string {
  return isLevel(level) ? t('level.named', { level, words: t(`level.${level}`) }) : ''
}

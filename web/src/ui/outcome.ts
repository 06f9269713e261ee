// The end of a game in words.
import type { Game, View } from '../core/types.ts'
import { c } from '../i18n/catalogue.svelte.ts'
import { t } from '../i18n/index.svelte.ts'
import { payoffs, seatOf, type Play } from '../state/game.ts'
import { capital, playerName } from './names.ts'

export function headline(play: Play, view: View, game: Game): string {
  const { winner } = payoffs(play, view.result)
  if (winner === 0) return play.ending ? t('result.shared') : t('result.drawn')
  const people = play.seats.filter((seat) => seat.kind === 'person').length
  if (people === 1 && seatOf(play, winner)?.kind === 'person') return t('result.youwon')
  if (people === 1 && play.seats.length === 2) return t('result.youlost')
  return t('result.won', { player: playerName(game, winner) })
}

export function reason(play: Play, view: View, game: Game): string {
  if (!play.ending) return sentence(c(view.result.reason))
  const player = playerName(game, play.ending.player)
  return play.ending.kind === 'time' ? t('result.time', { player }) : t('result.resigned', { player })
}

function sentence(text: string): string {
  return text === '' ? '' : `${capital(text)}.`
}

// Live games in words.
import type { Game } from '../core/types.ts'
import { c } from '../i18n/catalogue.svelte.ts'
import { t, texts } from '../i18n/index.svelte.ts'
import { table } from '../i18n/table.ts'
import { clockText } from '../ui/clock.ts'
import { capital, playerName } from '../ui/names.ts'
import type { Declined, Live } from './live.ts'
import type { ChatLine, LiveSeat, TimeControl } from './protocol.ts'
import { o } from './texts.ts'

const w = texts(table)
const knownRefusals = ['lost', 'rated', 'taken', 'turn', 'illegal', 'time', 'offer', 'present', 'seat', 'token', 'chat', 'rate', 'limit', 'full', 'store', 'stopping'] as const

export function refusalWords(code: string): string {
  const known = knownRefusals.find((each) => each === code)
  return known ? w(`refused.${known}`) : w('refused.other', { code })
}

export function clockWords(clock: TimeControl): string {
  switch (clock.kind) {
    case 'none': return o('online.clock.none')
    case 'fischer': return o('online.clock.fischer', { minutes: Math.round((clock.base / 60) * 100) / 100, seconds: clock.increment })
    case 'days': return o('online.clock.days', { n: clock.days })
  }
}

const hour = 3_600_000, day = 24 * hour

// Time left: as a clock shows it, or in days and hours.
export function leftWords(left: number): string {
  if (left < day) return clockText(left, t('clock.point'))
  return o('online.left.days', { days: Math.floor(left / day), hours: Math.floor((left % day) / hour) })
}

export function seatWords(seat: LiveSeat): string {
  switch (seat.kind) {
    case 'open': return o('live.open')
    case 'engine': return t('game.computer', { level: seat.level })
    case 'person': return seat.bot ? o('live.program', { name: personName(seat.name) }) : personName(seat.name)
  }
}

// The rating of a seat as it is now; '' when it has none.
export function ratingNow(seat: LiveSeat | undefined): string {
  return seat?.kind === 'person' && seat.rating + seat.rated > 0 ? String(seat.rated || seat.rating) : ''
}

// The rating of a seat, and what a rated game has made of it: 1532, or 1545 (+13).
export function ratingWords(seat: LiveSeat | undefined): string {
  if (seat?.kind !== 'person' || (seat.rating === 0 && seat.rated === 0)) return ''
  if (seat.rated === 0) return String(seat.rating)
  const change = seat.rated - seat.rating
  return `${seat.rated} (${change < 0 ? '−' : '+'}${Math.abs(change)})`
}

export function personName(name: string): string {
  return name === '' ? o('online.nameless') : name
}

// The page of somebody with an account.
export function profileOf(seat: LiveSeat | undefined): string | undefined {
  return seat?.kind === 'person' && seat.user ? `/u/${encodeURIComponent(seat.name)}` : undefined
}

export function companyWords(seats: LiveSeat[]): string {
  return seats.map(seatWords).join(' – ')
}

// What has become of an offer.
export function declinedWords({ how, offer }: Declined): string {
  return o(`live.${how}.${offer}`)
}

// Who plays a seat: a name where somebody gave one, otherwise what the player is called in the game.
export function whoIs(live: Live, game: Game, seat: number): string {
  const at = live.seats[seat - 1]
  return at?.kind === 'person' && at.name !== '' ? at.name : playerName(game, seat)
}

// Who says something: a player, or somebody who watches.
export function speakerOf(line: ChatLine, game: Game): string {
  return line.name === '' && line.seat > 0 ? playerName(game, line.seat) : personName(line.name)
}

export function headline(live: Live, game: Game): string {
  const result = live.result
  if (!result || result.reason === 'aborted') return o('live.over.none')
  if (result.winner === 0) return o(result.payoff.every((share) => share === result.payoff[0]) ? 'live.over.drawn' : 'live.over.none')
  if (result.winner === live.mine) return o('live.over.youwon')
  return o('live.over.won', { who: whoIs(live, game, result.winner) })
}

function goneWords(live: Live, game: Game, seat: number): string {
  return seat === live.mine ? w('left.you') : w('left.other', { who: whoIs(live, game, seat) })
}

// Of a seat where an engine goes on for somebody.
export function replacedWords(live: Live, game: Game, seat: number): string {
  return seat === live.mine ? w('replaced.you') : w('replaced.other', { who: whoIs(live, game, seat) })
}

export function reasonWords(live: Live, game: Game): string {
  const result = live.result
  if (!result) return ''
  if (result.reason === 'left') return goneWords(live, game, 3 - result.winner) // with more than two an engine would have gone on
  if (result.reason !== 'rules') return o(`live.reason.${result.reason}`)
  return result.phrase === '' ? '' : `${capital(c(result.phrase))}.`
}

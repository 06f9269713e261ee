// What happens in a live game, for people who listen to the page: each thing once, in a few words.
import type { Game } from '../core/types.ts'
import { t, texts } from '../i18n/index.svelte.ts'
import { table } from '../i18n/table.ts'
import { playerName } from '../ui/names.ts'
import { hasSay, replacedAt, type Live } from './live.ts'
import { offerKinds } from './protocol.ts'
import { o } from './texts.ts'
import { declinedWords, headline, reasonWords, replacedWords, speakerOf, whoIs } from './words.ts'

const w = texts(table)

export function moveNews(game: Game, player: number, move: string): string {
  return `${t('game.said', { player: playerName(game, player), move })}.`
}

// What is new since `before`, except a move that the game goes on after; '' when it is nothing.
export function newsOf(live: Live, before: Live, game: Game): string {
  return [happened(live, before, game), saidNow(live, before, game)].filter((text) => text !== '').join(' ')
}

function happened(live: Live, before: Live, game: Game): string {
  const replaced = live.seats.findIndex((_, index) => replacedAt(live, index + 1) && !replacedAt(before, index + 1)) + 1
  if (live.state === 'over' && before.state !== 'over') return ended(live, before, game)
  if (live.state === 'playing' && before.state === 'open') return o('live.begun')
  if (live.state === 'open') return joined(live, before, game)
  if (before.mine > 0 && live.mine === 0) return w('seat.gone')
  if (replaced > 0) return replaced === live.mine ? '' : replacedWords(live, game, replaced) // oneself reads it on the page
  if (live.moves.length < before.moves.length) return o('live.takenback')
  if (live.declined && live.mine > 0 && live.declined !== before.declined) return declinedWords(live.declined)
  if (live.premove && live.premove.move !== before.premove?.move) return `${o('live.premove', { move: live.premove.move })}.`
  return offered(live, before, game)
}

function ended(live: Live, before: Live, game: Game): string {
  const last = live.moves.length === before.moves.length + 1 ? live.moves.at(-1) : undefined
  return `${last ? `${moveNews(game, before.turn, last)} ` : ''}${headline(live, game)}. ${reasonWords(live, game)}`
}

// Who has just joined does not know yet that the seat is their own: only those who wait at the table are told.
function joined(live: Live, before: Live, game: Game): string {
  const seat = live.seats.findIndex(({ kind }, index) => kind === 'person' && before.seats[index]?.kind === 'open') + 1
  return seat > 0 && live.mine > 0 ? o('live.joined', { who: whoIs(live, game, seat) }) : ''
}

function offered(live: Live, before: Live, game: Game): string {
  for (const offer of offerKinds.filter((each) => hasSay(live, each))) {
    const seat = live.offers[offer].find((each) => !before.offers[offer].includes(each))
    if (seat !== undefined) return seat === live.mine ? o(`live.asked.${offer}`) : o(`live.asks.${offer}`, { who: whoIs(live, game, seat) })
  }
  return ''
}

// What somebody says. Lines that come with a whole game that was asked for are older than that.
function saidNow(live: Live, before: Live, game: Game): string {
  const line = live.chat.at(-1)
  if (!line || before.missed || line.number <= (before.chat.at(-1)?.number ?? 0) || line.seat === live.mine) return ''
  return o('chat.said', { who: speakerOf(line, game), text: line.text })
}

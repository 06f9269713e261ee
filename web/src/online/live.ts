// A live game as one page knows it: plain data, changed by what the service tells and by what was sent to it. Times are
// milliseconds; `received` is this page's own clock, so that the clocks of two machines need not agree.
import type { At } from '../core/types.ts'
import type { ChatLine, EventTold, GameMessage, Happening, LiveSeat, Offer, Standing, Told, WholeGame } from './protocol.ts'

export interface Live extends WholeGame {
  received: number // when the clocks were told
  sent: string[] // moves of one's own that the service has not confirmed
  missed: boolean // an event is missing: the whole game has to be asked for
  declined: Declined | null // the last offer that was, until the player who made it moves
}

export interface Declined {
  offer: Offer
  of: number
  how: 'declined' | 'withdrawn'
}

const chatKept = 200

export function liveOf(told: Told, received: number): Live {
  const { t: _t, id: _id, ...game } = told
  return { ...game, received, sent: [], missed: false, declined: null }
}

// ---- What the service tells ------------------------------------------------------------------------------------------

export function reduce(live: Live, message: GameMessage, received: number): Live {
  if (message.game !== live.game) return live
  switch (message.t) {
    case 'game': return { ...liveOf(message, received), sent: stillSent(live, message), declined: live.declined }
    case 'event': return afterEvent(live, message, received)
    // Who comes to a seat, or loses it, sees other things of the game, such as the chat.
    case 'mine': return message.seat === live.mine ? live : { ...live, mine: message.seat, sent: [], premove: null, missed: true }
    case 'here': return { ...live, here: message.here, claims: message.claims, watchers: message.watchers }
    case 'premove': return { ...live, premove: message.move === '' ? null : { ply: message.ply, move: message.move } }
    case 'chat': return withLine(live, message.line)
  }
}

// Of the moves that were sent those that a whole game does not have yet; none when it went another way, or without the seat.
function stillSent({ sent, moves: { length: ply }, mine }: Live, told: WholeGame): string[] {
  const made = told.moves.slice(ply)
  if (told.state !== 'playing' || told.mine !== mine || told.moves.length < ply || made.some((move, index) => sent[index] !== move)) return []
  return sent.slice(made.length)
}

function afterEvent(live: Live, event: EventTold, received: number): Live {
  if (event.number <= live.number) return live // told once already
  if (event.number > live.number + 1 || event.what.kind === 'other') return { ...live, missed: true }
  const after = happened(live, event.what)
  const ends = event.standing.state === 'over' && live.state !== 'over'
  const next = { ...(ends ? ended(after) : after), ...standingOf(event.standing), number: event.number, received }
  return next.moves.length === next.ply ? next : { ...live, missed: true }
}

function standingOf(standing: Standing): Standing {
  const { state, turn, ply, now, clocks, running, result } = standing
  return { state, turn, ply, now, clocks, running, result }
}

function happened(live: Live, what: Happening): Live {
  switch (what.kind) {
    case 'join': return seatChanged(live, what.seat, { kind: 'person', name: what.name, user: what.user, bot: what.bot, level: 0, rating: what.rating, rated: 0 })
    case 'leave': return seatChanged(live, what.seat, { kind: 'open' })
    case 'move': return moved(live, what.seat, what.move)
    case 'offer': return { ...live, offers: { ...live.offers, [what.offer]: [...live.offers[what.offer], what.seat] }, declined: null }
    case 'decline': return { ...live, offers: { ...live.offers, [what.offer]: [] }, declined: declinedOf(live, what.offer, what.seat) }
    case 'takeback': return { ...live, moves: live.moves.slice(0, what.ply), sent: [], offers: noOffers(), premove: null, declined: null }
    case 'replace': return { ...replaced(live, what.seat, what.level), offers: noOffers() }
    case 'rematch': return { ...live, next: what.next }
    case 'rated': return { ...live, seats: live.seats.map((seat, index) => (seat.kind === 'person' ? { ...seat, rated: what.ratings[index] ?? 0 } : seat)) }
    case 'device': return claimed(live, what)
    case 'end': case 'other': return live
  }
}

const noOffers = (): Record<Offer, number[]> => ({ draw: [], takeback: [], rematch: [] })

// Those who offered something, and say no to it themselves, withdraw it.
function declinedOf(live: Live, offer: Offer, seat: number): Declined {
  const of = live.offers[offer][0] ?? seat
  return { offer, of, how: of === seat ? 'withdrawn' : 'declined' }
}

// What was under way ends with the game.
function ended(live: Live): Live {
  return { ...live, sent: [], premove: null, offers: noOffers(), declined: null }
}

function seatChanged(live: Live, seat: number, now: LiveSeat): Live {
  return { ...live, seats: live.seats.map((old, index) => (index === seat - 1 ? now : old)) }
}

// The seat is on another device, perhaps under another name.
function claimed(live: Live, what: Extract<Happening, { kind: 'device' }>): Live {
  const old = live.seats[what.seat - 1]
  if (old?.kind !== 'person') return live
  const rating = live.rated ? old.rating : what.rating
  return seatChanged(live, what.seat, { ...old, name: what.name ?? old.name, user: what.user, bot: what.bot, rating })
}

function replaced(live: Live, seat: number, level: number): Live {
  const old = live.seats[seat - 1]
  return old?.kind === 'person' ? seatChanged(live, seat, { ...old, level }) : live
}

// What a move declines has been told before it.
function moved(live: Live, seat: number, move: string): Live {
  const sent = live.sent[0] === move ? live.sent.slice(1) : []
  const moves = [...live.moves, move]
  const premove = live.premove && live.premove.ply > moves.length ? live.premove : null // its turn has come: it is made, or was none
  return { ...live, moves, sent, premove, declined: live.declined?.of === seat ? null : live.declined }
}

function withLine(live: Live, line: ChatLine): Live {
  if (live.chat.some((old) => old.number === line.number)) return live
  return { ...live, chat: [...live.chat, line].slice(-chatKept) }
}

export function lastLine(live: Live): number {
  return Math.max(0, ...live.chat.map(({ number }) => number))
}

// ---- What was sent to it ---------------------------------------------------------------------------------------------

export function send(live: Live, move: string): Live {
  return { ...live, sent: [...live.sent, move], premove: null }
}

export function unsend(live: Live): Live {
  return { ...live, sent: [] }
}

export function setPremove(live: Live, move: string): Live {
  return { ...live, premove: move === '' ? null : { ply: premovePly(live), move } }
}

export function withoutVoice(live: Live, who: string): Live {
  return { ...live, chat: live.chat.filter((line) => line.who !== who) }
}

// ---- What a page shows of it -----------------------------------------------------------------------------------------

// The game up to now, with one's own moves that are on their way.
export function atOf(live: Live): At {
  return { spec: live.spec, first: live.first, moves: [...live.moves, ...live.sent] }
}

export function gameIdOf(spec: string): string {
  return spec.split(':')[0] ?? ''
}

// What every seat has left at a time of this page's clock; empty without clocks.
export function clocksAt(live: Live, time: number): number[] {
  const passed = live.running && live.sent.length === 0 ? Math.max(0, time - live.received) : 0
  return live.clocks.map((left, index) => Math.max(0, index === live.turn - 1 ? left - passed : left))
}

// Whether a person plays for a seat, not an engine.
export function personAt(live: WholeGame, seat: number): boolean {
  const at = live.seats[seat - 1]
  return at?.kind === 'person' && at.level === 0
}

// Whether an engine goes on for the person who had a seat.
export function replacedAt(live: WholeGame, seat: number): boolean {
  const at = live.seats[seat - 1]
  return at?.kind === 'person' && at.level > 0
}

export function people(live: WholeGame): number {
  return live.seats.filter((_, index) => personAt(live, index + 1)).length
}

export function playing(live: Live): boolean {
  return live.state === 'playing' && live.mine > 0 && personAt(live, live.mine)
}

export function canPremove(live: Live): boolean {
  return playing(live) && live.turn !== live.mine && live.turn > 0 && live.sent.length === 0
}

// When one's next turn comes, if each of the others makes one move.
export function premovePly(live: Live): number {
  const players = live.seats.length
  return live.ply + ((live.mine - live.turn + players) % players)
}

// How long until a game can be claimed from the player to move, who is away; null when there is nothing to claim.
export function untilClaim(live: Live, time: number): number | null {
  const claim = live.claims[live.turn - 1] ?? 0
  if (!playing(live) || live.clock.kind === 'days' || live.turn === live.mine || !personAt(live, live.turn) || claim === 0) return null
  return Math.max(0, claim - live.now - (time - live.received))
}

export type Asking = 'nothing' | 'mine' | 'theirs'

// Whether one is asked when somebody offers something. For whom an engine goes on has a say in the next game only.
export function hasSay(live: Live, offer: Offer): boolean {
  return live.mine > 0 && (offer === 'rematch' || personAt(live, live.mine))
}

// Whether an offer is on the table, and whose answer it waits for.
export function asking(live: Live, offer: Offer): Asking {
  const agreed = live.offers[offer]
  if (agreed.length === 0 || !hasSay(live, offer)) return 'nothing'
  return agreed.includes(live.mine) ? 'theirs' : 'mine'
}

// Whether a seat of its own has made no move yet; then a game can still be called off.
export function canAbort(live: Live, movers: number[]): boolean {
  return playing(live) && !movers.includes(live.mine)
}

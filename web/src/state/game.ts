// A game being played on this screen: who sits where, the moves made and taken back, the clocks. Plain data and functions
// that give new data; the rules are asked elsewhere. Times are milliseconds.
import type { At, Result } from '../core/types.ts'

export type Seat = { kind: 'person' } | { kind: 'engine'; level: number; standIn?: number /* for a person who gave up or ran out of time, after so many moves */ }
export interface TimeControl { base: number; increment: number }
export interface Ply {
  move: string
  player: number // who made it
  left: number[] // on every player's clock after it; empty without clocks
}
export type Ending = { kind: 'resigned' | 'time'; player: number }

export interface Play {
  version: 1
  id: string
  created: number
  touched: number
  spec: string
  first: string // position text, '' = start
  seats: Seat[] // of players 1, 2, …
  time: TimeControl | null
  plies: Ply[] // those made, then those that can be made again
  ply: number // how many are made
  spent: number // on the clock in the turn under way
  ending: Ending | null // other than by the rules
  over: boolean // by the rules, at this point
  turned: boolean
  seed: number
}

export interface NewPlay { spec: string; first?: string; seats: Seat[]; time: TimeControl | null }

export function newPlay(wanted: NewPlay, id: string, seed: number, now: number): Play {
  const people = wanted.seats.filter((seat) => seat.kind === 'person')
  return {
    version: 1, id, created: now, touched: now, spec: wanted.spec, first: wanted.first ?? '', seats: wanted.seats,
    time: wanted.time, plies: [], ply: 0, spent: 0, ending: null, over: false,
    turned: people.length === 1 && wanted.seats[1]?.kind === 'person', seed,
  }
}

export function gameId(play: Play): string {
  return play.spec.split(':')[0] ?? ''
}

export function atOf(play: Play): At {
  return { spec: play.spec, first: play.first, moves: play.plies.slice(0, play.ply).map((ply) => ply.move) }
}

export function finished(play: Play): boolean {
  return play.over || play.ending !== null
}

export function seatOf(play: Play, player: number): Seat | null {
  return play.seats[player - 1] ?? null
}

export function standsIn(seat: Seat | null): boolean {
  return seat?.kind === 'engine' && seat.standIn !== undefined
}

// Who sat there after so many moves: whoever stands in came later.
function seatAfter(seat: Seat, ply: number): Seat {
  return seat.kind === 'engine' && seat.standIn !== undefined && ply <= seat.standIn ? { kind: 'person' } : seat
}

// Whether a person sits anywhere: without one the computers play among themselves.
export function attended(play: Play): boolean {
  return play.seats.some((seat) => seat.kind === 'person')
}

// ---- Clocks ----------------------------------------------------------------------------------------------------------

// What every player has left at the beginning of the turn under way; empty without clocks.
export function clocks(play: Play): number[] {
  if (!play.time) return []
  const { base } = play.time
  return play.plies[play.ply - 1]?.left ?? play.seats.map(() => base)
}

// What they have left now, `player` being the one whose clock has run for `spent`.
export function clocksNow(play: Play, player: number, spent: number): number[] {
  return clocks(play).map((left, index) => (index === player - 1 ? Math.max(0, left - spent) : left))
}

export interface Turn {
  mover: number
  next: number // who is to move afterwards, 0: nobody
  spent: number
  timed: boolean // false where clocks stand still, as in a set-up
  over: boolean // by the rules
}

function clocksAfter(play: Play, turn: Turn): number[] {
  if (!play.time || !turn.timed || !hasClock(play, turn.mover)) return clocks(play)
  const bonus = turn.next === turn.mover ? 0 : play.time.increment
  return clocks(play).map((left, index) => (index === turn.mover - 1 ? Math.max(0, left - turn.spent) + bonus : left))
}

// Whether a player has a clock: who stands in for somebody has none.
export function hasClock(play: Play, player: number): boolean {
  return play.time !== null && !standsIn(seatOf(play, player))
}

// How long the computer may think: its part of the clock, or what a level is given without one.
export function thinkingTime(play: Play, player: number, spent: number): number {
  if (!play.time || !hasClock(play, player)) return 2500
  const left = clocksNow(play, player, spent)[player - 1] ?? 0
  const share = left / 40 + play.time.increment * 0.7
  return Math.round(Math.max(10, Math.min(share, left / 3, 5000)))
}

// ---- Moves -----------------------------------------------------------------------------------------------------------

export function makeMove(play: Play, move: string, turn: Turn, now: number): Play {
  const ply = { move, player: turn.mover, left: clocksAfter(play, turn) }
  const again = play.plies[play.ply]
  const rest = again?.move === move ? play.plies.slice(play.ply + 1) : []
  return {
    ...play, plies: [...play.plies.slice(0, play.ply), ply, ...rest], ply: play.ply + 1, spent: 0, over: turn.over,
    touched: now,
  }
}

// Whoever gave up or ran out of time later than that is back.
export function goTo(play: Play, ply: number, now: number): Play {
  return { ...play, seats: play.seats.map((seat) => seatAfter(seat, ply)), ply, spent: 0, ending: null, over: false, touched: now }
}

function personMoves(play: Play, ply: number): boolean {
  const made = play.plies[ply]
  const seat = made && seatOf(play, made.player)
  return seat != null && (!attended(play) || seatAfter(seat, ply).kind === 'person')
}

// The point that taking back leads to, a person's turn; null when there is none.
export function undoPoint(play: Play): number | null {
  for (let ply = play.ply - 1; ply >= 0; ply--) if (personMoves(play, ply)) return ply
  return null
}

// The point that making moves again leads to: the next turn of a person, or the last point there is.
export function redoPoint(play: Play): number | null {
  if (play.ply >= play.plies.length) return null
  for (let ply = play.ply + 1; ply < play.plies.length; ply++) if (personMoves(play, ply)) return ply
  return play.plies.length
}

export function end(play: Play, ending: Ending, spent: number, now: number): Play {
  return { ...play, ending, spent, touched: now }
}

const standInLevel = 5 // as in games online

// Somebody gives up or runs out of time. With two players that ends the game; with more the computer goes on for a person,
// without a clock, as long as another one is left.
export function leave(play: Play, ending: Ending, spent: number, now: number): Play {
  const people = play.seats.filter((seat) => seat.kind === 'person')
  if (play.seats.length === 2 || people.length < 2 || seatOf(play, ending.player)?.kind !== 'person') return end(play, ending, spent, now)
  const seats = play.seats.map((seat, index): Seat => (index === ending.player - 1 ? { kind: 'engine', level: standInLevel, standIn: play.ply } : seat))
  return { ...play, seats, spent, touched: now }
}

// The same again, everybody one seat further on, so that another one begins.
export function rematch(play: Play, id: string, seed: number, now: number): Play {
  const again = play.seats.map((seat): Seat => (standsIn(seat) ? { kind: 'person' } : seat))
  const seats = [...again.slice(-1), ...again.slice(0, -1)]
  return newPlay({ spec: play.spec, first: play.first, seats, time: play.time }, id, seed, now)
}

// Who gets what in the end: by the rules, or all but the one who gave up or ran out of time.
export function payoffs(play: Play, result: Result): { winner: number; payoff: number[] } {
  if (!play.ending) return { winner: result.winner, payoff: result.payoff }
  const { player } = play.ending
  const others = play.seats.length - 1
  const payoff = play.seats.map((_, index) => (index === player - 1 ? 0 : 1 / others))
  return { winner: others === 1 ? payoff.indexOf(1) + 1 : 0, payoff }
}

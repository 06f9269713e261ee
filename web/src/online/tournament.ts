// Tournaments as the service tells them over HTTP: every answer is checked here, where it arrives.
import { clockOf, flag, gameOf, gameOrNone, list, object, reading, text, whole, word, type Fields, type TimeControl } from './protocol.ts'

export const cupKinds = ['arena', 'swiss'] as const
export type CupKind = (typeof cupKinds)[number]
const cupStates = ['ahead', 'running', 'over', 'cancelled'] as const
export type CupState = (typeof cupStates)[number]

// What a tournament is. Times are milliseconds of the server's clock, 0: not known.
export interface Cup {
  tournament: string
  title: string
  kind: CupKind
  state: CupState
  spec: string
  clock: TimeControl
  accounts: boolean
  rated: boolean
  creator: string
  rounds: number
  minutes: number
  created: number
  starts: number
  began: number
  ended: number
  round: number
  next: number
  revision: number
}

export interface CupLine extends Cup { players: number }
export interface CupLists { now: number; ahead: CupLine[]; running: CupLine[]; over: CupLine[] }

export interface CupStanding {
  rank: number
  number: number
  name: string
  user: boolean // an account
  rating: number // 0: none
  here: boolean
  playing: boolean
  points: number // of a Swiss in halves
  games: number
  wins: number
  buchholz: number // in halves
  berger: number // in quarters
  fire: boolean
}

// Two entrants by their numbers; second 0: a bye. Points in halves once the game has ended.
export interface CupPairing { round: number; board: number; first: number; second: number; game: string; points: [number, number] | null; played: boolean }

export interface WholeCup extends Cup {
  standings: CupStanding[]
  pairings: CupPairing[]
  top: string // the game that most want to see, '': none
  mine: { number: number; here: boolean; game: string; creator: boolean }
  now: number
}

export interface NewCup {
  title: string
  kind: CupKind
  spec: string
  clock: TimeControl
  rounds?: number
  minutes?: number
  starts?: number
  accounts?: boolean
  rated?: boolean
  name?: string
}

// ---- Reading ---------------------------------------------------------------------------------------------------------

function cup(from: Fields): Cup {
  return {
    tournament: gameOf(from, 'tournament'), title: text(from, 'title'), kind: word(from, 'kind', cupKinds), state: word(from, 'state', cupStates),
    spec: text(from, 'spec'), clock: clockOf(from.clock), accounts: flag(from, 'accounts'), rated: flag(from, 'rated'), creator: text(from, 'creator'),
    rounds: whole(from, 'rounds'), minutes: whole(from, 'minutes'), created: whole(from, 'created'), starts: whole(from, 'starts'),
    began: whole(from, 'began'), ended: whole(from, 'ended'), round: whole(from, 'round'), next: whole(from, 'next'), revision: whole(from, 'revision'),
  }
}

function cupLine(value: unknown): CupLine {
  const from = object(value, 'tournament')
  return { ...cup(from), players: whole(from, 'players') }
}

function cupStanding(value: unknown): CupStanding {
  const from = object(value, 'standing')
  return {
    rank: whole(from, 'rank', 1), number: whole(from, 'number', 1), name: text(from, 'name'), user: flag(from, 'user'), rating: whole(from, 'rating'),
    here: flag(from, 'here'), playing: flag(from, 'playing'), points: whole(from, 'points'), games: whole(from, 'games'), wins: whole(from, 'wins'),
    buchholz: from.buchholz === undefined ? 0 : whole(from, 'buchholz'), berger: from.berger === undefined ? 0 : whole(from, 'berger'),
    fire: from.fire === undefined ? false : flag(from, 'fire'),
  }
}

function points(value: unknown): [number, number] {
  const [first, second] = list({ value }, 'value', (each) => whole({ each }, 'each', 0, 2))
  return [first ?? 0, second ?? 0]
}

function pairing(value: unknown): CupPairing {
  const from = object(value, 'pairing')
  return {
    round: whole(from, 'round', 1), board: whole(from, 'board', 1), first: whole(from, 'first', 1), second: whole(from, 'second'),
    game: gameOrNone(from, 'game'), points: from.points === null ? null : points(from.points), played: flag(from, 'played'),
  }
}

export function readCup(value: unknown): WholeCup | null {
  return reading(() => {
    const from = object(value, 'tournament')
    const mine = object(from.mine, 'mine')
    return {
      ...cup(from), standings: list(from, 'standings', cupStanding), pairings: list(from, 'pairings', pairing), top: gameOrNone(from, 'top'),
      mine: { number: whole(mine, 'number'), here: flag(mine, 'here'), game: gameOrNone(mine, 'game'), creator: flag(mine, 'creator') }, now: whole(from, 'now'),
    }
  })
}

export function readCups(value: unknown): CupLists | null {
  return reading(() => {
    const from = object(value, 'tournaments')
    return { now: whole(from, 'now'), ahead: list(from, 'ahead', cupLine), running: list(from, 'running', cupLine), over: list(from, 'over', cupLine) }
  })
}

// ---- Words and numbers -----------------------------------------------------------------------------------------------

// Halves as people write them: 2½.
export function halves(count: number): string {
  const rest = count % 2 === 0 ? '' : '½'
  return count === 1 ? rest : `${Math.floor(count / 2)}${rest}`
}

// Quarters as people write them: 3¼.
export function quarters(count: number): string {
  const rest = ['', '¼', '½', '¾'][count % 4] ?? ''
  return count > 0 && count < 4 ? rest : `${Math.floor(count / 4)}${rest}`
}

// What a line of the standings has to show as points.
export function pointsOf(cup: Cup, standing: CupStanding): string {
  return cup.kind === 'swiss' ? halves(standing.points) : String(standing.points)
}

// A result as two numbers: 1 – 0, ½ – ½.
export function resultOf(pairing: CupPairing): string {
  return pairing.points ? `${halves(pairing.points[0])} – ${halves(pairing.points[1])}` : ''
}

// Time to wait for: h:mm:ss or m:ss.
export function waitOf(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (number: number): string => String(number).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

// ---- What comes next -------------------------------------------------------------------------------------------------

// What a tournament waits for; `left` are milliseconds.
export type CupMoment =
  | { kind: 'begins'; left: number }
  | { kind: 'self' | 'few' | 'last' | 'round' | 'over' | 'cancelled' }
  | { kind: 'ends' | 'next'; left: number }

export function momentOf(cup: Cup, now: number): CupMoment {
  if (cup.state === 'over' || cup.state === 'cancelled') return { kind: cup.state }
  if (cup.state === 'ahead') {
    if (cup.starts === 0) return { kind: 'self' }
    return now < cup.starts ? { kind: 'begins', left: cup.starts - now } : { kind: 'few' }
  }
  if (cup.kind === 'swiss') return cup.next > 0 ? { kind: 'next', left: cup.next - now } : { kind: 'round' }
  const left = cup.began + cup.minutes * 60_000 - now
  return left > 0 ? { kind: 'ends', left } : { kind: 'last' }
}

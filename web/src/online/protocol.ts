// What the page and the service say to each other, docs/protocol.md. Every message of the service is checked here, where
// it arrives: what has a wrong field is no message. Fields and kinds that are not known are passed over.
export const offerKinds = ['draw', 'takeback', 'rematch'] as const
export type Offer = (typeof offerKinds)[number]
const states = ['open', 'playing', 'over'] as const
export type State = (typeof states)[number]
const endings = ['rules', 'resigned', 'time', 'agreed', 'left', 'aborted'] as const
export type Ending = (typeof endings)[number]

export type TimeControl = { kind: 'none' } | { kind: 'fischer'; base: number; increment: number } | { kind: 'days'; days: number }
export type LiveSeat =
  | { kind: 'open' }
  | PersonSeat
  | { kind: 'engine'; level: number }
export interface PersonSeat {
  kind: 'person'
  name: string
  user: boolean // it is the name of an account
  bot: boolean // a program's account
  level: number // of the engine that goes on for them, 0: none
  rating: number // of an account when it took the seat, and after a rated game; 0: none
  rated: number
}
export type NewSeat = { kind: 'me' } | { kind: 'open' } | { kind: 'engine'; level: number }

export interface Outcome { reason: Ending; winner: number; payoff: number[]; phrase: string }
export interface ChatLine { number: number; at: number; seat: number; who: string; name: string; text: string }
export interface Premove { ply: number; move: string }
export interface GameLine { game: string; spec: string; seats: LiveSeat[]; clock: TimeControl; rated: boolean; state: State; turn: number; ply: number; changed: number; mine: number; winner: number /* once it is over; 0: nobody */ }

// What a message tells of the state of a game.
export interface Standing { state: State; turn: number; ply: number; now: number; clocks: number[]; running: boolean; result: Outcome | null }

export interface WholeGame extends Standing {
  game: string
  number: number
  created: number
  spec: string
  first: string
  moves: string[]
  seats: LiveSeat[]
  mine: number
  clock: TimeControl
  offers: Record<Offer, number[]>
  previous: string
  next: string
  here: boolean[]
  claims: number[] // of each seat: from when on the others may claim the game, of the service's clock; 0: it is here
  watchers: number
  chat: ChatLine[]
  premove: Premove | null
  listed: boolean
  rated: boolean
  tournament: string // '': none
}

export type Happening =
  | { kind: 'join'; seat: number; name: string; user: boolean; bot: boolean; rating: number }
  | { kind: 'leave'; seat: number }
  | { kind: 'device'; seat: number; name: string | null; user: boolean; bot: boolean; rating: number }
  | { kind: 'move'; seat: number; move: string; left: number }
  | { kind: 'offer' | 'decline'; seat: number; offer: Offer }
  | { kind: 'takeback'; ply: number }
  | { kind: 'replace'; seat: number; level: number; reason: Ending }
  | { kind: 'end' }
  | { kind: 'rematch'; next: string }
  | { kind: 'rated'; ratings: number[] }
  | { kind: 'other' } // of a later server

export interface Answered { t: 'ok'; id: number; fields: Fields }
export interface Refused { t: 'error'; id: number | null; code: string; message: string }
export interface Told extends WholeGame { t: 'game'; id: number | null }
export interface EventTold { t: 'event'; game: string; number: number; at: number; what: Happening; standing: Standing }

export type GameMessage =
  | Told
  | EventTold
  | { t: 'mine'; game: string; seat: number }
  | { t: 'here'; game: string; here: boolean[]; claims: number[]; watchers: number }
  | { t: 'premove'; game: string; ply: number; move: string }
  | { t: 'chat'; game: string; line: ChatLine }
export interface LobbyTold { t: 'lobby'; challenges: GameLine[]; live: GameLine[]; players: number; playing: number }
export type Message = Answered | Refused | GameMessage | LobbyTold | { t: 'begin'; game: string; previous: string } | { t: 'tournament'; tournament: string; revision: number } | { t: 'stopping' }

// What a page sends; the connection adds `id`.
export type Request =
  | { t: 'hello'; version: 1; name?: string }
  | { t: 'ping' | 'unseek' | 'games' }
  | { t: 'name'; name: string }
  | { t: 'create'; spec: string; clock: TimeControl; seats: NewSeat[]; first?: string; listed?: boolean; rated?: boolean }
  | { t: 'join'; game: string; seat?: number }
  | { t: 'leave' | 'unwatch' | 'resign' | 'abort' | 'claim' | 'link' | 'record'; game: string }
  | { t: 'watch'; game: string; number?: number; line?: number }
  | { t: 'move' | 'premove'; game: string; ply: number; move: string }
  | { t: 'offer' | 'decline'; game: string; offer: Offer }
  | { t: 'chat'; game: string; text: string }
  | { t: 'mute'; who: string; on: boolean }
  | { t: 'device'; game: string; seat: number; token: string }
  | { t: 'lobby'; on: boolean }
  | { t: 'seek'; spec: string; clock: TimeControl; rated?: boolean }
  | { t: 'tournament'; tournament: string; on: boolean }

// ---- Reading one field -----------------------------------------------------------------------------------------------

export type Fields = Record<string, unknown>

class Wrong extends Error {}

export function object(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Wrong(name)
  return value as Fields
}

export function text(from: Fields, name: string): string {
  const value = from[name]
  if (typeof value !== 'string') throw new Wrong(name)
  return value
}

export function whole(from: Fields, name: string, least = 0, most = Number.MAX_SAFE_INTEGER): number {
  const value = from[name]
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least || value > most) throw new Wrong(name)
  return value
}

// A whole number that may be left out, 0 then.
const maybe = (from: Fields, name: string): number => (from[name] === undefined ? 0 : whole(from, name))

export function flag(from: Fields, name: string): boolean {
  const value = from[name]
  if (typeof value !== 'boolean') throw new Wrong(name)
  return value
}

export function list<T>(from: Fields, name: string, read: (value: unknown) => T): T[] {
  const value = from[name]
  if (!Array.isArray(value)) throw new Wrong(name)
  return value.map(read)
}

export function word<T extends string>(from: Fields, name: string, words: readonly T[]): T {
  const found = words.find((each) => each === from[name])
  if (found === undefined) throw new Wrong(name)
  return found
}

const numberOf = (value: unknown): number => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Wrong('number')
  return value
}
const textOf = (value: unknown): string => text({ value }, 'value')
const flagOf = (value: unknown): boolean => flag({ value }, 'value')

const mostSeats = 4
const seatOf = (from: Fields, name: string, least = 1): number => whole(from, name, least, mostSeats)

export function gameOf(from: Fields, name: string): string {
  const value = text(from, name)
  if (!isGameName(value)) throw new Wrong(name)
  return value
}

export function isGameName(value: string): boolean {
  return /^[A-Za-z0-9]{12}$/.test(value)
}

// A game, or '' for none.
export const gameOrNone = (from: Fields, name: string): string => (from[name] === '' ? '' : gameOf(from, name))

// ---- Reading parts of messages ---------------------------------------------------------------------------------------

export function clockOf(value: unknown): TimeControl {
  const from = object(value, 'clock')
  switch (word(from, 'kind', ['none', 'fischer', 'days'])) {
    case 'none': return { kind: 'none' }
    case 'fischer': return { kind: 'fischer', base: whole(from, 'base'), increment: whole(from, 'increment') }
    case 'days': return { kind: 'days', days: whole(from, 'days', 1) }
  }
}

function seat(value: unknown): LiveSeat {
  const from = object(value, 'seat')
  const level = from.level === undefined ? 0 : whole(from, 'level', 1, 10)
  switch (word(from, 'kind', ['open', 'person', 'engine'])) {
    case 'open': return { kind: 'open' }
    case 'person': return { kind: 'person', name: text(from, 'name'), user: from.user === true, bot: from.bot === true, level, rating: maybe(from, 'rating'), rated: maybe(from, 'rated') }
    case 'engine': return { kind: 'engine', level }
  }
}

function seats(from: Fields): LiveSeat[] {
  const all = list(from, 'seats', seat)
  if (all.length < 2 || all.length > mostSeats) throw new Wrong('seats')
  return all
}

function outcome(value: unknown): Outcome {
  const from = object(value, 'result')
  return { reason: word(from, 'reason', endings), winner: seatOf(from, 'winner', 0), payoff: list(from, 'payoff', numberOf), phrase: text(from, 'phrase') }
}

function standing(from: Fields): Standing {
  return {
    state: word(from, 'state', states), turn: seatOf(from, 'turn', 0), ply: whole(from, 'ply'), now: whole(from, 'now'),
    clocks: from.clocks === undefined ? [] : list(from, 'clocks', numberOf),
    running: from.running === undefined ? false : flag(from, 'running'),
    result: from.result === undefined ? null : outcome(from.result),
  }
}

function line(value: unknown): GameLine {
  const from = object(value, 'line')
  return {
    game: gameOf(from, 'game'), spec: text(from, 'spec'), seats: seats(from), clock: clockOf(from.clock), rated: from.rated === true, state: word(from, 'state', states),
    turn: seatOf(from, 'turn', 0), ply: whole(from, 'ply'), changed: whole(from, 'changed'), mine: from.mine === undefined ? 0 : seatOf(from, 'mine', 0),
    winner: from.winner === undefined ? 0 : seatOf(from, 'winner', 0),
  }
}

function chatLine(value: unknown): ChatLine {
  const from = object(value, 'chat')
  return { number: whole(from, 'number'), at: whole(from, 'at'), seat: seatOf(from, 'seat', 0), who: text(from, 'who'), name: text(from, 'name'), text: text(from, 'text') }
}

function offers(value: unknown): Record<Offer, number[]> {
  const from = object(value, 'offers')
  const of = (name: Offer): number[] => list(from, name, (each) => seatOf({ each }, 'each'))
  return { draw: of('draw'), takeback: of('takeback'), rematch: of('rematch') }
}

const claims = (from: Fields): number[] => (from.claims === undefined ? [] : list(from, 'claims', numberOf))

function premove(value: unknown): Premove | null {
  if (value === undefined) return null
  const from = object(value, 'premove')
  return { ply: whole(from, 'ply'), move: text(from, 'move') }
}

function happening(from: Fields): Happening {
  const kind = text(from, 'kind')
  switch (kind) {
    case 'join': return { kind, seat: seatOf(from, 'seat'), name: text(from, 'name'), user: from.user === true, bot: from.bot === true, rating: maybe(from, 'rating') }
    case 'leave': return { kind, seat: seatOf(from, 'seat') }
    case 'device': return { kind, seat: seatOf(from, 'seat'), name: from.name === undefined ? null : text(from, 'name'), user: from.user === true, bot: from.bot === true, rating: maybe(from, 'rating') }
    case 'move': return { kind, seat: seatOf(from, 'seat'), move: text(from, 'move'), left: numberOf(from.left) }
    case 'offer':
    case 'decline': return { kind, seat: seatOf(from, 'seat'), offer: word(from, 'offer', offerKinds) }
    case 'takeback': return { kind, ply: whole(from, 'ply') }
    case 'replace': return { kind, seat: seatOf(from, 'seat'), level: whole(from, 'level', 1, 10), reason: word(from, 'reason', endings) }
    case 'end': return { kind }
    case 'rematch': return { kind, next: gameOf(from, 'next') }
    case 'rated': return { kind, ratings: list(from, 'ratings', numberOf) }
    default: return { kind: 'other' }
  }
}

// ---- Reading messages ------------------------------------------------------------------------------------------------

const idOf = (from: Fields): number | null => (from.id === undefined ? null : whole(from, 'id'))

function wholeGame(from: Fields): Told {
  const told: Told = {
    t: 'game', id: idOf(from), game: gameOf(from, 'game'), number: whole(from, 'number'), created: whole(from, 'created'), spec: text(from, 'spec'),
    first: text(from, 'first'), moves: list(from, 'moves', textOf), seats: seats(from), mine: seatOf(from, 'mine', 0), clock: clockOf(from.clock),
    offers: offers(from.offers), previous: gameOrNone(from, 'previous'), next: gameOrNone(from, 'next'), here: list(from, 'here', flagOf), claims: claims(from),
    watchers: whole(from, 'watchers'), chat: list(from, 'chat', chatLine), premove: premove(from.premove), listed: flag(from, 'listed'), rated: from.rated === true, tournament: from.tournament === undefined ? '' : gameOrNone(from, 'tournament'), ...standing(from),
  }
  const players = told.seats.length
  const timed = told.clock.kind === 'none' ? 0 : players
  if (told.moves.length !== told.ply || told.here.length !== players || told.clocks.length !== timed || told.turn > players) throw new Wrong('game')
  return told
}

function message(from: Fields): Message | null {
  switch (text(from, 't')) {
    case 'ok': return { t: 'ok', id: whole(from, 'id'), fields: from }
    case 'error': return { t: 'error', id: idOf(from), code: text(from, 'code'), message: text(from, 'message') }
    case 'game': return wholeGame(from)
    case 'event':
      return { t: 'event', game: gameOf(from, 'game'), number: whole(from, 'number', 1), at: whole(from, 'at'), what: happening(from), standing: standing(from) }
    case 'mine': return { t: 'mine', game: gameOf(from, 'game'), seat: seatOf(from, 'seat', 0) }
    case 'here': return { t: 'here', game: gameOf(from, 'game'), here: list(from, 'here', flagOf), claims: claims(from), watchers: whole(from, 'watchers') }
    case 'premove': return { t: 'premove', game: gameOf(from, 'game'), ply: whole(from, 'ply'), move: text(from, 'move') }
    case 'chat': return { t: 'chat', game: gameOf(from, 'game'), line: chatLine(from) }
    case 'begin': return { t: 'begin', game: gameOf(from, 'game'), previous: gameOrNone(from, 'previous') }
    case 'lobby':
      return { t: 'lobby', challenges: list(from, 'challenges', line), live: list(from, 'live', line), players: whole(from, 'players'), playing: whole(from, 'playing') }
    case 'tournament': return { t: 'tournament', tournament: gameOf(from, 'tournament'), revision: whole(from, 'revision') }
    case 'stopping': return { t: 'stopping' }
    default: return null
  }
}

// A message of the service; null when it is none that is known, or has a field that is not as it should be.
export function readMessage(frame: unknown): Message | null {
  return reading(() => message(object(JSON.parse(textOf(frame)), 'message')))
}

// Null instead of what cannot be read.
export function reading<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof Wrong || error instanceof SyntaxError) return null
    throw error
  }
}

// ---- Answers ---------------------------------------------------------------------------------------------------------

export interface Greeting { who: string; name: string; user: boolean /* has an account */; games: GameLine[] }

export const readGreeting = (fields: Fields): Greeting | null => reading(() => ({ who: text(fields, 'who'), name: fields.name === undefined ? '' : text(fields, 'name'), user: fields.user === true, games: list(fields, 'games', line) }))
export const readGames = (fields: Fields): { games: GameLine[]; finished: GameLine[] } | null =>
  reading(() => ({ games: list(fields, 'games', line), finished: list(fields, 'finished', line) }))
// A line of a list; throws when it is none.
export const readLine = (value: unknown): GameLine => line(value)
export const readCreated = (fields: Fields): string | null => reading(() => gameOf(fields, 'game'))
export const readLinked = (fields: Fields): { seat: number; token: string } | null =>
  reading(() => ({ seat: seatOf(fields, 'seat'), token: text(fields, 'token') }))

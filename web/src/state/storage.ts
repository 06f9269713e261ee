// Games kept in the browser between visits. What is stored is checked when it is read: whatever is not a game of ours is
// passed over and left as it is.
import type { Ending, Play, Ply, Seat, TimeControl } from './game.ts'

export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const prefix = 'tablier.game.'
const finishedKept = 12
const limits = { id: 40, spec: 200, position: 400, move: 24, plies: 4000, players: 4 }

type Fields = Record<string, unknown>

function fields(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
}

function isText(value: unknown, limit: number): value is string {
  return typeof value === 'string' && value.length <= limit
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function isPlayer(value: unknown, players: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= players
}

// Reads every item, or nothing when one of them is wrong.
function all<T>(value: unknown, limit: number, read: (item: unknown) => T | null): T[] | null {
  if (!Array.isArray(value) || value.length > limit) return null
  const items = value.map(read)
  return items.every((item) => item !== null) ? (items as T[]) : null
}

function readSeat(value: unknown): Seat | null {
  const seat = fields(value)
  if (seat?.kind === 'person') return { kind: 'person' }
  if (seat?.kind !== 'engine' || !isPlayer(seat.level, 10)) return null
  const standIn = seat.standIn === true ? 0 : seat.standIn // once it was not kept since when
  return { kind: 'engine', level: seat.level, ...(isAmount(standIn) ? { standIn } : {}) }
}

function readTime(value: unknown): TimeControl | null | 'wrong' {
  if (value === null) return null
  const time = fields(value)
  return time && isAmount(time.base) && isAmount(time.increment) ? { base: time.base, increment: time.increment } : 'wrong'
}

function readPly(value: unknown, players: number, timed: boolean): Ply | null {
  const ply = fields(value)
  if (!ply || !isText(ply.move, limits.move) || !isPlayer(ply.player, players)) return null
  const left = all(ply.left, players, (amount) => (isAmount(amount) ? amount : null))
  if (!left || left.length !== (timed ? players : 0)) return null
  return { move: ply.move, player: ply.player, left }
}

function readEnding(value: unknown, players: number): Ending | null | 'wrong' {
  if (value === null) return null
  const ending = fields(value)
  if (!ending || !isPlayer(ending.player, players)) return 'wrong'
  const kind = ending.kind === 'resigned' || ending.kind === 'time' ? ending.kind : null
  return kind ? { kind, player: ending.player } : 'wrong'
}

// The game a stored text holds, or null when it is none, or one of a version that is not known here.
export function readPlay(text: string): Play | null {
  const value = parse(text)
  if (!value || value.version !== 1) return null
  const { id, spec, first, created, touched, ply, spent, over, turned, seed } = value
  if (!isText(id, limits.id) || !isText(spec, limits.spec) || !isText(first, limits.position)) return null
  if (!isAmount(created) || !isAmount(touched) || !isAmount(ply) || !isAmount(spent) || !isAmount(seed)) return null
  if (typeof over !== 'boolean' || typeof turned !== 'boolean') return null
  const seats = all(value.seats, limits.players, readSeat)
  const time = readTime(value.time)
  if (!seats || seats.length < 2 || time === 'wrong') return null
  const plies = all(value.plies, limits.plies, (item) => readPly(item, seats.length, time !== null))
  const ending = readEnding(value.ending, seats.length)
  if (!plies || ending === 'wrong' || !Number.isInteger(ply) || ply > plies.length) return null
  return { version: 1, id, created, touched, spec, first, seats, time, plies, ply, spent, ending, over, turned, seed }
}

function parse(text: string): Fields | null {
  try {
    return fields(JSON.parse(text))
  } catch {
    return null
  }
}

export function loadPlay(store: Store, id: string): Play | null {
  const text = store.getItem(prefix + id)
  const play = text === null ? null : readPlay(text)
  return play?.id === id ? play : null
}

// False when the browser keeps nothing, because it may not or has no room.
export function savePlay(store: Store, play: Play): boolean {
  try {
    store.setItem(prefix + play.id, JSON.stringify(play))
    return true
  } catch {
    return false
  }
}

export function removePlay(store: Store, id: string): void {
  store.removeItem(prefix + id)
}

// All games kept, the one touched last first.
export function listPlays(store: Store): Play[] {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')
  const plays = keys.filter((key) => key.startsWith(prefix)).map((key) => loadPlay(store, key.slice(prefix.length)))
  return plays.filter((play) => play !== null).sort((a, b) => b.touched - a.touched)
}

// Forgets finished games beyond the latest few.
export function prune(store: Store): void {
  const old = listPlays(store).filter((play) => play.over || play.ending !== null).slice(finishedKept)
  for (const play of old) removePlay(store, play.id)
}

let opened: Store | null = null

// The browser's own storage, or one that lasts as long as the page where that is closed.
export function browserStore(): Store {
  opened ??= open(() => localStorage)
  return opened
}

// The same for this tab alone: it lasts until the tab is closed.
export function tabStore(): Store {
  return open(() => sessionStorage)
}

function open(storage: () => Store): Store {
  try {
    storage().getItem(prefix)
    return storage()
  } catch {
    return memoryStore()
  }
}

export function memoryStore(): Store {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    key: (index) => [...items.keys()][index] ?? null,
    get length() { return items.size },
  }
}

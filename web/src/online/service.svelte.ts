// The one connection that all pages share, and what is not about one game: whether the service answers, the lobby, the
// person's name, quick pairing, who is muted. It is open as long as a page needs it.
import { rememberAccount } from '../state/account.svelte.ts'
import { rememberGames } from '../state/awaiting.svelte.ts'
import { browserStore } from '../state/storage.ts'
import { browserSurroundings, Connection, type Reply, type Status, type Unasked } from './connection.ts'
import { readGames, type GameLine, type GameMessage, type LobbyTold, type Request, type TimeControl } from './protocol.ts'

export interface Seek { spec: string; clock: TimeControl; rated: boolean; bots: boolean /* a program will do */ }

const nameKey = 'tablier.name'
const linger = 3000 // from one page to the next the connection stays
const patience = 10_000 // for a service that may have games
const heedEvery = 30_000

interface Known {
  status: Status
  reached: boolean // the service has answered since the page was loaded
  who: string
  user: boolean // with an account
  games: GameLine[]
  finished: GameLine[]
  lobby: LobbyTold | null
  seek: Seek | null
  stopping: boolean
}

let state = $state.raw<Known>({ status: 'closed', reached: false, who: '', user: false, games: [], finished: [], lobby: null, seek: null, stopping: false })
let name = $state(browserStore().getItem(nameKey) ?? '')
let muted = $state.raw<string[]>([])
const followers = new Map<string, Follower>()
const begun = new Set<(game: string, previous: string) => void>()
let tournament: { name: string; changed: () => void } | null = null
let users = 0
let lobbies = 0

// Somebody who follows one game.
export interface Follower {
  greeted: () => void
  told: (message: GameMessage) => void
}

const connection = new Connection(browserSurroundings, {
  status: (status) => (state = { ...state, status, ...(status === 'open' ? {} : { stopping: false }) }),
  greeted: (greeting) => {
    state = { ...state, reached: true, who: greeting.who, user: greeting.user, games: greeting.games }
    heed()
    rememberAccount(greeting.user ? greeting.name : '')
    for (const who of muted) void ask({ t: 'mute', who, on: true })
    for (const follower of followers.values()) follower.greeted()
    if (lobbies > 0) void ask({ t: 'lobby', on: true })
    if (state.seek) void ask({ t: 'seek', ...state.seek })
    if (tournament) lookAt(tournament.name)
  },
  told: receive,
  name: () => name,
})

function receive(message: Unasked): void {
  switch (message.t) {
    case 'lobby':
      state = { ...state, lobby: message }
      return
    case 'tournament':
      if (tournament?.name === message.tournament) tournament.changed()
      return
    case 'stopping':
      state = { ...state, stopping: true }
      return
    case 'begin':
      state = { ...state, seek: null }
      void refreshGames()
      for (const run of begun) run(message.game, message.previous)
      return
    default:
      followers.get(message.game)?.told(message)
      if (changesGames(message)) void refreshGames()
  }
}

// Whether one has a game more, or less, after a message.
function changesGames(message: GameMessage): boolean {
  switch (message.t) {
    case 'game': return message.mine > 0 && message.state !== 'over' && !state.games.some((line) => line.game === message.game)
    case 'mine': return true
    case 'event': return message.standing.state === 'over' && state.games.some((line) => line.game === message.game)
    default: return false
  }
}

export function ask(request: Request): Promise<Reply> {
  return connection.request(request)
}

// ---- Coming and going ------------------------------------------------------------------------------------------------

// Opens the connection for a page; gives what the page calls when it goes.
export function useService(): () => void {
  users++
  connection.open()
  const wake = (): void => {
    if (!document.hidden) connection.retry()
  }
  const lose = (): void => connection.interrupt()
  window.addEventListener('online', wake)
  window.addEventListener('offline', lose)
  document.addEventListener('visibilitychange', wake)
  return () => {
    window.removeEventListener('online', wake)
    window.removeEventListener('offline', lose)
    document.removeEventListener('visibilitychange', wake)
    users--
    setTimeout(() => {
      if (users === 0) connection.close()
    }, linger)
  }
}

// Asks once whether there are games of one's own.
export function callIn(): void {
  setTimeout(useService(), patience)
}

// As long as there are, the connection stays whatever page is shown, and now and then it is asked whose turn it is.
let heeding: (() => void) | null = null

function heed(): void {
  const { games } = state
  rememberGames(games.length, games.filter((line) => line.state === 'playing' && line.turn === line.mine).length)
  if (games.length === 0) {
    heeding?.()
    heeding = null
  } else if (!heeding) {
    const leave = useService()
    const timer = setInterval(() => void (document.hidden || connection.status !== 'open' || refreshGames()), heedEvery)
    heeding = () => {
      clearInterval(timer)
      leave()
    }
  }
}

export function retry(): void {
  connection.retry()
}

// Connects anew, as whoever the cookies say now.
export function renew(): void {
  if (connection.status === 'closed') return
  connection.close()
  if (users > 0) connection.open()
}

export function useLobby(): () => void {
  lobbies++
  if (connection.status === 'open') void ask({ t: 'lobby', on: true })
  return () => {
    if (--lobbies === 0 && connection.status === 'open') void ask({ t: 'lobby', on: false })
    unseek()
  }
}

export function follow(game: string, follower: Follower): () => void {
  followers.set(game, follower)
  if (connection.status === 'open') follower.greeted()
  return () => {
    if (followers.get(game) !== follower) return
    followers.delete(game)
    if (connection.status !== 'open') return
    void ask({ t: 'unwatch', game })
    void refreshGames()
  }
}

function lookAt(name: string): void {
  void ask({ t: 'tournament', tournament: name, on: true })
  tournament?.changed() // what happened before is not told
}

// Calls back when a tournament has changed, or may have while there was no connection; one at a time.
export function onTournament(name: string, changed: () => void): () => void {
  const own = { name, changed }
  tournament = own
  if (connection.status === 'open') lookAt(name)
  return () => {
    if (tournament !== own) return
    tournament = null
    if (connection.status === 'open') void ask({ t: 'tournament', tournament: name, on: false })
  }
}

// Calls back when a game with one's own seat begins, by pairing or as a rematch.
export function onBegin(run: (game: string, previous: string) => void): () => void {
  begun.add(run)
  return () => void begun.delete(run)
}

// ---- What is known ---------------------------------------------------------------------------------------------------

export const status = (): Status => state.status
export const reached = (): boolean => state.reached
export const stopping = (): boolean => state.stopping
export const me = (): string => state.who
export const hasAccount = (): boolean => state.user
export const myGames = (): GameLine[] => state.games
export const myFinished = (): GameLine[] => state.finished
export const lobby = (): LobbyTold | null => state.lobby
export const seeking = (): Seek | null => state.seek
export const mutes = (): string[] => muted
export const ownName = (): string => name

// ---- Doing something -------------------------------------------------------------------------------------------------

export async function seek(wanted: Seek): Promise<Reply> {
  state = { ...state, seek: wanted }
  const reply = await ask({ t: 'seek', ...wanted })
  if (reply.t === 'error') state = { ...state, seek: null }
  return reply
}

export function unseek(): void {
  if (!state.seek) return
  state = { ...state, seek: null }
  if (connection.status === 'open') void ask({ t: 'unseek' })
}

// What others see from now on; at most 64 bytes.
export function chooseName(wanted: string): void {
  name = shortened(wanted.trim(), 64)
  try {
    browserStore().setItem(nameKey, name)
  } catch {
    // Where there is no room the name lasts as long as the page.
  }
  if (connection.status === 'open') void ask({ t: 'name', name })
}

// A text without the characters that go beyond so many bytes.
export function shortened(text: string, most: number): string {
  const encoder = new TextEncoder()
  let kept = text
  while (encoder.encode(kept).length > most) kept = [...kept].slice(0, -1).join('')
  return kept
}

export function mute(who: string, on: boolean): void {
  muted = muted.filter((each) => each !== who)
  if (on) muted = [...muted, who]
  if (connection.status === 'open') void ask({ t: 'mute', who, on })
}

export async function refreshGames(): Promise<void> {
  const reply = await ask({ t: 'games' })
  const lists = reply.t === 'ok' ? readGames(reply.fields) : null
  if (!lists) return
  state = { ...state, ...lists }
  heed()
}

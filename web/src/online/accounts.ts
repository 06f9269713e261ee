// Accounts: making one, signing in and out, where one is signed in, the profile of somebody. docs/api.md.
import { ask, get, list, number, reading, send, text, type Fields, type Outcome } from './api.ts'
import { readLine, type GameLine, type State } from './protocol.ts'

export interface Me { account: string | null; bot: boolean /* it is a program's */; registration: boolean }
export interface SessionLine { id: string; began: number; seen: number; address: string; agent: string; current: boolean }
export interface User { name: string; created: number; bot: boolean }
export interface PastGame { line: GameLine; created: number; won: boolean | null /* null: neither won nor lost, or not over */; state: State }
export interface PastGames { games: PastGame[]; next: string }

export function whoAmI(): Promise<Me | null> {
  return get('/me', (from) => ({ account: from.account === null ? null : text(from.account as Fields, 'name'), bot: from.account !== null && (from.account as Fields).bot === true, registration: from.registration === true }))
}

// What is typed with a dead key may come as two characters; names are compared as one.
const written = (name: string): string => name.trim().normalize('NFC')

export function register(name: string, password: string): Promise<Outcome> {
  return send('POST', '/accounts', { name: written(name), password })
}

export function signIn(name: string, password: string): Promise<Outcome> {
  return send('POST', '/session', { name: written(name), password })
}

export function signOut(): Promise<Outcome> {
  return send('DELETE', '/session')
}

export const nameOf = (fields: Fields): string => reading(() => text(fields.account as Fields, 'name')) ?? ''
export const claimedOf = (fields: Fields): number => reading(() => number(fields, 'claimed')) ?? 0

export function sessions(): Promise<SessionLine[] | null> {
  return get('/sessions', (from) =>
    list(from, 'sessions', (each) => ({
      id: text(each, 'id'), began: number(each, 'began'), seen: number(each, 'seen'), address: text(each, 'address'), agent: text(each, 'agent'), current: each.this === true,
    })))
}

export function endSession(id: string): Promise<Outcome> {
  return send('DELETE', `/sessions/${id}`)
}

export function endOthers(): Promise<Outcome> {
  return send('DELETE', '/sessions')
}

export function changePassword(password: string, wanted: string, keepTokens: boolean): Promise<Outcome> {
  return send('POST', '/account/password', { password, new: wanted, keep_tokens: keepTokens })
}

export function deleteAccount(password: string): Promise<Outcome> {
  return send('POST', '/account/deletion', { password })
}

// 'none': nobody has this name; null: the service does not answer.
export async function userOf(name: string): Promise<User | 'none' | null> {
  const answer = await ask(`/users/${encodeURIComponent(name)}`)
  if (answer?.status === 404) return 'none'
  if (answer?.status !== 200) return null
  return reading(() => ({ name: text(answer.fields, 'name'), created: number(answer.fields, 'created'), bot: answer.fields.bot === true }))
}

function pastGame(from: Fields): PastGame {
  const line = readLine(from)
  const result = from.result as Fields | undefined
  const winner = result ? number(result, 'winner') : 0
  return { line, created: number(from, 'created'), state: line.state, won: winner === 0 ? null : winner === line.mine }
}

export function gamesOf(name: string, before: string): Promise<PastGames | null> {
  const query = before === '' ? '' : `?${new URLSearchParams({ before }).toString()}`
  return get(`/users/${encodeURIComponent(name)}/games${query}`, (from) => ({ games: list(from, 'games', pastGame), next: text(from, 'next') }))
}

// ---- Browsers in words -----------------------------------------------------------------------------------------------

const browsers = [['Edg', 'Edge'], ['OPR', 'Opera'], ['Firefox', 'Firefox'], ['Chrom', 'Chrome'], ['Safari', 'Safari']] as const
const systems = [['Android', 'Android'], ['iPhone', 'iPhone'], ['iPad', 'iPad'], ['Windows', 'Windows'], ['Mac OS', 'macOS'], ['Linux', 'Linux']] as const

// What a browser says of itself, in the two words that tell it from others: 'Firefox, Linux'.
export function browserWords(agent: string): string {
  const found = [browsers, systems].map((known) => known.find(([mark]) => agent.includes(mark))?.[1])
  const words = found.filter((word) => word !== undefined)
  return words.length > 0 ? words.join(', ') : agent.slice(0, 40)
}

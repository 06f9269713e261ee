// What becomes of games, asked of the service over HTTP: what people played in a position, an analysis by the server, how
// somebody stands. Every answer is checked where it arrives; what is not as it should be is no answer.
import type { Line } from '../core/types.ts'
import type { Value } from '../state/tree.ts'
import { ask, get, list, number, numbers, text, Wrong, reading, type Fields } from './api.ts'

export interface Played { move: string; count: number; drawn: number; won: number[] }
export interface Judgement { value: Value & Pick<Line, 'turns' | 'atMost'>; chances: number[] }
export interface JudgedPly extends Judgement { move: string; mark: number; best: string }
export type ServerAnalysis =
  | { state: 'none' | 'failed' }
  | { state: 'waiting'; ahead: number }
  | { state: 'working'; done: number; total: number }
  | { state: 'done'; first: Judgement /* of the first position, for the player to move */; plies: JudgedPly[] }
export type Refusal = { state: 'refused'; code: string }

export const clockClasses = ['fast', 'rapid', 'slow', 'days'] as const
export type ClockClass = (typeof clockClasses)[number]
export interface Rating { game: string; class: ClockClass; rating: number; deviation: number; games: number }
export interface Score { game: string; class: ClockClass; rated: boolean; won: number; drawn: number; lost: number }
export interface PastRating { game: string; class: ClockClass; at: number; rating: number }
export interface Standing { ratings: Rating[]; scores: Score[]; history: PastRating[] }

function classOf(from: Fields): ClockClass {
  const found = clockClasses.find((each) => each === from.class)
  if (!found) throw new Wrong('class')
  return found
}

function judgement(from: Fields): Judgement {
  const count = (name: string): number => (from[name] === undefined ? 0 : number(from, name))
  const value = { centi: count('centi'), mate: count('mate'), turns: count('turns'), proven: from.proven === true, atMost: from.atMost === true }
  return { value, chances: from.chances === undefined ? [] : numbers(from, 'chances') }
}

function plyOf(from: Fields): JudgedPly {
  return { ...judgement(from), move: text(from, 'move'), mark: number(from, 'mark'), best: text(from, 'best') }
}

export function readAnalysis(from: Fields): ServerAnalysis {
  switch (from.state) {
    case 'none':
    case 'failed': return { state: from.state }
    case 'waiting': return { state: 'waiting', ahead: number(from, 'ahead') }
    case 'working': return { state: 'working', done: number(from, 'done'), total: number(from, 'total') }
    case 'done': return { state: 'done', first: judgement(from.first as Fields), plies: list(from, 'plies', plyOf) }
    default: throw new Wrong('state')
  }
}

export const readPlayed = (from: Fields): Played[] =>
  list(from, 'moves', (each) => ({ move: text(each, 'move'), count: number(each, 'count'), drawn: number(each, 'drawn'), won: numbers(each, 'won') }))

export function readStanding(from: Fields): Standing {
  const key = (each: Fields) => ({ game: text(each, 'game'), class: classOf(each) })
  return {
    ratings: list(from, 'ratings', (each) => ({ ...key(each), rating: number(each, 'rating'), deviation: number(each, 'deviation'), games: number(each, 'games') })),
    scores: list(from, 'scores', (each) => ({ ...key(each), rated: each.rated === true, won: number(each, 'won'), drawn: number(each, 'drawn'), lost: number(each, 'lost') })),
    history: list(from, 'history', (each) => ({ ...key(each), at: number(each, 'at'), rating: number(each, 'rating') })),
  }
}

// ---- Asking ----------------------------------------------------------------------------------------------------------

export function playedAt(spec: string, position: string): Promise<Played[] | null> {
  return get(`/explorer?${new URLSearchParams({ spec, position }).toString()}`, readPlayed)
}

export function standingOf(user: string): Promise<Standing | null> {
  return get(`/users/${encodeURIComponent(user)}/ratings`, readStanding)
}

export function analysisOf(game: string): Promise<ServerAnalysis | null> {
  return get(`/games/${game}/analysis`, readAnalysis)
}

export async function askAnalysis(game: string): Promise<ServerAnalysis | Refusal | null> {
  const answer = await ask(`/games/${game}/analysis`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' })
  if (!answer) return null
  if (answer.status < 300) return reading(() => readAnalysis(answer.fields))
  return reading(() => ({ state: 'refused' as const, code: text(answer.fields.error as Fields, 'code') }))
}

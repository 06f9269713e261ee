// What the engine thinks of a game: values as chances, and what a move has cost. The measures are those of
// `tablier analyse` (docs/records.md).
import type { Line, News } from '../core/types.ts'
import { boundsOf, type Bounds } from './proof.ts'
import type { TreeNode, Value } from './tree.ts'

// A part of all chances, from 0 to 1.
export function chanceOf(value: Value): number {
  if (value.mate !== 0) return value.mate > 0 ? 1 : 0
  return 1 / (1 + Math.exp(-value.centi / 100))
}

export function valueOfChance(chance: number): Value {
  const kept = Math.min(0.999, Math.max(0.001, chance))
  return { centi: Math.round(100 * Math.log(kept / (1 - kept))), mate: 0 }
}

// The value of the move that has ended the game, for its player.
export function valueOfEnd(payoff: number): Value {
  if (payoff <= 0) return { centi: 0, mate: -1 }
  return payoff >= 1 ? { centi: 0, mate: 1 } : valueOfChance(payoff)
}

// The value of the move before a position, made by the player to move there or by the other one of two.
export function valueBefore(value: Value, same: boolean): Value {
  const sign = same ? 1 : -1, mate = sign * value.mate
  return { ...value, centi: sign * value.centi || 0, mate: mate + Math.sign(mate) || 0 }
}

const faults = [{ loss: 0.3, mark: 4 }, { loss: 0.2, mark: 2 }, { loss: 0.1, mark: 6 }]

export function markOfLoss(loss: number): number | null {
  return faults.find((fault) => loss >= fault.loss)?.mark ?? null
}

export function isFault(mark: number): boolean {
  return faults.some((fault) => fault.mark === mark)
}

// What is known of one position of a line.
export interface Finding {
  player: number // to move, 0: over
  payoff: number[] // once over
  move: string // the engine's
  news: News | null // null when over
}
export interface Verdict { value: Value; chances: number[]; mark: number | null }

// The move by `mover` between two positions of a game with so many players.
function valueOfMove(before: Finding, after: Finding, move: string, following: Value): Value {
  if (after.player === 0) return valueOfEnd(after.payoff[before.player - 1] ?? 0)
  if (!before.news?.chances.length) return valueBefore(following, after.player === before.player)
  const line = before.news.lines.find((other) => other.moves[0] === move)
  return line ? valueOf(line) : valueOfChance(after.news?.chances[before.player - 1] ?? 0)
}

export function valueOf(line: Line): Value {
  const { centi, mate, proven } = line
  return proven ? { centi, mate, proven } : { centi, mate }
}

function valueFound(finding: Finding): Value {
  const best = finding.news?.lines[0]
  return best ? valueOf(best) : { centi: 0, mate: 0 }
}

// What was found of a position, for its player, within what is proven of it.
function valueWithin(found: Value, { low, high, plies }: Bounds, player: number): Value {
  const [least, most] = player === 1 ? [low, high] : [-high, -low]
  if (least === most && least !== 0) return { centi: 0, mate: least * (found.mate * least > 0 ? Math.abs(found.mate) : plies), proven: true }
  if (least === most) return { centi: 0, mate: 0, proven: true }
  if (found.mate !== 0) return found
  return { ...found, centi: Math.min(most === 0 ? 0 : Infinity, Math.max(least === 0 ? 0 : -Infinity, found.centi)) }
}

// The value of every position of a line for its player, given what was found there. With two players nothing contradicts
// what is proven anywhere in the line.
export function valuesOf(findings: readonly Finding[], moves: readonly string[]): Value[] {
  if (findings.some((finding) => finding.news?.chances.length)) return findings.map(valueFound)
  const bounds = boundsOf(findings, moves)
  return findings.map((finding, i) => (finding.player === 0 ? valueFound(finding) : valueWithin(valueFound(finding), bounds[i] as Bounds, finding.player)))
}

// What a move has cost. One after which a won position still looks good may well win.
function lossOf(found: Value, made: Value): number {
  const open = found.proven && found.mate > 0 && !made.proven && made.mate === 0
  return open && chanceOf(made) >= 0.5 ? 0 : chanceOf(found) - chanceOf(made)
}

// Judges the moves of a line, given what was found in the positions before, between and after them. Where everything loses
// no move is to blame.
export function judgeLine(findings: Finding[], moves: readonly string[]): Verdict[] {
  const verdicts: Verdict[] = [], values = valuesOf(findings, moves)
  let following = values[moves.length] as Value
  for (let i = moves.length - 1; i >= 0; i--) {
    const before = findings[i] as Finding, after = findings[i + 1] as Finding, move = moves[i] ?? ''
    const found = values[i] as Value, made = valueOfMove(before, after, move, following)
    const loss = lossOf(found, made)
    const chances = after.player === 0 && before.news?.chances.length ? after.payoff : (after.news?.chances ?? [])
    verdicts.unshift({ value: made, chances, mark: before.move === move ? null : markOfLoss(loss) })
    following = loss < 0 && !found.proven ? made : found
  }
  return verdicts
}

// Positions that deserve a second look: those before or after a move that is blamed because of a proof on its other side,
// while nothing is proven there yet.
export function doubtful(findings: Finding[], moves: readonly string[]): number[] {
  const values = valuesOf(findings, moves)
  const proven = (i: number): boolean => findings[i]?.player === 0 || values[i]?.proven === true
  return judgeLine(findings, moves).flatMap(({ mark }, i) => (mark === null || proven(i) === proven(i + 1) ? [] : [proven(i) ? i + 1 : i]))
}

// A node with its verdict; marks for faults that were there before go.
export function withVerdict(node: TreeNode, verdict: Verdict): TreeNode {
  const others = node.marks.filter((mark) => !isFault(mark))
  const marks = verdict.mark === null ? others : [verdict.mark, ...others.slice(0, 7)]
  return { ...node, value: verdict.value, chances: verdict.chances, marks }
}

// ---- What is shown ---------------------------------------------------------------------------------------------------

// What both players can expect, from the value for one of them.
export function chancesFor(value: Value, player: number): number[] {
  const chance = chanceOf(value)
  return player === 1 ? [chance, 1 - chance] : [1 - chance, chance]
}

export function chancesNow(news: News, player: number, players: number): number[] | null {
  if (news.chances.length === players) return news.chances
  const best = news.lines[0]
  return best && players === 2 ? chancesFor(best, player) : null
}

// What every player can expect after the move of a node; null when it is not known for all of them. The value of the
// first position is for the player to move, who makes the move after it.
export function chancesAfter(node: TreeNode, players: number): number[] | null {
  if (node.chances.length === players) return node.chances
  const player = node.player > 0 ? node.player : (node.children[0]?.player ?? 0)
  return node.value && player > 0 && players === 2 ? chancesFor(node.value, player) : null
}

// The player a value speaks for, and what it says of that player: of two, the one who stands better.
export type Said =
  | { player: number; kind: 'chance'; percent: number }
  | { player: number; kind: 'win' | 'loss'; turns: number; atMost: boolean }
  | { player: 0; kind: 'draw' }

// How long a win takes is told in turns of the winner, where they were counted; else every second move is taken for one.
export function said(value: Value & Partial<Pick<Line, 'turns' | 'atMost'>>, player: number, players: number): Said {
  const better = value.mate > 0 || (value.mate === 0 && value.centi >= 0)
  const of = better || players > 2 ? player : 3 - player
  const turns = value.turns || Math.ceil(Math.abs(value.mate) / 2)
  if (value.mate !== 0) return { player: of, kind: of === player && !better ? 'loss' : 'win', turns, atMost: value.atMost ?? false }
  if (value.proven) return { player: 0, kind: 'draw' }
  const chance = chanceOf(value)
  return { player: of, kind: 'chance', percent: Math.round(100 * (of === player ? chance : 1 - chance)) }
}

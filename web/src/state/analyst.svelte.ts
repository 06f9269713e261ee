// The engine at the analysis board: looks at whatever point is shown, or at a whole game from its end to its beginning.
// There is one search at a time; what comes back late, for a point that was left meanwhile, is dropped.
import type { At, Engine, News, Rules } from '../core/types.ts'
import { doubtful, judgeLine, valuesOf, type Finding, type Verdict } from './judge.ts'
import type { Value } from './tree.ts'

export const mostLines = 5
const patience = 120_000 // milliseconds for one position; then it is good enough
const again = 8 // so much longer a second look takes
const startDelay = 60 // so that walking through a game does not start a search at every step

export interface Progress { done: number; all: number }
export interface Judged { findings: Finding[]; first: Value /* of the first position */; verdicts: Verdict[] }

export class Analyst {
  on = $state(false)
  lines = $state(2)
  news: News | null = $state.raw(null)
  progress: Progress | null = $state.raw(null)
  resting = $state(false) // it has thought long enough about this point
  private readonly rules: Rules
  private readonly engine: Engine
  private wanted: At | null = null
  private turn = 0 // counts changes of what is wanted
  private running: Promise<void> = Promise.resolve()

  constructor(rules: Rules, engine: Engine) {
    this.rules = rules
    this.engine = engine
  }

  // The point that is shown; null when there is nothing to think about.
  look(at: At | null): void {
    this.wanted = at
    this.restart()
  }

  setOn(on: boolean): void {
    this.on = on
    this.restart()
  }

  setLines(lines: number): void {
    this.lines = Math.min(mostLines, Math.max(1, lines))
    this.restart()
  }

  // Ends everything: the page is left.
  leave(): void {
    this.on = false
    this.restart()
  }

  private restart(): void {
    const turn = ++this.turn
    this.progress = null
    this.news = null
    this.resting = false
    this.engine.stop()
    this.running = this.running.then(() => this.think(turn))
  }

  private async think(turn: number): Promise<void> {
    if (turn === this.turn) await new Promise((resolve) => setTimeout(resolve, startDelay))
    const at = this.wanted
    if (turn !== this.turn || !this.on || !at) return
    const request = { at, level: 10, ms: patience, nodes: 0, depth: 0, lines: this.lines, seed: 1 }
    try {
      const thought = await this.engine.think(request, (news) => {
        if (turn === this.turn) this.news = news
      })
      if (turn !== this.turn) return
      this.news = thought.news
      this.resting = true
    } catch {
      if (turn === this.turn) this.on = false
    }
  }

  // Looks at all positions of a game, each for some time. Null when it was stopped or the game is none.
  async judge(game: At, ms: number): Promise<Judged | null> {
    this.on = false
    this.restart()
    const turn = this.turn
    this.progress = { done: 0, all: game.moves.length + 1 }
    await this.running
    const findings = await this.findAll(game, ms, turn)
    if (turn !== this.turn) return null
    this.progress = null
    const [first] = findings ? valuesOf(findings, game.moves) : []
    return findings && first ? { findings, first, verdicts: judgeLine(findings, game.moves) } : null
  }

  // What there is to find in all positions of a game, the last one first, and once more where it is doubtful. Null when one
  // could not be looked at.
  private async findAll(game: At, ms: number, turn: number): Promise<Finding[] | null> {
    const findings: Finding[] = [], all = game.moves.length + 1
    const look = async (ply: number, time: number): Promise<boolean> => {
      const found = await this.find({ ...game, moves: game.moves.slice(0, ply) }, time)
      if (found) findings[ply] = found
      return found !== null && turn === this.turn
    }
    for (let ply = game.moves.length; ply >= 0; ply--) {
      if (!(await look(ply, ms))) return null
      this.progress = { done: all - ply, all }
    }
    const seconds = doubtful(findings, game.moves)
    for (const [i, ply] of seconds.entries()) {
      this.progress = { done: all + i, all: all + seconds.length }
      if (!(await look(ply, again * ms))) return null
    }
    return findings
  }

  private async find(at: At, ms: number): Promise<Finding | null> {
    const answer = await this.rules.view(at)
    if (!answer.ok) return null
    const { player, players, result } = answer.value
    if (player === 0) return { player, payoff: result.payoff, move: '', news: null }
    const lines = players > 2 ? mostLines : 1
    const search = this.engine.think({ at, level: 10, ms, nodes: 0, depth: 0, lines, seed: 1 }, () => undefined)
    const thought = await search.catch(() => null)
    return thought && { player, payoff: [], move: thought.move, news: thought.news }
  }
}

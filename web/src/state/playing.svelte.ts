// A game in progress: asks the rules what it looks like, lets the computer think, keeps the clocks and saves every change
// at once. Whatever comes back late, for a point of the game that was left meanwhile, is dropped.
import type { Engine, EngineRequest, Line, News, Rules, Thought, View } from '../core/types.ts'
import { atOf, clocks, clocksNow, finished, goTo, hasClock, leave, makeMove, redoPoint, seatOf, thinkingTime, undoPoint, type Ending, type Play } from './game.ts'

export interface Hint { done: boolean; line: Line | null }

export interface Surroundings {
  rules: Rules
  engine: Engine
  now: () => number
  save: (play: Play) => void
  arrived: (view: View) => void // a move was made: time for a sound and an announcement
  left: (ending: Ending, view: View) => void // somebody gave up or ran out of time
  pause: (view: View) => Promise<void> // at least so long before the computer moves, that people can follow
}

export class Playing {
  play: Play = $state.raw() as Play
  view: View | null = $state.raw(null)
  thinking = $state(false)
  news: News | null = $state.raw(null)
  hint: Hint | null = $state.raw(null)
  failure = $state('')
  stuck = $state(false) // the engine could not think: what it needs could not be loaded
  awaiting = $state(false) // the rules have been asked for another view than the one that is shown
  halted = $state(false) // the computers wait: after taking back where no person plays
  private around: Surroundings
  private since: number | null = null // when the clock was started
  private turn = 0 // counts changes, to know late answers

  constructor(play: Play, around: Surroundings) {
    this.play = play
    this.around = around
  }

  // What the player to move has spent in this turn.
  spent(): number {
    return this.play.spent + (this.since === null ? 0 : Math.max(0, this.around.now() - this.since))
  }

  clocks(): number[] {
    return clocksNow(this.play, this.view?.player ?? 0, this.spent())
  }

  myTurn(): boolean {
    return this.view !== null && !finished(this.play) && seatOf(this.play, this.view.player)?.kind === 'person'
  }

  // Shows the game as it stands, and goes on with it.
  async start(): Promise<void> {
    await this.show(false)
  }

  async move(text: string): Promise<void> {
    const view = this.view
    if (!view || this.awaiting || finished(this.play) || view.player === 0) return
    const spent = this.spent()
    const turn = this.await()
    this.interrupt()
    const at = atOf(this.play)
    const answer = await this.around.rules.view({ ...at, moves: [...at.moves, text] })
    if (turn !== this.turn) return
    if (!answer.ok) {
      this.failure = answer.message
      return this.show(false)
    }
    const after = answer.value
    const { player: next, result } = after
    this.change(makeMove(this.play, text, { mover: view.player, next, spent, timed: !view.setup, over: result.over }, this.around.now()))
    this.present(after, true)
  }

  async undo(): Promise<void> {
    const point = undoPoint(this.play)
    if (point !== null) await this.leap(point)
  }

  async redo(): Promise<void> {
    const point = redoPoint(this.play)
    if (point !== null) await this.leap(point)
  }

  // Makes several moves in a row at once, such as a set-up that is dealt.
  async moveAll(moves: string[]): Promise<void> {
    for (const move of moves) await this.move(move)
  }

  // Puts other moves in place of those made, as long as they can still be changed: in a set-up.
  async rewrite(moves: string[]): Promise<void> {
    const same = moves.findIndex((move, index) => this.play.plies[index]?.move !== move)
    const turn = this.await()
    this.interrupt()
    let play = goTo(this.play, same < 0 ? moves.length : same, this.around.now())
    for (const move of moves.slice(play.ply)) {
      const before = await this.around.rules.view(atOf(play))
      if (turn !== this.turn) return
      if (!before.ok) break
      play = makeMove(play, move, { mover: before.value.player, next: 0, spent: 0, timed: false, over: false }, this.around.now())
    }
    this.change(play)
    await this.show(false)
  }

  // The texts of the view in another language.
  async translate(): Promise<void> {
    const turn = this.turn
    const answer = await this.around.rules.view(atOf(this.play))
    if (turn === this.turn && answer.ok) this.view = { ...answer.value, last: this.view?.last ?? null }
  }

  resign(player: number): void {
    if (!finished(this.play)) this.finish({ kind: 'resigned', player })
  }

  resume(): void {
    this.halted = this.stuck = false
    void this.think()
  }

  turnBoard(): void {
    this.change({ ...this.play, turned: !this.play.turned })
  }

  async askHint(): Promise<void> {
    if (!this.myTurn() || this.hint?.done === false) return
    const turn = this.turn
    this.hint = { done: false, line: null }
    const request = { at: atOf(this.play), level: 10, ms: 1500, nodes: 0, depth: 0, lines: 1, seed: this.play.seed }
    const thought = await this.ask(request, (news) => {
      if (turn === this.turn) this.hint = { done: false, line: news.lines[0] ?? null }
    })
    if (turn === this.turn) this.hint = thought && { done: true, line: thought.news.lines[0] ?? null }
  }

  // To be called several times a second while clocks run.
  tick(): void {
    if (!this.view || this.since === null || finished(this.play)) return
    const player = this.view.player
    if (hasClock(this.play, player) && (clocks(this.play)[player - 1] ?? 0) <= this.spent()) this.finish({ kind: 'time', player })
  }

  // Saves the game with its clocks as they stand.
  keep(): void {
    this.around.save({ ...this.play, spent: this.spent() })
  }

  // Stops everything: the page is left. The clock stands until the game is opened again.
  leave(): void {
    this.keep()
    this.turn++
    this.interrupt()
  }

  // Stops everything without saving: the game goes on elsewhere.
  drop(): void {
    this.turn++
    this.interrupt()
  }

  private interrupt(): void {
    if (this.thinking || this.hint?.done === false) this.around.engine.stop()
    this.thinking = false
    this.news = null
    this.hint = null
    this.failure = ''
    this.stuck = false
    this.since = null
  }

  private change(play: Play): void {
    this.play = play
    this.around.save(play)
  }

  // Somebody gave up or ran out of time: the game is over, or goes on without them.
  private finish(ending: Ending): void {
    const play = leave(this.play, ending, this.spent(), this.around.now())
    this.turn++
    this.awaiting = false
    this.interrupt()
    this.change(play)
    if (!this.view) return
    this.around.left(ending, this.view)
    if (!finished(play)) this.present(this.view, false)
  }

  private async leap(point: number): Promise<void> {
    this.interrupt()
    this.halted = true
    this.change(goTo(this.play, point, this.around.now()))
    await this.show(false)
  }

  private async show(arrived: boolean): Promise<void> {
    const turn = this.await()
    const answer = await this.around.rules.view(atOf(this.play))
    if (turn !== this.turn) return
    this.awaiting = false
    if (answer.ok) this.present(answer.value, arrived)
    else this.failure = answer.message
  }

  // Another view is on its way; gives the number by which its answer is known.
  private await(): number {
    this.awaiting = true
    return ++this.turn
  }

  private present(view: View, arrived: boolean): void {
    this.view = view
    this.awaiting = false
    if (view.result.over !== this.play.over) this.change({ ...this.play, over: view.result.over })
    if (arrived) this.around.arrived(view)
    if (finished(this.play)) return
    if (this.play.time && !view.setup) this.since = this.around.now()
    if (this.halted && seatOf(this.play, view.player)?.kind === 'person') this.halted = false
    if (!this.halted) void this.think()
  }

  private async think(): Promise<void> {
    const view = this.view
    const seat = view && seatOf(this.play, view.player)
    if (!view || seat?.kind !== 'engine' || finished(this.play)) return
    const turn = this.turn
    this.thinking = true
    const request = {
      at: view.at, level: seat.level, ms: view.setup ? 100 : thinkingTime(this.play, view.player, this.spent()), nodes: 0,
      depth: 0, lines: 1, seed: this.play.seed + this.play.ply,
    }
    const pause = this.around.pause(view)
    const thought = await this.ask(request, (news) => {
      if (turn === this.turn) this.news = news
    })
    await pause
    if (turn !== this.turn) return
    this.thinking = false
    if (thought) await this.move(thought.move)
  }

  // Null when the engine fails, which is told; the game can be resumed then.
  private async ask(request: EngineRequest, news: (news: News) => void): Promise<Thought | null> {
    const turn = this.turn
    try {
      return await this.around.engine.think(request, news)
    } catch {
      if (turn === this.turn) this.stuck = true
      return null
    }
  }
}

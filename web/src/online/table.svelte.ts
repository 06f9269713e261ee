// A live game on this page: follows it, asks the rules what it looks like, and sends what its player does. Whatever the
// rules answer late, for a point of the game that was left meanwhile, is dropped.
import type { Choice, Rules, View } from '../core/types.ts'
import type { Reply } from './connection.ts'
import { atOf, canPremove, lastLine, liveOf, playing, premovePly, reduce, send, setPremove, unsend, withoutVoice, type Live } from './live.ts'
import { readLinked, type GameMessage, type Offer, type Request } from './protocol.ts'

export interface Surroundings {
  rules: Rules
  ask: (request: Request) => Promise<Reply>
  now: () => number
  me: () => string // as whom the service knows this page
  arrived: (live: Live, view: View) => void // a move came, one's own or another's
  told: (live: Live, before: Live) => void // something else happened
}

// Codes of refusals that need no words: what they tell is seen on the page at once.
const silent = new Set(['stale', 'over', 'begun'])

export class Table {
  readonly game: string
  live: Live | null = $state.raw(null)
  view: View | null = $state.raw(null)
  movers: number[] = $state.raw([]) // who made each move
  premoves: Choice[] = $state.raw([]) // that one could make if it were one's turn
  refusal = $state('') // code of the last thing that was not possible, until something happens or is tried
  missing = $state(false) // there is no such game
  awaiting = $state(false) // the rules have been asked for another view than the one that is shown
  #around: Surroundings
  #turn = 0 // counts changes, to know late answers
  #left = false
  #asked: string[] = [] // the moves that the rules were asked to show last
  #watchedAs = '' // whom the service took this page for when it told the game

  constructor(game: string, around: Surroundings) {
    this.game = game
    this.#around = around
  }

  // ---- Following -----------------------------------------------------------------------------------------------------

  async watch(): Promise<void> {
    const me = this.#around.me()
    // Somebody else, as after signing out, has another seat or none: that is told with the whole game only.
    const known = this.live && !this.live.missed && me === this.#watchedAs ? { number: this.live.number, line: lastLine(this.live) } : {}
    this.#watchedAs = me
    const reply = await this.#around.ask({ t: 'watch', game: this.game, ...known })
    if (reply.t === 'error' && reply.code === 'game') this.missing = true
  }

  // The page is left: what the rules answer from now on is for nobody.
  leave(): void {
    this.#left = true
    this.#turn++
  }

  told(message: GameMessage): void {
    const before = this.live
    if (before) this.#change(reduce(before, message, this.#around.now()))
    else if (message.t === 'game') this.#change(liveOf(message, this.#around.now()))
    if (this.live?.missed && !before?.missed) void this.watch()
  }

  #change(live: Live): void {
    const before = this.live
    if (live === before) return
    this.live = live
    if (before && live.number !== before.number) this.refusal = ''
    if (before) this.#around.told(live, before)
    if (!before || !sameMoves(atOf(live).moves, this.#asked) || live.turn !== before.turn || live.mine !== before.mine) void this.show()
  }

  // Asks the rules for the view of where the game stands.
  async show(): Promise<void> {
    const live = this.live
    if (!live || this.#left) return
    const turn = ++this.#turn
    const at = atOf(live)
    this.#asked = at.moves
    this.awaiting = this.view === null || !sameMoves(this.view.at.moves, at.moves)
    const answer = await this.#around.rules.view(at)
    if (turn !== this.#turn) return
    if (!answer.ok) {
      this.awaiting = false
      return
    }
    const view = answer.value
    const forward = this.view !== null && view.at.moves.length > this.view.at.moves.length
    const movers = await this.#moversOf(view)
    if (turn !== this.#turn) return
    this.view = view
    this.awaiting = false
    this.movers = movers
    this.premoves = []
    if (forward && this.live) this.#around.arrived(this.live, view)
    // Who has moved and is to move again is in the middle of a turn, such as taking what is due: nothing to foresee yet.
    const amid = view.last?.player === view.player
    const premoves = canPremove(live) && !amid ? await this.#premovesOf(live, view) : []
    if (turn === this.#turn) this.premoves = premoves
  }

  // Who made each move, as the rules read it.
  async #moversOf(view: View): Promise<number[]> {
    const { moves } = view.at
    if (moves.length === 0) return []
    if (view.last && this.movers.length === moves.length - 1) return [...this.movers, view.last.player]
    if (this.movers.length >= moves.length) return this.movers.slice(0, moves.length)
    const known = [...this.movers]
    while (known.length < moves.length) {
      const answer = await this.#around.rules.view({ ...view.at, moves: moves.slice(0, known.length + 1) })
      known.push((answer.ok && answer.value.last?.player) || 1)
    }
    return known
  }

  // The moves one could make if it were one's turn now: the same position with another player to move.
  async #premovesOf(live: Live, view: View): Promise<Choice[]> {
    const { rules } = this.#around
    const draft = await rules.draft(live.spec, view.position)
    const turn = draft.ok ? draft.value.fields.find((field) => field.key === 'player') : undefined
    if (!draft.ok || !turn) return this.#answersOf(live, view)
    const fields = draft.value.fields.map((field) => (field === turn ? { ...field, value: field.choices?.[live.mine - 1] ?? String(live.mine) } : field))
    const position = await rules.compose(live.spec, { ...draft.value, fields })
    const answer = position.ok ? await rules.view({ spec: live.spec, first: position.value, moves: [] }) : position
    return answer.ok && answer.value.player === live.mine ? answer.value.choices : []
  }

  // Where a position cannot be had with another player to move: the moves that answer at least one of the other's.
  async #answersOf(live: Live, view: View): Promise<Choice[]> {
    const { rules } = this.#around
    const answers = await Promise.all(view.choices.map(({ move }) => rules.view({ ...view.at, moves: [...view.at.moves, move] })))
    const own = answers.flatMap((answer) => (answer.ok && answer.value.player === live.mine ? answer.value.choices : []))
    return [...new Map(own.map((choice) => [choice.move, choice])).values()]
  }

  // ---- Playing -------------------------------------------------------------------------------------------------------

  myTurn(): boolean {
    return this.live !== null && this.view !== null && playing(this.live) && this.view.player === this.live.mine && this.live.turn === this.live.mine
  }

  async move(text: string): Promise<void> {
    const live = this.live
    if (!live) return
    if (!this.myTurn()) return this.premove(text)
    const ply = live.ply + live.sent.length
    this.#change(send(live, text))
    const done = await this.do({ t: 'move', game: this.game, ply, move: text })
    if (!done && this.live) this.#change(unsend(this.live))
  }

  async premove(text: string): Promise<void> {
    const live = this.live
    if (!live || !canPremove(live)) return
    const ply = live.premove && text === '' ? live.premove.ply : premovePly(live)
    this.#change(setPremove(live, text))
    const done = await this.do({ t: 'premove', game: this.game, ply, move: text })
    if (!done && this.live) this.#change(setPremove(this.live, ''))
  }

  // More moves at once, as when a set-up is completed.
  async moves(texts: string[]): Promise<void> {
    for (const text of texts) {
      if (!this.myTurn()) return
      await this.move(text)
      await this.show()
    }
  }

  offer(offer: Offer): Promise<boolean> {
    return this.do({ t: 'offer', game: this.game, offer })
  }

  decline(offer: Offer): Promise<boolean> {
    return this.do({ t: 'decline', game: this.game, offer })
  }

  say(text: string): Promise<boolean> {
    return this.do({ t: 'chat', game: this.game, text })
  }

  // Whether it was done; if not the refusal tells why.
  async do(request: Request): Promise<boolean> {
    this.refusal = ''
    const reply = await this.#around.ask(request)
    if (reply.t === 'error' && !silent.has(reply.code)) this.refusal = reply.code
    return reply.t !== 'error'
  }

  // The address that takes one's seat to another device.
  async personalLink(): Promise<string | null> {
    const reply = await this.#around.ask({ t: 'link', game: this.game })
    const linked = reply.t === 'ok' ? readLinked(reply.fields) : null
    return linked && `/g/${this.game}#${linked.seat}.${linked.token}`
  }

  silence(who: string): void {
    if (this.live) this.live = withoutVoice(this.live, who)
  }
}

function sameMoves(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((move, index) => move === other[index])
}

// The player's hand over the board: steps chosen so far, and the pointer that carries, paints or picks. Every way of
// playing (clicks, dragging, touch, keys) ends in choose(); what may be chosen comes from the legal moves alone.
import type { Choice, Piece, Step } from '../core/types.ts'
import type { Drawing, Layout, Scene, Spot } from './drawing.ts'
import type { Relation } from './identity.ts'
import { angleBetween } from './motion.ts'
import { alongRow } from './finger.ts'
import { back, choose, choosePast, look, offers, type Next } from './hand.ts'

export interface Point {
  x: number
  y: number
}

// What the hand needs to know; read afresh every time.
export interface Table {
  choices: Choice[]
  scene: Scene
  layout: Layout
  drawing: Drawing
  arrows: string[] // items that mean up, right, down and left on the screen
  playable: boolean
  awaiting: boolean // another view has been asked for: what is shown is not the game any more
  retract: (place: string) => boolean // takes back what was placed there in a set-up; false when nothing can be
}

// A pointer that is down.
export interface Press {
  pointer: number
  touch: boolean
  mode: 'carry' | 'paint' | 'pick' | 'turn' | 'late' /* while one's own move is on its way */
  spot: string
  top: string // what lay there
  from: Point
  at: Point
  moved: boolean
  again: boolean // the place was already chosen before
  free: boolean // it may drag: a finger only when it has rested, or has set off along a row
  kept: Step[] // what was chosen before it came down
}

// A place touched while a move was on its way.
interface Touched {
  place: string
  top: string
}

const dragFrom = { mouse: 9, touch: 18 }
const paintStep = 20
const alongRing = 40 // degrees by which a finger may set off beside the way of a ring
const turnMost = 52, turnFrom = 20 // degrees that a part can be dragged, and that count as a turn
const edge = { mouse: 0.26, touch: 0.3 } // how far from the middle of a square a pointer shows a direction

export class Grip {
  steps = $state.raw<Step[]>([])
  press = $state.raw<Press | null>(null)
  waiting = $state(false) // a move is made, its view has not come yet
  carriedOver = $state(false) // that move was made by dragging
  #table: () => Table
  #emit: (move: string, place: string) => void
  #letGo: () => void // what is in the hand goes back
  #touched: Touched[] = [] // places that wait for the views before them
  #rewriting = false // what is waited for is a set-up with fewer pieces

  constructor(table: () => Table, emit: (move: string, place: string) => void, letGo: () => void) {
    this.#table = table
    this.#emit = emit
    this.#letGo = letGo
  }

  get next(): Next {
    return look(this.#table().choices, this.steps)
  }

  get dragging(): boolean {
    return this.press !== null && this.press.moved && this.press.mode === 'carry'
  }

  // A view has come: the hand is empty. What was touched while one's own move was on its way counts if this view shows it.
  reset(relation: Relation): void {
    const own = this.waiting && (relation === 'forward' || (this.#rewriting && relation !== 'new'))
    this.waiting = this.carriedOver = this.#rewriting = false
    this.steps = []
    if (!own) this.#touched = []
    if (this.press?.mode !== 'paint' && !(own && this.press?.mode === 'late')) this.press = null
    this.settle()
  }

  // Pieces of a set-up have been taken back: another view comes.
  rewritten(): void {
    this.steps = []
    this.waiting = this.#rewriting = true
  }

  // No view is on its way any more. A move whose view has not come was not taken: the pieces go home. Then what was touched
  // meanwhile counts, in its order, where the same lies on top as when it was touched; after one that does not, the others
  // would mean something else, but for a set-up, where each is a move of its own.
  settle(): void {
    if (this.#table().awaiting) return
    if (this.waiting) this.#giveUp()
    while (!this.waiting) {
      const next = this.#touched.shift()
      if (next === undefined) return
      if (!this.#touch(next) && !this.#table().scene.setup) this.#touched = []
    }
  }

  #giveUp(): void {
    this.#letGo()
    this.waiting = this.carriedOver = this.#rewriting = false
    this.steps = []
    this.#touched = []
  }

  #touch({ place, top }: Touched): boolean {
    const { scene, playable, retract } = this.#table()
    return playable && top === topOf(scene, place) && (retract(place) || this.choosePlace(place))
  }

  // Whether nothing can be chosen now.
  get #closed(): boolean {
    const { playable, awaiting } = this.#table()
    return !playable || awaiting || this.waiting
  }

  // Keeps a touched place while one's own move is on its way.
  #later(place: string): boolean {
    const { playable, scene } = this.#table()
    if (!playable || !this.waiting) return false
    this.#touched.push({ place, top: topOf(scene, place) })
    return true
  }

  // Chooses a step after those chosen; false when it is not offered.
  choose(step: Step, dragged = false): boolean {
    if (this.#closed) return false
    const { choices } = this.#table()
    const steps = choose(choices, this.steps, step)
    if (!steps) return false
    this.#take(steps, dragged)
    return true
  }

  // A place by click or key: the next step, or the first one of another move.
  choosePlace(name: string): boolean {
    const step = { name, item: false }
    if (this.#later(name)) return false
    if (this.choose(step)) return true
    if (this.#closed) return false
    const { choices } = this.#table()
    const past = choosePast(choices, this.steps, name)
    if (past) {
      this.#take(past, false)
      return true
    }
    const fresh = choose(choices, [], step)
    if (fresh && this.steps[0]?.name !== name) {
      this.#take(fresh, false)
      return true
    }
    this.cancel()
    return false
  }

  back(): boolean {
    this.#touched = []
    if (this.steps.length === 0 || this.waiting) return false
    this.#letGo()
    this.steps = back(this.#table().choices, this.steps)
    return true
  }

  cancel(): void {
    this.press = null
    if (this.waiting) return
    if (this.steps.length > 0) this.#letGo()
    this.steps = []
  }

  down(pointer: number, touch: boolean, spot: string | null, at: Point): void {
    const { choices, scene, playable, awaiting } = this.#table()
    if (!playable || this.press || (awaiting && !this.waiting)) return
    if (spot === null) {
      this.#touched = []
      return this.cancel()
    }
    const again = this.steps[0]?.name === spot, kept = this.steps
    const base = { pointer, touch, spot, top: topOf(scene, spot), from: at, at, moved: false, again, free: !touch, kept }
    const step = { name: spot, item: false }
    const first = look(choices, [])
    if (scene.setup && offers(first, spot) && look(choices, [step]).move !== null) {
      this.press = { ...base, mode: 'paint' }
      if (base.free) this.#lay(spot)
    } else if (this.waiting) this.press = { ...base, mode: 'late' }
    else if (!base.again && (offers(this.next, spot) || choosePast(choices, this.steps, spot))) {
      this.#pickUp(base, step)
    } else if (base.again || offers(first, spot)) {
      this.press = { ...base, mode: 'carry' }
      if (!base.again) this.#restart(step)
    } else if (touch || (this.steps.length === 0 && this.#turnable(spot))) this.press = { ...base, mode: 'pick' }
    else this.cancel()
  }

  // A finger has rested where it came down: it has taken hold.
  hold(pointer: number): void {
    const press = this.press
    if (press?.pointer !== pointer || press.free || press.moved || press.mode === 'late') return
    this.press = { ...press, free: true }
    if (press.mode === 'paint') this.#lay(press.spot)
  }

  // The page has taken a finger to scroll: all is as it was before it came down.
  leave(pointer: number): void {
    const press = this.press
    if (press?.pointer !== pointer) return
    this.press = null
    if (this.waiting || this.steps === press.kept) return
    this.#letGo()
    this.steps = press.kept
  }

  // Whether the part of the board at a place can be turned now.
  #turnable(place: string): boolean {
    const { choices, drawing } = this.#table(), part = drawing.partAt(place), next = look(choices, [])
    return part !== null && [-1, 1].some((way) => offers(next, drawing.turnOf(part, way)))
  }

  // A part of the board that follows the pointer: which one, and how far.
  get turn(): { part: string; angle: number } | null {
    const { drawing, layout } = this.#table(), press = this.press
    const part = press?.mode === 'turn' ? drawing.partAt(press.spot) : null
    if (!press || part === null || layout.centre === null) return null
    const angle = angleBetween(layout.centre, press.from, press.at)
    return { part, angle: Math.max(-turnMost, Math.min(turnMost, angle)) }
  }

  // Pressing what completes a move waits for the pointer to come up again; anything else is taken at once.
  #pickUp(base: Omit<Press, 'mode'>, step: Step): void {
    const { choices } = this.#table()
    const steps = choose(choices, this.steps, step)
    if (this.steps.length > 0 || steps === null || look(choices, steps).move !== null) this.press = { ...base, mode: 'pick' }
    else {
      this.press = { ...base, mode: 'carry' }
      this.steps = steps
    }
  }

  #restart(step: Step): void {
    const { choices } = this.#table()
    this.#letGo()
    this.steps = choose(choices, [], step) ?? []
  }

  move(pointer: number, at: Point, grabbed: Piece | null): void {
    const press = this.press
    if (!press || press.pointer !== pointer) return
    const begins = !press.moved && Math.hypot(at.x - press.from.x, at.y - press.from.y) > dragFrom[press.touch ? 'touch' : 'mouse']
    if (begins && !press.free && !alongRow(press.from, at)) return this.leave(pointer)
    this.press = { ...press, at, moved: press.moved || begins, free: press.free || begins }
    if (begins && press.mode === 'paint' && !press.free) this.#lay(press.spot)
    if (begins && press.mode === 'carry') this.#begin(press, grabbed)
    if (begins && press.mode === 'pick' && this.steps.length === 0 && this.#turns(press, at)) this.press = { ...this.press, mode: 'turn' }
    if (press.mode === 'paint' && this.press.free) this.#paint(press.at, at)
  }

  // Whether a pointer that sets off turns the part of the board below it. A finger does so by its rim and along it alone: any
  // other way it may only be passing.
  #turns(press: Press, at: Point): boolean {
    const { drawing, layout } = this.#table(), part = drawing.partAt(press.spot)
    if (part === null || !this.#turnable(press.spot)) return false
    return !press.touch || (drawing.isRim(layout, part, press.from) && isAlong(layout.centre, press.from, at))
  }

  // A drag begins anew from the place pressed; which piece was grabbed may say how many go along.
  #begin(press: Press, grabbed: Piece | null): void {
    const { choices, drawing, scene } = this.#table()
    let steps = choose(choices, [], { name: press.spot, item: false }) ?? []
    const items = look(choices, steps).steps.filter((step) => step.item)
    const item = grabbed && items.length > 0 ? drawing.grab(scene, grabbed, items) : null
    if (item) steps = choose(choices, steps, item) ?? steps
    this.steps = steps
  }

  // Fills every place on the way: a fast pointer is told of at few points of it.
  #paint(from: Point, to: Point): void {
    const { layout, choices } = this.#table(), first = look(choices, [])
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / paintStep))
    for (let i = 1; i <= steps; i++) {
      const spot = layout.hit(from.x + ((to.x - from.x) * i) / steps, from.y + ((to.y - from.y) * i) / steps)
      if (spot === null || !this.press || spot === this.press.spot || !offers(first, spot)) continue
      this.press = { ...this.press, spot }
      this.#lay(spot)
    }
  }

  #lay(place: string): void {
    if (this.#later(place)) return
    this.steps = []
    this.choose({ name: place, item: false })
  }

  up(pointer: number): void {
    const press = this.press
    if (!press || press.pointer !== pointer) return
    const spot = this.#table().layout.hit(press.at.x, press.at.y)
    if (press.mode === 'paint') {
      this.press = null
      if (!press.free) this.#lay(press.spot)
    } else if (press.mode === 'late') this.#endLate(press, spot)
    else if (press.mode === 'turn') this.#endTurn()
    else if (press.mode === 'carry' && press.moved) this.#drop(press, spot)
    else {
      this.press = null
      if (press.mode === 'pick' && spot === press.spot && !(press.touch && press.moved)) this.#tap(press, spot)
      else if (press.again) this.#tap(press, press.spot)
    }
  }

  // What was touched counts now, when the view has come between, or else once it has.
  #endLate(press: Press, spot: string | null): void {
    this.press = null
    if (press.moved || spot !== press.spot) return
    this.#touched.push({ place: spot, top: press.top })
    this.settle()
  }

  #endTurn(): void {
    const { drawing, choices } = this.#table(), turn = this.turn
    const handle = turn && Math.abs(turn.angle) >= turnFrom ? drawing.turnOf(turn.part, turn.angle) : null
    const steps = handle === null ? null : choose(choices, [], { name: handle, item: false })
    if (!steps) this.#letGo()
    if (steps) this.#take(steps, true) // while the part is still where the hand has turned it
    this.press = null
  }

  // A click on a place that is offered; near an edge of it the direction is meant, too.
  #tap(press: Press, spot: string): void {
    const direction = press.again ? this.direction(press, spot) : null
    if (press.touch && !this.#closed && this.#table().retract(spot)) return
    if (!this.choosePlace(spot) || direction === null) return
    this.choose({ name: direction, item: true })
  }

  #drop(press: Press, spot: string | null): void {
    const direction = spot === null ? null : this.direction(press, spot)
    const home = spot === press.spot
    if (spot === null || !offers(this.next, spot) || (home && direction === null)) {
      if (home) {
        this.#letGo()
        this.press = null
      } else this.cancel()
      return
    }
    this.press = null
    if (direction !== null) {
      const { choices } = this.#table()
      const there = choose(choices, this.steps, { name: spot, item: false })
      const faced = there && choose(choices, there, { name: direction, item: true })
      if (faced) return this.#take(faced, true)
    }
    this.choose({ name: spot, item: false }, true)
  }

  // The item that the pointer's place inside a spot stands for, when facings are to be chosen there.
  direction(press: Press, name: string): string | null {
    const { layout, choices, arrows } = this.#table()
    const spot = layout.spots.find((each) => each.name === name)
    if (!spot || arrows.length !== 4 || (press.touch && name !== press.spot)) return null
    const there = choose(choices, this.steps, { name, item: false })
    if (!there) return null
    const item = arrows[towards(spot, press.at, press.touch ? edge.touch : edge.mouse)]
    return item !== undefined && offers(look(choices, there), item, true) ? item : null
  }

  #take(steps: Step[], dragged: boolean): void {
    const { move } = look(this.#table().choices, steps)
    this.steps = steps
    if (move === null) return
    this.waiting = true
    this.carriedOver = dragged
    this.#emit(move, steps.findLast((step) => !step.item)?.name ?? '')
  }
}

// What lies on top of a place, to know it again.
function topOf(scene: Scene, place: string): string {
  const [top] = scene.pieces.filter((piece) => piece.place === place).sort((a, b) => b.level - a.level)
  return top ? [top.kind, top.player, top.facing].join(' ') : ''
}

// Whether the way from one point to another goes along the circle around a centre on which it begins.
function isAlong(centre: Point | null, from: Point, to: Point): boolean {
  if (centre === null) return false
  const out = { x: from.x - centre.x, y: from.y - centre.y }, way = { x: to.x - from.x, y: to.y - from.y }
  const across = Math.abs(out.x * way.x + out.y * way.y), along = Math.abs(out.x * way.y - out.y * way.x)
  return across < along * Math.tan((alongRing * Math.PI) / 180)
}

// Which edge of a spot a point is near: 0 up, 1 right, 2 down, 3 left, -1 none.
function towards(spot: Spot, at: Point, from: number): number {
  const dx = (at.x - spot.x) / spot.width, dy = (at.y - spot.y) / spot.height
  if (Math.max(Math.abs(dx), Math.abs(dy)) < from) return -1
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? 1 : 3
  return dy > 0 ? 2 : 0
}

// What is on the stage at this moment: the pose of every piece, moving or at rest. A new view sets pieces on their way
// from wherever they are, so that views may come faster than pieces travel.
import { SvelteMap } from 'svelte/reactivity'
import type { Piece, View } from '../core/types.ts'
import type { Layout, Twist } from './drawing.ts'
import { follow, type Known, type Relation } from './identity.ts'
import { durationOf, isOver, poseOn, samePose, type Pose, type Track } from './motion.ts'

const jumpDuration = 180, twistDuration = 420
const nearby = 70 // a piece let go this close to its place needs no flight

export interface Showing {
  layout: Layout
  animate: boolean
  held: ReadonlyMap<number, Pose> // pieces in the hand start from there
  turned: Twist | null // a part of the board that the hand has turned already
  twist: (move: string) => Twist | null
}

export function prefersStillness(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches
}

export class Stage {
  ids = $state.raw<readonly number[]>([])
  twist = $state.raw<Twist | null>(null)
  busy = $state(false)
  readonly #poses = new SvelteMap<number, Pose>()
  #known: Known | null = null
  #tracks = new Map<number, Track>()
  #turning: { twist: Twist; start: number } | null = null
  #frame = 0

  pose(id: number): Pose | undefined {
    return this.#poses.get(id)
  }

  isMoving(id: number): boolean {
    return this.#poses.has(id) && this.#tracks.has(id)
  }

  // Shows a view; pieces travel when it follows from the one before.
  show(view: View, showing: Showing): Relation {
    const before = this.#known
    const { known, relation } = follow(before, view)
    this.#known = known
    this.ids = known.ids
    const travels = showing.animate && relation !== 'new' && !prefersStillness()
    const now = performance.now()
    view.pieces.forEach((piece, i) => {
      const id = known.ids[i]
      if (id === undefined) return
      const was = before ? before.view.pieces[before.ids.indexOf(id)] : undefined
      if (travels && was) this.#send(id, was, piece, relation, showing, now)
      else this.#put(id, showing.layout.pose(piece))
    })
    if (travels) this.#twist(before, view, relation, showing, now)
    this.#run()
    return relation
  }

  // The same pieces in another layout, at once.
  place(layout: Layout): void {
    this.#known?.view.pieces.forEach((piece, i) => {
      const id = this.#known?.ids[i]
      if (id !== undefined) this.#put(id, layout.pose(piece))
    })
  }

  // Lets go what was held: pieces glide, and a part of the board turns back to its place.
  release(held: ReadonlyMap<number, Pose>, turned: Twist | null): void {
    const now = performance.now()
    if (turned && !prefersStillness()) this.#turning = { twist: turned, start: now }
    for (const [id, from] of held) {
      const to = this.#tracks.get(id)?.to ?? this.#poses.get(id)
      if (!to || samePose(from, to) || prefersStillness()) continue
      this.#tracks.set(id, { from, to, path: { kind: 'line' }, start: now, duration: jumpDuration })
    }
    this.#run()
  }

  stop(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
  }

  #put(id: number, pose: Pose): void {
    this.#tracks.delete(id)
    this.#poses.set(id, pose)
  }

  #send(id: number, was: Piece, piece: Piece, relation: Relation, showing: Showing, now: number): void {
    const to = showing.layout.pose(piece), from = showing.held.get(id) ?? this.#poses.get(id) ?? to
    const target = this.#tracks.get(id)?.to
    if (target && samePose(target, to)) return
    if (samePose(from, to)) return this.#put(id, to)
    const short = relation === 'jump' || (showing.held.has(id) && Math.hypot(from.x - to.x, from.y - to.y) < nearby)
    const usual = showing.layout.travel(was, piece)
    const path = (short && usual.kind !== 'orbit') || was.place === piece.place ? { kind: 'line' as const } : usual
    const duration = short && path.kind !== 'orbit' ? jumpDuration : durationOf(path)
    this.#poses.set(id, from)
    this.#tracks.set(id, { from, to, path, start: now, duration })
  }

  #twist(before: Known | null, view: View, relation: Relation, showing: Showing, now: number): void {
    const forward = relation === 'forward'
    const last = forward ? view.last : relation === 'back' ? (before?.view.last ?? null) : null
    const twist = last ? showing.twist(last.move) : null
    if (!twist) return
    const ahead = showing.turned?.part === twist.part ? showing.turned.angle : 0
    this.#turning = { twist: { part: twist.part, angle: (forward ? -twist.angle : twist.angle) + ahead }, start: now }
  }

  #run(): void {
    this.busy = this.#tracks.size > 0 || this.#turning !== null
    if (this.#frame !== 0 || !this.busy) return
    const step = (now: number): void => {
      this.#advance(now)
      this.busy = this.#tracks.size > 0 || this.#turning !== null
      this.#frame = this.busy ? requestAnimationFrame(step) : 0
    }
    this.#frame = requestAnimationFrame(step)
  }

  #advance(now: number): void {
    for (const [id, track] of this.#tracks) {
      if (isOver(track, now)) this.#tracks.delete(id)
      this.#poses.set(id, poseOn(track, now))
    }
    if (this.#turning === null) return
    const rest = 1 - Math.min(1, Math.max(0, (now - this.#turning.start) / twistDuration))
    const { part, angle } = this.#turning.twist
    this.twist = rest > 0 ? { part, angle: angle * rest * rest * (3 - 2 * rest) } : null
    if (rest === 0) this.#turning = null
  }
}

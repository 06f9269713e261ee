// Where a piece is while it travels: poses, paths between them, and the time they take. Pure functions of the clock.

export interface Pose {
  x: number
  y: number
  turn: number // degrees, clockwise
  scale: number
  order: number // what is drawn later lies above
}

// How a piece gets from one pose to another.
export type Path =
  | { kind: 'line' }
  | { kind: 'arc'; height: number } // thrown: up and down again
  | { kind: 'orbit'; x: number; y: number } // around a centre
  | { kind: 'drop'; top: number } // lifted to a height, carried across, let down

export interface Track {
  from: Pose
  to: Pose
  path: Path
  start: number
  duration: number
}

const durations: Record<Path['kind'], number> = { line: 240, arc: 460, orbit: 420, drop: 760 }

export function durationOf(path: Path): number {
  return durations[path.kind]
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}

function smooth(t: number): number {
  return t * t * (3 - 2 * t)
}

function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t
}

// The same direction, within half a turn of another one.
export function nearestTurn(turn: number, to: number): number {
  return turn + 360 * Math.round((to - turn) / 360)
}

// Degrees from one point to another around a centre, clockwise, within half a turn.
export function angleBetween(centre: { x: number; y: number }, from: { x: number; y: number }, to: { x: number; y: number }): number {
  const degrees = (p: { x: number; y: number }) => (Math.atan2(p.y - centre.y, p.x - centre.x) * 180) / Math.PI
  return nearestTurn(degrees(to) - degrees(from), 0)
}

// A pose turned around a centre, the piece itself staying upright.
export function around(pose: Pose, centre: { x: number; y: number }, angle: number): Pose {
  const a = (angle * Math.PI) / 180, dx = pose.x - centre.x, dy = pose.y - centre.y
  return { ...pose, x: centre.x + dx * Math.cos(a) - dy * Math.sin(a), y: centre.y + dx * Math.sin(a) + dy * Math.cos(a) }
}

function orbit(from: Pose, to: Pose, centre: { x: number; y: number }, t: number): { x: number; y: number } {
  const degrees = (pose: Pose) => (Math.atan2(pose.y - centre.y, pose.x - centre.x) * 180) / Math.PI
  const radius = (pose: Pose) => Math.hypot(pose.x - centre.x, pose.y - centre.y)
  const begin = degrees(from), angle = (mix(begin, nearestTurn(degrees(to), begin), t) * Math.PI) / 180
  const distance = mix(radius(from), radius(to), t)
  return { x: centre.x + distance * Math.cos(angle), y: centre.y + distance * Math.sin(angle) }
}

// Up to the height in the first third, across in the second, down in the last, accelerating as things fall.
function drop(from: Pose, to: Pose, top: number, t: number): { x: number; y: number } {
  const ceiling = Math.min(top, from.y, to.y)
  const rise = smooth(clamp(t * 3)), across = smooth(clamp(t * 3 - 0.7) / 1), fall = clamp(t * 3 - 2)
  if (fall > 0) return { x: to.x, y: mix(ceiling, to.y, fall * fall) }
  return { x: mix(from.x, to.x, clamp(across)), y: mix(from.y, ceiling, rise) }
}

function point(from: Pose, to: Pose, path: Path, t: number): { x: number; y: number } {
  switch (path.kind) {
    case 'line': return { x: mix(from.x, to.x, t), y: mix(from.y, to.y, t) }
    case 'arc': return { x: mix(from.x, to.x, t), y: mix(from.y, to.y, t) - path.height * 4 * t * (1 - t) }
    case 'orbit': return orbit(from, to, path, t)
    case 'drop': return drop(from, to, path.top, t)
  }
}

export function poseOn(track: Track, now: number): Pose {
  const time = clamp((now - track.start) / track.duration)
  if (time === 1) return track.to
  const t = track.path.kind === 'drop' ? time : smooth(time)
  return {
    ...point(track.from, track.to, track.path, t),
    turn: mix(track.from.turn, nearestTurn(track.to.turn, track.from.turn), t),
    scale: mix(track.from.scale, track.to.scale, t),
    order: Math.max(track.from.order, track.to.order),
  }
}

export function isOver(track: Track, now: number): boolean {
  return now >= track.start + track.duration
}

export function samePose(a: Pose, b: Pose): boolean {
  return a.x === b.x && a.y === b.y && a.scale === b.scale && (a.turn - b.turn) % 360 === 0
}

export function transformOf(pose: Pose): string {
  const round = (value: number) => Math.round(value * 100) / 100
  const turn = pose.turn % 360 === 0 ? '' : ` rotate(${round(pose.turn)})`
  const scale = pose.scale === 1 ? '' : ` scale(${round(pose.scale)})`
  return `translate(${round(pose.x)} ${round(pose.y)})${turn}${scale}`
}

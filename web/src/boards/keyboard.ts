// Where an arrow key leads: from a place to the nearest one that lies that way on the screen.

export interface Box {
  name: string
  x: number // of the middle
  y: number
}

const directions: Record<string, { x: number; y: number }> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowRight: { x: 1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
}

export function isArrow(key: string): boolean {
  return key in directions
}

// The place that an arrow key leads to, or null when nothing lies that way. What is straight ahead is preferred to what
// is nearer but aside.
export function neighbour(places: readonly Box[], from: Box, key: string): string | null {
  const direction = directions[key]
  if (!direction) return null
  let best: string | null = null, bestCost = Infinity
  for (const place of places) {
    const dx = place.x - from.x, dy = place.y - from.y
    const along = dx * direction.x + dy * direction.y, aside = Math.abs(dx * direction.y - dy * direction.x)
    if (place.name === from.name || along < 1 || aside > 6 * along) continue
    const cost = along + 2 * aside
    if (cost < bestCost) {
      best = place.name
      bestCost = cost
    }
  }
  return best
}

// The place nearest to a point.
export function nearest(places: readonly Box[], to: { x: number; y: number }): string | null {
  let best: string | null = null, bestDistance = Infinity
  for (const place of places) {
    const distance = Math.hypot(place.x - to.x, place.y - to.y)
    if (distance < bestDistance) {
      best = place.name
      bestDistance = distance
    }
  }
  return best
}

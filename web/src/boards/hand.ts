// Making a move by pointing: every legal move is a few steps, each a place on the board or an item of a short list.
// What can be chosen next follows from the legal moves that begin with the steps chosen so far.
import type { Choice, Step } from '../core/types.ts'

// What can be chosen after some steps.
export interface Next {
  steps: Step[] // each once, in the order of the moves
  move: string | null // the move that is complete with what was chosen
}

export function sameStep(a: Step, b: Step): boolean {
  return a.item === b.item && a.name === b.name
}

function beginsWith(choice: Choice, steps: readonly Step[]): boolean {
  return steps.every((step, i) => {
    const own = choice.steps[i]
    return own !== undefined && sameStep(own, step)
  })
}

export function look(choices: readonly Choice[], steps: readonly Step[]): Next {
  const next: Next = { steps: [], move: null }
  const seen = new Set<string>()
  for (const choice of choices) {
    if (!beginsWith(choice, steps)) continue
    const step = choice.steps[steps.length]
    if (step === undefined) {
      next.move ??= choice.move
      continue
    }
    const key = `${step.item ? 'item' : 'place'} ${step.name}`
    if (seen.has(key)) continue
    seen.add(key)
    next.steps.push(step)
  }
  return next
}

export function offers(next: Next, name: string, item = false): boolean {
  return next.steps.some((step) => step.item === item && step.name === name)
}

export function offeredPlaces(next: Next): Set<string> {
  return new Set(next.steps.filter((step) => !step.item).map((step) => step.name))
}

export function offeredItems(next: Next): Step[] {
  return next.steps.filter((step) => step.item)
}

// Adds a step, and after it items as long as there is no choice. Null when no move goes on so.
export function choose(choices: readonly Choice[], steps: readonly Step[], step: Step): Step[] | null {
  if (!offers(look(choices, steps), step.name, step.item)) return null
  const chosen = [...steps, step]
  for (;;) {
    const next = look(choices, chosen)
    const only = next.steps[0]
    if (next.move !== null || next.steps.length !== 1 || only === undefined || !only.item) return chosen
    chosen.push(only)
  }
}

// Goes on to a place past an item that has not been chosen: the first item that leads there is taken, which is what the
// game puts first (a whole pile, nothing turned over).
export function choosePast(choices: readonly Choice[], steps: readonly Step[], place: string): Step[] | null {
  for (const item of offeredItems(look(choices, steps))) {
    const through = choose(choices, steps, item)
    const there = through && choose(choices, through, { name: place, item: false })
    if (there) return there
  }
  return null
}

// Takes back the last step, and those before it that were no choice.
export function back(choices: readonly Choice[], steps: readonly Step[]): Step[] {
  let kept = steps.slice(0, -1)
  while (kept.length > 0) {
    const next = look(choices, kept)
    if (next.steps.length !== 1 || next.steps[0]?.item !== true) break
    kept = kept.slice(0, -1)
  }
  return kept
}

// Moves that only name a place can also be made by carrying a piece there from where it waits.
export function withSource(choices: readonly Choice[], source: string | null, free: (place: string) => boolean): Choice[] {
  if (source === null) return [...choices]
  const carried: Choice[] = []
  for (const choice of choices) {
    const [only] = choice.steps
    if (choice.steps.length !== 1 || only === undefined || only.item || !free(only.name)) continue
    carried.push({ move: choice.move, steps: [{ name: source, item: false }, only] })
  }
  return [...choices, ...carried]
}

// The places that the steps of a move name, for arrows and announcements.
export function placesOf(choice: Choice): string[] {
  return choice.steps.filter((step) => !step.item).map((step) => step.name)
}

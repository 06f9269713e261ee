// How far a person has come in the lessons and puzzles. Plain data, checked when read.
export interface Progress {
  lessons: Record<string, number[]> // game -> steps done, counted from 0
  puzzles: Record<string, string[]> // game -> puzzles solved
}

export const progressKey = 'tablier.progress'
const stepsMost = 32 // of a lesson

function entries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}

// A number is how it was kept once: so many steps, from the first on.
function stepsRead(value: unknown): number[] {
  if (isCount(value) && value <= stepsMost) return [...Array(value).keys()]
  return Array.isArray(value) ? value.filter(isCount) : []
}

function isList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

// What of a stored text makes sense.
export function readProgress(text: string | null): Progress {
  let stored: Record<string, unknown> = {}
  try {
    stored = Object.fromEntries(entries(JSON.parse(text ?? '{}')))
  } catch {
    // Nonsense counts as nothing done.
  }
  return {
    lessons: Object.fromEntries(entries(stored.lessons).map(([game, steps]) => [game, stepsRead(steps)] as const).filter(([, steps]) => steps.length > 0)),
    puzzles: Object.fromEntries(entries(stored.puzzles).filter((entry): entry is [string, string[]] => isList(entry[1]))),
  }
}

export function stepsDone(progress: Progress, game: string): number[] {
  return progress.lessons[game] ?? []
}

// Where a lesson of so many steps goes on; at its beginning when all of it is done.
export function nextStep(progress: Progress, game: string, steps: number): number {
  const done = stepsDone(progress, game)
  return Math.max(0, [...Array(steps).keys()].findIndex((step) => !done.includes(step)))
}

export function solved(progress: Progress, game: string): string[] {
  return progress.puzzles[game] ?? []
}

export function withStep(progress: Progress, game: string, step: number): Progress {
  const done = stepsDone(progress, game)
  if (done.includes(step)) return progress
  return { ...progress, lessons: { ...progress.lessons, [game]: [...done, step] } }
}

export function withSolved(progress: Progress, game: string, puzzle: string): Progress {
  const known = solved(progress, game)
  if (known.includes(puzzle)) return progress
  return { ...progress, puzzles: { ...progress.puzzles, [game]: [...known, puzzle] } }
}

// How far a person has come in the lessons and puzzles. Plain data, checked when read.
export interface Progress {
  lessons: Record<string, number> // game -> steps done
  puzzles: Record<string, string[]> // game -> puzzles solved
}

export const progressKey = 'tablier.progress'

function entries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
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
    lessons: Object.fromEntries(entries(stored.lessons).filter((entry): entry is [string, number] => isCount(entry[1]))),
    puzzles: Object.fromEntries(entries(stored.puzzles).filter((entry): entry is [string, string[]] => isList(entry[1]))),
  }
}

export function stepsDone(progress: Progress, game: string): number {
  return progress.lessons[game] ?? 0
}

export function solved(progress: Progress, game: string): string[] {
  return progress.puzzles[game] ?? []
}

export function withSteps(progress: Progress, game: string, steps: number): Progress {
  const done = Math.max(stepsDone(progress, game), steps)
  return { ...progress, lessons: { ...progress.lessons, [game]: done } }
}

export function withSolved(progress: Progress, game: string, puzzle: string): Progress {
  const known = solved(progress, game)
  if (known.includes(puzzle)) return progress
  return { ...progress, puzzles: { ...progress.puzzles, [game]: [...known, puzzle] } }
}

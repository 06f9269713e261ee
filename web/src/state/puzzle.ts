// Solving a puzzle: the solution is a line of moves, every second one the solver's.
import type { Puzzle } from '../core/types.ts'

export type Attempt = { kind: 'wrong' } | { kind: 'on'; made: string[] } | { kind: 'solved'; made: string[] }

// What a move by the solver leads to, after the moves made so far: the reply is in the line.
export function attempt(puzzle: Puzzle, made: string[], move: string): Attempt {
  if (puzzle.line[made.length] !== move) return { kind: 'wrong' }
  const after = puzzle.line.slice(0, made.length + 2)
  return { kind: after.length >= puzzle.line.length ? 'solved' : 'on', made: after }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

// The puzzles of a file of data/puzzles.
export function readPuzzles(value: unknown): Puzzle[] {
  return Array.isArray(value) ? value.filter(isPuzzle) : []
}

function isPuzzle(value: unknown): value is Puzzle {
  if (typeof value !== 'object' || value === null) return false
  const { id, spec, position, kind, plies, line } = value as Record<string, unknown>
  const texts = [id, spec, position].every((text) => typeof text === 'string')
  const known = kind === 'win' || kind === 'only' || kind === 'capture'
  return texts && known && typeof plies === 'number' && isTexts(line) && line.length > 0
}

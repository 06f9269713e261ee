// Solving a puzzle: the solution is a line of moves, the solver's and those of the others.
import type { Puzzle } from '../core/types.ts'

// The moves made after a move by the solver; null when it is not the one of the line.
export function attempt(puzzle: Puzzle, made: string[], move: string): string[] | null {
  return puzzle.line[made.length] === move ? [...made, move] : null
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
  const { id, spec, position, kind, plies, turns, line } = value as Record<string, unknown>
  const texts = [id, spec, position].every((text) => typeof text === 'string')
  const known = kind === 'win' || kind === 'only' || kind === 'capture'
  return texts && known && typeof plies === 'number' && typeof turns === 'number' && isTexts(line) && line.length > 0
}

// The puzzles of each game, made by `tablier puzzles`.
import type { Puzzle } from '../../core/types.ts'
import { readPuzzles } from '../../state/puzzle.ts'
import type { GameId } from '../../state/routes.ts'

const files = import.meta.glob<unknown>('../../../../data/puzzles/*.json', { import: 'default' })

export async function puzzlesOf(game: GameId): Promise<Puzzle[]> {
  const load = files[`../../../../data/puzzles/${game}.json`]
  return load ? readPuzzles(await load()) : []
}

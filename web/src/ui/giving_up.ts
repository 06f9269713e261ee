// What giving up means, in words.
import type { Game } from '../core/types.ts'
import { texts } from '../i18n/index.svelte.ts'
import { table } from '../i18n/table.ts'
import { playerName } from './names.ts'

const words = texts(table)

export function resignWords(game: Game, player: number, players: number, people: number): string {
  const who = { player: playerName(game, player) }
  if (players === 2) return words('resign.two', { ...who, other: playerName(game, 3 - player) })
  return words(people > 1 ? 'resign.more' : 'resign.last', who)
}

// Of a player for whom the computer goes on, having given up or run out of time.
export function replacedWords(game: Game, player: number): string {
  return words('replaced.here', { who: playerName(game, player) })
}

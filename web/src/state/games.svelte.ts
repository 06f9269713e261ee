// The games there are, asked once from the rules.
import { rules } from './rules.svelte.ts'
import type { Game } from '../core/types.ts'
import { c } from '../i18n/catalogue.svelte.ts'

let known = $state.raw<Game[]>([])
let asked: Promise<Game[]> | null = null

export function games(): Game[] {
  asked ??= rules.games().then((list) => (known = list))
  return known
}

export function gameOf(id: string): Game | null {
  return games().find((game) => game.id === id) ?? null
}

export function titleOf(id: string): string {
  return c(gameOf(id)?.title ?? '')
}

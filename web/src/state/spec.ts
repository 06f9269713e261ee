// A game spec put together from the options of a game, `id:key=value,…`, and taken apart again.
import type { Game, Option } from '../core/types.ts'

export type Values = Record<string, string>

export function usual(option: Option): string {
  return option.choices?.[0]?.value ?? option.initial
}

// Options that differ from what is usual, in the order of the game's list.
export function changed(game: Game, values: Values): Option[] {
  return game.options.filter((option) => (values[option.key] ?? usual(option)) !== usual(option))
}

export function specOf(game: Game, values: Values): string {
  const pairs = changed(game, values).map((option) => `${option.key}=${values[option.key]}`)
  return pairs.length === 0 ? game.id : `${game.id}:${pairs.join(',')}`
}

// The options a canonical spec tells.
export function valuesOf(spec: string): Values {
  const list = spec.includes(':') ? spec.slice(spec.indexOf(':') + 1).split(',') : []
  return Object.fromEntries(list.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
}

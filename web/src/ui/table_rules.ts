// The rules of a table in words, where they are not the usual ones.
import type { Game } from '../core/types.ts'
import { c } from '../i18n/catalogue.svelte.ts'
import { texts } from '../i18n/index.svelte.ts'
import { table } from '../i18n/table.ts'
import { changed, valuesOf } from '../state/spec.ts'
import { capital } from './names.ts'

const words = texts(table)

// A sentence for each option that was changed; how many play is seen by the seats.
export function ruleWords(game: Game | null, spec: string): string[] {
  if (!game) return []
  const values = valuesOf(spec)
  return changed(game, values).filter((option) => option.key !== 'players').map((option) => {
    const value = values[option.key] ?? ''
    const chosen = option.choices?.find((choice) => choice.value === value)
    return capital(chosen ? c(chosen.summary) : words('rules.set', { option: c(option.summary), value }))
  })
}

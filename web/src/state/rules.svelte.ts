// The one client of the rules that all pages share. It speaks the page's language.
import { createRules } from '../core/index.ts'
import type { At, Step } from '../core/types.ts'
import { language } from '../i18n/index.svelte.ts'

export const rules = createRules()

let spoken = $state('en')

// The language the rules answer in; what shows their words asks again when it changes.
export function spokenLanguage(): string {
  return spoken
}

// What to choose next, in words of that language.
export function prompt(at: At, steps: Step[]): Promise<string> {
  spokenLanguage()
  return rules.prompt(at, steps)
}

$effect.root(() => {
  $effect(() => {
    const wanted = language()
    if (wanted !== spoken) void rules.language(wanted).then(() => (spoken = wanted))
  })
})

// The one client of the rules that all pages share. It speaks the page's language.
import { createRules } from '../core/index.ts'
import { language } from '../i18n/index.svelte.ts'

export const rules = createRules()

let spoken = $state('en')

// The language the rules answer in; what shows their words asks again when it changes.
export function spokenLanguage(): string {
  return spoken
}

$effect.root(() => {
  $effect(() => {
    const wanted = language()
    if (wanted !== spoken) void rules.language(wanted).then(() => (spoken = wanted))
  })
})

// The language of the page, and texts in it. t() is reactive: what was rendered with it follows the language.
import { settings } from '../state/settings.svelte.ts'
import { format, languages, type Args, type Language } from './message.ts'
import { messages, type Key } from './messages.ts'

// The first of the browser's languages that we speak.
export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = languages.find((language) => tag.toLowerCase().split('-')[0] === language)
    if (found) return found
  }
  return 'en'
}

export function language(): Language {
  return settings.language ?? preferred(navigator.languages)
}

export function t(key: Key, args: Args = {}): string {
  return format(messages[key][language()], language(), args)
}

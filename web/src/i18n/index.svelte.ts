// The language of the page, and texts in it. t() is reactive: what was rendered with it follows the language.
import { settings } from '../state/settings.svelte.ts'
import { format, languages, type Args, type Language, type Message } from './message.ts'
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

// The browser's own way of writing dates in that language, such as en-GB.
export function locale(): string {
  return navigator.languages.find((tag) => tag.toLowerCase().split('-')[0] === language()) ?? language()
}

// The same for texts that come along with the page that shows them, and not with the first one.
export function texts<T extends Record<string, Message>>(own: T): (key: keyof T & string, args?: Args) => string {
  return (key, args = {}) => format((own[key] as Message)[language()], language(), args)
}

export function t(key: Key, args: Args = {}): string {
  return format(messages[key][language()], language(), args)
}

// What a person has chosen for this browser: kept in localStorage, checked when read.
import { languages, type Language } from '../i18n/message.ts'
import { browserStore } from './storage.ts'

export const themes = ['auto', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]
export interface Settings { language: Language | null; theme: Theme; sound: boolean; level: number /* of the computer, chosen last */ }

const key = 'tablier.settings'

function oneOf<T extends string>(choices: readonly T[], value: unknown): T | null {
  return choices.find((choice) => choice === value) ?? null
}

// Settings from whatever was stored; what is missing or wrong takes its default.
export function readSettings(text: string | null): Settings {
  const stored = parseObject(text)
  return {
    language: oneOf(languages, stored.language),
    theme: oneOf(themes, stored.theme) ?? 'auto',
    sound: stored.sound === true,
    level: typeof stored.level === 'number' && stored.level % 1 === 0 && stored.level >= 1 && stored.level <= 10 ? stored.level : 3,
  }
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

export const settings = $state<Settings>(readSettings(browserStore().getItem(key)))

export function choose(change: Partial<Settings>): void {
  Object.assign(settings, change)
  try {
    browserStore().setItem(key, JSON.stringify(settings))
  } catch {
    // Where there is no room the choice lasts as long as the page.
  }
}

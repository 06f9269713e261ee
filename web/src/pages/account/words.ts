// Accounts in words.
import { account } from '../../i18n/account.ts'
import { locale, texts } from '../../i18n/index.svelte.ts'

export const a = texts(account)

const refusals = ['password', 'tries', 'rate', 'name', 'field', 'weak', 'taken', 'registration', 'account', 'session', 'banned'] as const

// Why something was not done.
export function refusalWords(code: string): string {
  const known = refusals.find((each) => each === code)
  return a(known ? `account.no.${known}` : 'account.no.away')
}

export function dateWords(time: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'long' }).format(time)
}

export function momentWords(time: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(time)
}

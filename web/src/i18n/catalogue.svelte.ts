// Texts that come from C as English msgids (reasons of results, options, items), in the page's language. The French is
// loaded when it is first needed; until then the English shows.
import { language } from './index.svelte.ts'

let french = $state.raw<Record<string, string> | null>(null)

export async function loadFrench(): Promise<Record<string, string>> {
  french ??= (await import('virtual:catalogue')).default
  return french
}

export function c(text: string): string {
  if (language() === 'en' || text === '') return text
  return french?.[text] ?? text
}

// Texts of people stay texts: whatever makes HTML of a text has no place in the page.
import { expect, test } from 'vitest'

const sources = import.meta.glob(['../**/*.{svelte,ts}', '!../**/*.test.ts'], { query: '?raw', import: 'default', eager: true })
const makers = /\{@html|\b(?:innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|setHTMLUnsafe|srcdoc|DOMParser)\b|document\.write/

test('no source makes HTML of a text', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(100)
  expect(Object.entries(sources).filter(([, text]) => makers.test(String(text))).map(([path]) => path)).toEqual([])
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { format, languages } from './message.ts'
import { account } from './account.ts'
import { analysis } from './analysis.ts'
import { bots } from './bots.ts'
import { ledger } from './ledger.ts'
import { messages } from './messages.ts'
import { online } from './online.ts'
import { table } from './table.ts'
import { tournaments } from './tournaments.ts'

const everything = { ...messages, ...ledger, ...tournaments, ...account, ...analysis, ...bots, ...online, ...table } // also what is loaded later

const folder = join(import.meta.dirname, '..')
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(ts|svelte)$/.test(file) && !/\.test\.ts$/.test(file) && !file.startsWith('i18n/'))
  .map((file) => readFileSync(join(folder, file), 'utf8'))
  .join('\n')

// A key is used as a plain string, or as one of those that a template such as `nav.${page}` can make.
const literals = new Set([...sources.matchAll(/'([a-zA-Z0-9.-]+)'/g)].map((match) => match[1]))
const templates = [...sources.matchAll(/`([a-zA-Z0-9.-]+\.(?:\$\{[^}]+\}[a-zA-Z0-9.-]*)+)`/g)].map(
  (match) => new RegExp(`^${match[1]?.replace(/\./g, '\\.').replace(/\$\{[^}]+\}/g, '[a-zA-Z0-9-]+')}$`),
)

// The arguments a text asks for, and those of its other form.
function argumentsOf(text: string | { one: string; other: string }): string[] {
  const whole = typeof text === 'string' ? text : text.other
  return [...whole.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').sort()
}

describe.each(Object.entries(everything))('%s', (key, message) => {
  it('has a text in every language', () => {
    for (const language of languages) expect(format(message[language], language, { n: 2 }).trim()).not.toBe('')
  })
  it('asks for the same arguments in every language', () => {
    expect(argumentsOf(message.fr)).toEqual(argumentsOf(message.en))
  })
  it('is used', () => {
    expect(literals.has(key) || templates.some((template) => template.test(key))).toBe(true)
  })
})

it.each(Object.entries(everything))('%s has straight apostrophes, as the texts of the library have', (_key, message) => {
  expect(JSON.stringify(message)).not.toContain('’')
})

describe('French typography', () => {
  const french = Object.entries(everything).map(([key, message]) => [key, message.fr] as const)
  it.each(french)('%s has no-break spaces before high punctuation', (_key, text) => {
    for (const form of typeof text === 'string' ? [text] : Object.values(text)) expect(form).not.toMatch(/ [:;!?»]|« /)
  })
})

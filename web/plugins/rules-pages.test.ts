import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { convert, readDiagrams } from './rules-pages.ts'

const root = join(import.meta.dirname, '../..')
const diagrams = readDiagrams(readFileSync(join(root, 'scripts/rules-images'), 'utf8'))
const pages = readdirSync(join(root, 'docs/rules')).filter((name) => /^[a-z]+\.(en|fr)\.md$/.test(name))

describe('the positions of the pictures', () => {
  it.each([
    ['siam-start', { spec: 'siam', first: '', moves: [], deal: null }],
    ['siam-rock', { spec: 'siam', first: '4n/5/1###1/2N2/5 1 2 00', moves: ['c2c3n'], deal: null }],
    ['khantsin-first', { spec: 'khantsin', first: '', moves: [], deal: 7 }],
    ['siam-crossed', { spec: 'siam:openings=crossed', first: '', moves: [], deal: null }],
  ])('%s', (name, diagram) => {
    expect(diagrams.get(name)).toEqual(diagram)
  })
  it('fills in variables', () => {
    expect(diagrams.get('khantsin-take-before')?.first).toMatch(/^-\/-\/.* 1$/)
  })
})

describe.each(pages)('%s', (name) => {
  const markup = convert(readFileSync(join(root, 'docs/rules', name), 'utf8'), diagrams)
  it('has a live diagram for every picture', () => {
    expect(markup).toContain('<Diagram shows={')
    expect(markup).not.toContain('<img')
  })
  it('leaves titles and the other language to the page', () => {
    expect(markup).not.toContain('<h1')
    expect(markup).not.toContain('.md')
  })
})

it('a picture without a position is an error', () => {
  expect(() => convert('<img src="../images/nothing.en.svg" width="1" alt="">', diagrams)).toThrow('nothing')
})

it('braces of the text are no code', () => {
  expect(convert('`{x}`', diagrams)).toContain('&#123;x&#125;')
})

it('French marks stay with their words', () => {
  expect(convert('Trois : « un » ; deux !\n', diagrams)).toContain('Trois\u00a0: «\u00a0un\u00a0»\u00a0; deux\u00a0!')
})

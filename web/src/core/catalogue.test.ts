// Every text of the library that a page can show has its French.
import { describe, expect, it } from 'vitest'
import { catalogueOf, readPo } from '../../plugins/catalogue.ts'
import { valueOf } from './rules.ts'
import { projectFile, testLibrary } from './testing.ts'

const po = projectFile('po/fr.po')
const french = catalogueOf(po)
const { rules } = testLibrary()

// The folders that src/wasm/CMakeLists.txt compiles into the module.
const folders = [...projectFile('src/wasm/CMakeLists.txt').matchAll(/\.\.\/([a-z]+)\/\*\.c/g)].map((match) => match[1] ?? '')

describe('texts of the sources in the module', () => {
  it('come from folders that are known', () => {
    expect(folders).toContain('rules')
    expect(folders).toContain('scene')
  })

  it.each([...folders, 'wasm'])('src/%s: all are in the catalogue, in French', (folder) => {
    const entries = readPo(po).filter((entry) => entry.references.some((file) => file.startsWith(`src/${folder}/`)))
    expect(entries.filter((entry) => !french[entry.id]).map((entry) => entry.id)).toEqual([])
  })
})

describe.each(['siam', 'santasi', 'khantsin', 'anneaux'])('texts of %s that are keys', (id) => {
  it('have their French', async () => {
    const game = (await rules.games()).find((one) => one.id === id)
    const options = game?.options.flatMap((option) => [option.summary, option.pattern, ...(option.choices ?? []).map((choice) => choice.summary)]) ?? []
    const view = valueOf(await rules.view({ spec: id, first: '', moves: [] }))
    const draft = valueOf(await rules.draft(id, ''))
    const fields = draft.fields.flatMap((field) => [field.label, ...field.words.filter((word, index) => word !== field.choices?.[index])])
    const keys = [...(game?.players ?? []), ...options, ...Object.values(game?.itemLabels ?? {}), ...view.scores.map((score) => score.label), ...fields]
    expect(keys.length).toBeGreaterThan(5)
    expect(keys.filter((key) => key !== '' && french[key] === undefined)).toEqual([])
  })
})

// A Vite plugin: how many steps each lesson has, as the module `virtual:lessons`, so that lists need not read them all.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const folder = fileURLToPath(new URL('../../data/lessons', import.meta.url))
const id = 'virtual:lessons'

export function stepCounts(texts: Record<string, string>): Record<string, number> {
  return Object.fromEntries(Object.entries(texts).map(([game, text]) => [game, [...text.matchAll(/^step$/gm)].length]))
}

function read(): Record<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.lesson'))
  return Object.fromEntries(names.map((name) => [basename(name, '.lesson'), readFileSync(join(folder, name), 'utf8')]))
}

export function lessons(): Plugin {
  return {
    name: 'tablier-lessons',
    resolveId: (wanted) => (wanted === id ? `\0${id}` : null),
    load(wanted) {
      if (wanted !== `\0${id}`) return null
      for (const name of readdirSync(folder)) this.addWatchFile(join(folder, name))
      return `export default ${JSON.stringify(stepCounts(read()))}`
    },
  }
}

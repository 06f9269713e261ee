// The library for tests, which run in node and ask it without a worker.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { catalogueOf } from '../../plugins/catalogue.ts'
import { Library } from './library.ts'
import { rulesOver, valueOf } from './rules.ts'
import type { Language, News, Rules } from './types.ts'

const project = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

export const projectFile = (path: string): string => readFileSync(project(path), 'utf8')

const module = (): WebAssembly.Module => new WebAssembly.Module(readFileSync(project('web/src/generated/tablier.wasm')))

// Of all games.
function giveWeights(library: Library): void {
  const folder = project('web/src/generated')
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.weights')))
    library.weights(basename(name, '.weights'), readFileSync(join(folder, name)))
}

export interface TestLibrary { library: Library; rules: Rules; news: News[] }

export function testLibrary(stopped: () => boolean = () => false): TestLibrary {
  let french: Record<string, string> | null = null
  const news: News[] = []
  const library = new Library(module(), {
    now: () => performance.now(),
    stopped,
    news: (json) => news.push(JSON.parse(json) as News),
    translate: (english) => french?.[english],
  })
  giveWeights(library)
  const language = (chosen: Language): Promise<void> => {
    french = chosen === 'fr' ? catalogueOf(projectFile('po/fr.po')) : null
    library.forgetTranslations()
    return Promise.resolve()
  }
  const rules = rulesOver((name, argument) => Promise.resolve(library.call(name, argument)), language)
  return { library, rules, news }
}

// The library's random numbers, to find the positions that `tablier bench --search` searches: src/cli/bench_search.c.
function randomBelow(seed: bigint): (limit: number) => number {
  let state = seed
  const next = (): bigint => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n)
    let mixed = BigInt.asUintN(64, (state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n)
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn)
    return mixed ^ (mixed >> 31n)
  }
  return (limit) => Number(((next() >> 32n) * BigInt(limit)) >> 32n)
}

const POSITIONS = 8
const PLIES_BETWEEN = 3

// Its set-up says nothing about the moves that follow.
export const searchedSpec = (game: string): string => (game === 'khantsin' ? 'khantsin:setup=striped' : game)

export async function searchedPositions(rules: Rules, spec: string): Promise<string[]> {
  const below = randomBelow(3n)
  const positions: string[] = []
  let view = valueOf(await rules.view({ spec, first: '', moves: [] }))
  while (positions.length < POSITIONS && view.player !== 0) {
    positions.push(view.position)
    for (let ply = 0; ply < PLIES_BETWEEN && view.player !== 0; ply++) {
      const texts = view.choices.map((choice) => choice.move).toSorted()
      const move = texts[below(texts.length)] ?? ''
      view = valueOf(await rules.view({ spec, first: view.position, moves: [move] }))
    }
  }
  return positions
}

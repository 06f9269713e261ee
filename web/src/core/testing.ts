// The library for tests, which run in node and ask it without a worker.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { catalogueOf } from '../../plugins/catalogue.ts'
import { Library } from './library.ts'
import { rulesOver } from './rules.ts'
import type { Language, News, Rules } from './types.ts'

const project = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

export const projectFile = (path: string): string => readFileSync(project(path), 'utf8')

const module = (): WebAssembly.Module => new WebAssembly.Module(readFileSync(project('web/src/generated/tablier.wasm')))

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
  const language = (chosen: Language): Promise<void> => {
    french = chosen === 'fr' ? catalogueOf(projectFile('po/fr.po')) : null
    library.forgetTranslations()
    return Promise.resolve()
  }
  const rules = rulesOver((name, argument) => Promise.resolve(library.call(name, argument)), language)
  return { library, rules, news }
}

// What a first visit loads, compressed: the page, the first page's scripts and styles, the workers, the engine, and what that
// fetches when it first thinks about a game, the weights of its evaluation, those of the game with the most; not what is
// loaded later, such as other pages, the towers in 3D, and San Ta Si's book of openings. Fails when it is more than the limit:
//   node scripts/size.mjs [FOLDER]
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

const limit = 200_000
const folder = process.argv[2] ?? 'dist'
const assets = join(folder, 'assets')
const names = existsSync(assets) ? readdirSync(assets).filter((name) => !/\.(br|gz|map|book|weights)$/.test(name)) : []

// Vite lists what a later import needs by numbers into one list: import("./Home-x.js"), deps([0,1]).
const later = /import\((["'`])\.\/([^"'`]+)\1\)(?:[^[]{0,40}__vite__mapDeps\(\[([\d,]*)\]\))?/g
const list = /__vite__mapDeps=[^[]*(\[[^\]]*\])/

// The names of files that a script or style loads at once, and for the first page also what it imports.
function loadedBy(path) {
  const text = readFileSync(path, 'utf8')
  const numbered = JSON.parse(list.exec(text)?.[1] ?? '[]')
  const firstPage = [...text.matchAll(later)].filter((match) => match[2].startsWith('Home-'))
  const needed = firstPage.flatMap(([, , name, numbers = '']) => [name, ...numbers.split(',').map((number) => numbered[Number(number)] ?? '')])
  const rest = text.replace(list, '').replace(later, '')
  return names.filter((name) => rest.includes(name) || needed.some((file) => basename(file) === name))
}

const sizeOf = (path) => statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size

const reached = new Set([join(folder, 'index.html')])
for (const path of reached) {
  if (/\.(html|js|css)$/.test(path)) for (const name of loadedBy(path)) reached.add(join(assets, name))
}

const weights = readdirSync(assets).filter((name) => name.endsWith('.weights')).map((name) => join(assets, name))
const [heaviest] = weights.sort((one, other) => sizeOf(other) - sizeOf(one))
if (heaviest === undefined) throw new Error('there are no weights')
reached.add(heaviest)

let total = 0
for (const path of [...reached].sort((one, other) => sizeOf(other) - sizeOf(one))) {
  total += sizeOf(path)
  console.log(`${String(sizeOf(path)).padStart(9)}  ${basename(path)}`)
}
console.log(`${String(total).padStart(9)}  in all; the limit is ${limit}`)
if (![...reached].some((path) => path.endsWith('.wasm'))) throw new Error('the engine is not among them: what is loaded was not understood')
process.exit(total > limit ? 1 : 0)

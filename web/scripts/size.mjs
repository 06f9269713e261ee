// What a first visit loads, compressed: the page, its scripts and styles, the workers and the engine; not what is
// imported later, such as the towers in 3D. Fails when it is more than the limit: node scripts/size.mjs [FOLDER]
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

const limit = 200_000
const folder = process.argv[2] ?? 'dist'
const assets = join(folder, 'assets')
const names = existsSync(assets) ? readdirSync(assets).filter((name) => !/\.(br|gz|map)$/.test(name)) : []

// The text of a file without the names of what it imports later.
const textOf = (path) =>
  readFileSync(path, 'utf8')
    .replace(/import\((["'`])[^"'`]*\1\)/g, '')
    .replace(/__vite__mapDeps\s*=.*/g, '')

const sizeOf = (path) => statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size

const reached = new Set([join(folder, 'index.html')])
for (const path of reached) {
  if (!/\.(html|js|css)$/.test(path)) continue
  const text = textOf(path)
  for (const name of names) if (text.includes(name)) reached.add(join(assets, name))
}

let total = 0
for (const path of reached) {
  total += sizeOf(path)
  console.log(`${String(sizeOf(path)).padStart(9)}  ${basename(path)}`)
}
console.log(`${String(total).padStart(9)}  in all; the limit is ${limit}`)
process.exit(total > limit ? 1 : 0)

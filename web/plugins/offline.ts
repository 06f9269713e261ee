// A Vite plugin: once everything is built, tells the service worker which files there are and what version they make.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Plugin } from 'vite'

// The files of a folder as addresses, without the service worker and what no page asks for.
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => file !== 'sw.js' && !/\.(br|gz|map)$/.test(file))
    .sort()
}

export function versionOf(files: { name: string; bytes: Uint8Array }[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file.name).update('\0').update(file.bytes)
  return hash.digest('hex').slice(0, 16)
}

export function offline(): Plugin {
  let folder = ''
  return {
    name: 'tablier-offline',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir)
    },
    // After everything is written: public files and those of the workers are there too.
    closeBundle() {
      const names = filesOf(folder)
      const version = versionOf(names.map((name) => ({ name, bytes: readFileSync(join(folder, name)) })))
      const addresses = names.map((name) => (name === 'index.html' ? '/' : `/${name}`))
      const path = join(folder, 'sw.js')
      const code = readFileSync(path, 'utf8').replaceAll('__FILES__', JSON.stringify(addresses)).replaceAll('__VERSION__', JSON.stringify(version))
      writeFileSync(path, code)
    },
  }
}

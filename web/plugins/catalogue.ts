// A Vite plugin: the French of the texts that come from C, as the module `virtual:catalogue`, made from po/fr.po.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const source = fileURLToPath(new URL('../../po/fr.po', import.meta.url))
const id = 'virtual:catalogue'

// Only texts of these folders can reach the browser; the rest belongs to the command and the terminal.
const shipped = /^src\/(rules|draw|scene|hand|engine|record|wasm|solver)\/|^src\/[a-z]+\.[ch]$/

interface Entry { references: string[]; id: string; text: string }

// The C string that stands between quotes on a line of a .po file.
function unquote(line: string): string {
  const quoted = line.slice(line.indexOf('"'))
  return JSON.parse(quoted) as string
}

// The entries of a .po file, its head left out.
export function readPo(text: string): Entry[] {
  return text.split(/\n\n+/).flatMap((block) => {
    const entry: Entry = { references: [], id: '', text: '' }
    let part: 'id' | 'text' | null = null
    for (const line of block.split('\n')) {
      if (line.startsWith('#:')) entry.references.push(...line.slice(2).trim().split(/\s+/))
      if (line.startsWith('#')) continue
      if (line.startsWith('msgid ')) part = 'id'
      else if (line.startsWith('msgstr ')) part = 'text'
      else if (line.startsWith('msg')) part = null
      if (part && line.includes('"')) entry[part] += unquote(line)
    }
    return entry.id ? [entry] : []
  })
}

export function catalogueOf(text: string): Record<string, string> {
  const entries = readPo(text).filter((entry) => entry.references.some((file) => shipped.test(file)))
  return Object.fromEntries(entries.map((entry) => [entry.id, entry.text]))
}

export function catalogue(): Plugin {
  return {
    name: 'tablier-catalogue',
    resolveId: (wanted) => (wanted === id ? `\0${id}` : null),
    load(wanted) {
      if (wanted !== `\0${id}`) return null
      this.addWatchFile(source)
      return `export default ${JSON.stringify(catalogueOf(readFileSync(source, 'utf8')))}`
    },
  }
}

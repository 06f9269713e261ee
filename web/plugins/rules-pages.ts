// The pages of docs/rules as components: a preprocessor of Svelte that turns Markdown into markup when the page is built,
// with a live diagram in place of each picture. Which position a picture shows is written once, in scripts/rules-images.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { marked } from 'marked'
import type { PreprocessorGroup } from 'svelte/compiler'

export interface Diagram { spec: string; first: string; moves: string[]; deal: number | null }

const script = fileURLToPath(new URL('../../scripts/rules-images', import.meta.url))

// The words of a line of the shell, as far as scripts/rules-images uses it: quotes, and variables in double quotes.
function wordsOf(line: string, variables: Map<string, string>): string[] {
  const filled = line.replace(/\$(\w+)/g, (whole, name: string) => variables.get(name) ?? whole)
  return [...filled.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '')
}

function diagramOf(words: string[]): Diagram {
  const diagram: Diagram = { spec: words[2] ?? '', first: '', moves: [], deal: null }
  for (let i = 3; i + 1 < words.length; i += 2) {
    const value = words[i + 1] ?? ''
    if (words[i] === '--position') diagram.first = value
    else if (words[i] === '--moves') diagram.moves = value.split(' ')
    else if (words[i] === '--deal') diagram.deal = Number(value)
    else throw new Error(`scripts/rules-images: unknown option ${words[i]} of ${words[1]}`)
  }
  return diagram
}

// What each picture of the rules shows, by its name.
export function readDiagrams(text: string): Map<string, Diagram> {
  const variables = new Map<string, string>()
  const diagrams = new Map<string, Diagram>()
  for (const line of text.split('\n')) {
    const variable = /^(\w+)="([^"]*)"$/.exec(line)
    if (variable) variables.set(variable[1] ?? '', variable[2] ?? '')
    if (!line.startsWith('image ')) continue
    // The position after a deal is asked from the command there, from the rules here.
    const plain = line.replace(/--position "\$\("\$tablier" position \w+ --deal (\d+)\)"/, '--deal $1')
    const words = wordsOf(plain, variables)
    diagrams.set(words[1] ?? '', diagramOf(words))
  }
  return diagrams
}

function attribute(tag: string, name: string): string {
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
}

// A picture of the page as a live diagram.
function component(tag: string, diagrams: Map<string, Diagram>): string {
  const name = /([a-z0-9-]+)\.(en|fr)\.svg$/.exec(attribute(tag, 'src'))?.[1] ?? ''
  const diagram = diagrams.get(name)
  if (!diagram) throw new Error(`docs/rules: no position for the picture ${name}`)
  return `<Diagram shows={${JSON.stringify(diagram)}} width={${Number(attribute(tag, 'width'))}} label="${attribute(tag, 'alt')}" />`
}

export function convert(markdown: string, diagrams: Map<string, Diagram>): string {
  const body = markdown
    .replace(/ (?=[;:!?»](\s|$))/gm, '\u00a0') // French: no line begins with such a mark
    .replace(/« /g, '«\u00a0')
    .replace(/^# .*\n/, '') // the page has its own title
    .replace(/ \[[^\]]*\]\([a-z]+\.(en|fr)\.md\)\./, '') // and its own way to the other language
  const html = marked.parse(body, { async: false, gfm: true })
  const escaped = html.replace(/[{}]/g, (brace) => (brace === '{' ? '&#123;' : '&#125;'))
  // A diagram is a block: it does not stand in a paragraph.
  const markup = escaped
    .replace(/<p>(<img [^>]*>)<\/p>/g, '$1')
    .replace(/<img [^>]*>/g, (tag) => component(tag, diagrams))
  const tables = widened(markup.replace(/<th[^>]*><\/th>/g, '<td></td>'))
  return `<script>\n  import Diagram from '/src/ui/Diagram.svelte'\n</script>\n\n${tables}`
}

// Tables that are wider than a phone scroll by themselves, by keys too, and are named after the heading above them.
function widened(markup: string): string {
  let heading = ''
  return markup.replace(/<h2>(.*?)<\/h2>|<table>|<\/table>/g, (tag, text: string | undefined) => {
    if (text !== undefined) heading = text.replace(/<[^>]*>/g, '')
    if (tag === '<table>') return `<!-- svelte-ignore a11y_no_noninteractive_tabindex --><div class="wide" role="group" tabindex="0" aria-label="${heading}">${tag}`
    return tag === '</table>' ? `${tag}</div>` : tag
  })
}

export function rulesPages(): PreprocessorGroup {
  return {
    name: 'tablier-rules',
    markup({ content, filename }) {
      if (!filename?.endsWith('.md')) return
      return { code: convert(content, readDiagrams(readFileSync(script, 'utf8'))), dependencies: [script] }
    },
  }
}

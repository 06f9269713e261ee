// What stands in the documents is what the program does: check_documents.mjs SOURCE FOLDER-OF-TABLIER [--update] [DOCUMENT…]
//
// Blocks of the documents, by the word after their fence:
//   console   `$ COMMAND` for a shell and what it prints. The same must come; … stands for anything in a line, and alone
//             on a line for any lines. With --update the block is written anew, but for commands whose output has a ….
//   ugi       `> ` lines that are sent to `tablier engine` and `< ` lines that it must answer with, likewise
//   pgn       a record in canonical form: `tablier record convert` gives it back
//   sh        commands of tablier are run, with smaller numbers where they would take long, and must end well. What plays,
//             serves, needs another machine or an hour is not run; nor are commands of others.
// In code between backquotes and in every block, commands and options of tablier have to exist.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const update = process.argv.includes('--update')
const [source, programs, ...chosen] = process.argv.slice(2).filter((word) => word !== '--update')
const environment = { PATH: `${programs}:/usr/local/bin:/usr/bin:/bin`, LC_ALL: 'C.UTF-8', TERM: 'dumb' }
let complaints = 0

function complain(place, what) {
  complaints++
  console.error(`${place}: ${what}`)
}

function documents() {
  const under = (folder) => readdirSync(join(source, folder), { recursive: true }).map((name) => join(folder, name))
  const all = ['README.md', 'CONTRIBUTING.md', ...under('docs').filter((name) => name.endsWith('.md'))]
  return all.filter((name) => chosen.length === 0 || chosen.includes(name))
}

// ---- Running --------------------------------------------------------------------------------------------------------

// A folder as commands of a document find it: like the repository, but what they write is lost.
function folderMake() {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-documents-'))
  for (const name of ['src/engine', 'data/puzzles']) mkdirSync(join(folder, name), { recursive: true })
  cpSync(join(source, 'bench'), join(folder, 'bench'), { recursive: true })
  cpSync(join(source, 'tests/data/annotated.pgn'), join(folder, 'games.pgn'))
  return folder
}

function run(command, folder, input = '') {
  const result = spawnSync('/bin/sh', ['-c', command], {
    cwd: folder, env: { ...environment, HOME: folder }, input, encoding: 'utf8', maxBuffer: 1 << 26,
  })
  return { status: result.status ?? result.signal, text: result.stdout + result.stderr }
}

// ---- Words ----------------------------------------------------------------------------------------------------------

const helps = new Map()

function helpOf(command) {
  if (!helps.has(command)) {
    const { status, text } = run(`tablier ${command} --help`, source)
    helps.set(command, status === 0 ? text : undefined)
  }
  return helps.get(command)
}

// Looks whether command and options of a call exist. Options within quotes belong to somebody else.
function wordsCheck(place, call) {
  const [, command] = call.match(/^tablier +([a-z]+)/) ?? []
  if (command === undefined) return
  const help = helpOf(command)
  if (help === undefined) return complain(place, `there is no command: tablier ${command}`)
  for (const [, option] of call.replace(/'[^']*'|"[^"]*"/g, '').matchAll(/(?:^|[ [])(--[a-z][a-z0-9-]*)/g))
    if (!new RegExp(`${option}(?![a-z0-9-])`).test(help)) complain(place, `tablier ${command} has no option ${option}`)
}

// ---- Scaling --------------------------------------------------------------------------------------------------------

const small = { games: 6, passes: 1, pairs: 1, st: 5, time: 50, nodes: 40, search: 20, exact: 4, memory: 64, count: 1, seldom: 1 }
const unrun = /^tablier (serve|work|admin|bot|engine|play|bench|tables|completion)\b|…/

function scale(call) {
  let text = call.replace(/cmd=\S*tablier /g, 'cmd=tablier ')
  for (const [option, most] of Object.entries(small)) {
    const less = (whole, before, number) => before + Math.min(Number(number), most)
    text = text.replace(new RegExp(`(--${option} )(\\d+)`, 'g'), less).replace(new RegExp(`(\\b${option}=)(\\d+)`, 'g'), less)
  }
  text = text.replace(/--tc \S+/, '--tc 1+0.01').replace(/hash=\d+/g, 'hash=1')
  if (/^tablier match/.test(text)) {
    text = text.replace(/ --(pairs|maxplies) \d+/g, '') + ' --pairs 1 --maxplies 30 --grace 1000000 --patience 1000000'
    if (/--(nodes|st|depth)|nodes=|st=/.test(text) === false) text += ' --nodes 40'
  }
  if (/^tablier (solve|best)/.test(text) && !text.includes('--time')) text += ' --time 50'
  if (/^tablier analyse/.test(text)) text += ' --nodes 40'
  if (/^tablier puzzles/.test(text) && !text.includes('--count')) text += ' --count 1'
  return text
}

// ---- Blocks ---------------------------------------------------------------------------------------------------------

// Whether lines are as expected, with … for what may differ.
function fits(expected, found) {
  const [first, ...rest] = expected
  if (first === undefined) return found.length === 0
  if (first === '…') return rest.length === 0 || found.some((_, i) => fits(rest, found.slice(i)))
  if (found.length === 0) return false
  const pattern = first.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')
  return new RegExp(`^${pattern}$`).test(found[0]) && fits(rest, found.slice(1))
}

const linesOf = (text) => text.split('\n').slice(0, text.endsWith('\n') ? -1 : undefined)

function compare(place, what, expected, found) {
  if (!fits(expected, found)) complain(place, `${what}\n--- expected\n${expected.join('\n')}\n--- found\n${found.join('\n')}`)
}

// Runs the commands of a block, and returns its lines as they should be.
function consoleRun(place, lines, folder) {
  const cases = []
  for (const line of lines)
    if (line.startsWith('$ ')) cases.push({ command: line.slice(2), expected: [] })
    else cases.at(-1)?.expected.push(line)
  return cases.flatMap(({ command, expected }) => {
    const found = linesOf(run(command, folder).text)
    const keeps = expected.some((line) => line.includes('…'))
    if (!update || keeps) compare(place, command, expected, found)
    return [`$ ${command}`, ...(keeps ? expected : found)]
  })
}

function ugiRun(place, lines, folder) {
  const sent = lines.filter((line) => line.startsWith('> ')).map((line) => line.slice(2))
  const expected = lines.filter((line) => line.startsWith('< ')).map((line) => line.slice(2))
  compare(place, 'tablier engine', expected, linesOf(run('tablier engine', folder, sent.join('\n') + '\n').text))
  return lines
}

function recordRun(place, lines, folder) {
  const { text } = run('tablier record convert -', folder, lines.join('\n') + '\n')
  compare(place, 'tablier record convert', lines, linesOf(text))
  return lines
}

// Commands of several lines become one; what stands after # is said to people.
const callsOf = (lines) =>
  lines.join('\n').replace(/\\\n/g, ' ').split('\n').map((line) => line.replace(/ +# .*$/, '').replace(/ +/g, ' ').trim())

function shellRun(place, lines, folder) {
  for (const call of callsOf(lines)) {
    wordsCheck(place, call)
    if (!/^(tablier |\()/.test(call) || unrun.test(call)) continue
    const { status, text } = run(scale(call), folder)
    const short = status === 3 && call.startsWith('tablier solve') // of time, for it was given little
    if (status !== 0 && !short) complain(place, `${scale(call)}: status ${status}\n${text}`)
  }
  return lines
}

const kinds = { console: consoleRun, ugi: ugiRun, pgn: recordRun, sh: shellRun }

// Every block has a folder of its own. Returns the lines of the block as they should be.
function blockRun(kind, place, block) {
  if (kinds[kind] === undefined) return block
  const folder = folderMake()
  const written = kinds[kind](place, block, folder)
  rmSync(folder, { recursive: true })
  return written
}

// ---- Documents ------------------------------------------------------------------------------------------------------

function documentCheck(name) {
  const lines = readFileSync(join(source, name), 'utf8').split('\n')
  const written = []
  for (let at = 0; at < lines.length; at++) {
    const [, kind] = lines[at].match(/^```(\w*)$/) ?? []
    const place = `${name}:${at + 1}`
    written.push(lines[at])
    if (kind === undefined) {
      for (const [, code] of lines[at].matchAll(/`(tablier [^`]*)`/g)) wordsCheck(place, code)
      continue
    }
    const end = lines.indexOf('```', at + 1)
    const block = lines.slice(at + 1, end)
    if (kind === '') block.forEach((line, i) => line.startsWith('tablier ') && complain(`${name}:${at + 2 + i}`, 'this block says not what it is'))
    written.push(...blockRun(kind, place, block), '```')
    at = end
  }
  if (update) writeFileSync(join(source, name), written.join('\n'))
}

// The manual names every variable of the environment that the program reads.
function environmentCheck() {
  const manual = run('tablier manual', source).text.replaceAll('\\-', '-')
  for (const name of readdirSync(join(source, 'src'), { recursive: true }).filter((each) => each.endsWith('.c')))
    for (const [, variable] of readFileSync(join(source, 'src', name), 'utf8').matchAll(/getenv\("(\w+)"\)/g))
      if (!manual.includes(`\n.B ${variable}`)) complain(`src/${name}`, `the manual says nothing of ${variable}`)
}

for (const name of documents()) documentCheck(name)
if (chosen.length === 0) environmentCheck()
if (complaints > 0) process.exit(1)

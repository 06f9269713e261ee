// What the checks of the service share: a folder of pages, a server on a port of its own, and plain requests.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { request as requestSecure } from 'node:https'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export const program = process.env.TABLIER

// A new folder with these files, { 'assets/x.js': bytes }; `remove` takes it away again.
export function folderMake(files) {
  const path = mkdtempSync(join(tmpdir(), 'tablier-'))
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), bytes)
  }
  return { path, remove: () => rmSync(path, { recursive: true }) }
}

// Runs the program to its end: { code, output, errors }.
export function programRun(...words) {
  const child = spawn(program, words, { env: { ...process.env, LC_ALL: 'C.UTF-8' } })
  const result = { output: '', errors: '' }
  child.stdout.setEncoding('utf8')
  child.stderr.setEncoding('utf8')
  child.stdout.on('data', (text) => (result.output += text))
  child.stderr.on('data', (text) => (result.errors += text))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...result })))
}

// The words that name the games of a folder: the folder itself, or, when the checks run on PostgreSQL, a database of their
// server that stands for it.
export function storeWords(path) {
  if (process.env.TEST_STORE !== 'postgresql') return ['--data', path]
  const server = process.env.TABLIER_POSTGRESQL
  const name = `data_${createHash('sha256').update(path).digest('hex').slice(0, 16)}`
  if (!execFileSync('psql', ['-qAtc', `SELECT 1 FROM pg_database WHERE datname = '${name}'`, server]).length)
    execFileSync('psql', ['-qc', `CREATE DATABASE ${name}`, server])
  return ['--store', server.replace('/tablier?', `/${name}?`)]
}

// Servers of tests that failed before they stopped them end with the file.
const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

// Starts the server, with games of its own unless --data or --store says otherwise, and waits until it says where it is. `stop` ends
// it by a signal and gives its exit status; `journal` gives what it has told so far.
export const serverStart = (...words) => serverStartBy([], ...words)

// The same, started by another program: ['nsenter', '--target', …].
export async function serverStartBy(starter, ...words) {
  const named = words.includes('--data') || words.includes('--store')
  const data = named ? undefined : folderMake({})
  if (data) words.push('--data', data.path)
  const at = words.indexOf('--data')
  if (at >= 0) words.splice(at, 2, ...storeWords(words[at + 1]))
  const [first, ...rest] = [...starter, program, 'serve', ...(words.includes('--port') ? [] : ['--port', '0']), ...words]
  const child = spawn(first, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  child.on('close', () => running.delete(child))
  let told = ''
  child.stderr.on('data', (more) => (told += more))
  const ended = new Promise((resolve) => child.on('close', (code, signal) => resolve(code ?? signal)))
  const port = await new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (more) => {
      text += more
      const found = /https?:\/\/\S+:(\d+)/.exec(text)
      if (found) resolve(Number(found[1]))
    })
    child.on('close', () => reject(new Error(`the server ended: ${text}`)))
  })
  const stop = async (signal = 'SIGTERM') => {
    child.kill(signal)
    const status = await ended
    data?.remove()
    return status
  }
  return { port, stop, child, ended, journal: () => told }
}

// One request, on a connection of its own: { status, headers, body }. The path is sent as it is.
export function ask(port, path, { method = 'GET', headers = {}, body, secure = false } = {}) {
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path, method, headers, agent: false, rejectUnauthorized: false }
    const going = (secure ? requestSecure : request)(options, (answer) => {
      const parts = []
      answer.on('data', (part) => parts.push(part))
      answer.on('end', () =>
        resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }))
      answer.on('error', reject)
    })
    going.on('error', reject)
    going.on('close', () => reject(new Error('the connection is closed')))
    going.end(body)
  })
}

// No file in a folder of games has any of these texts in it, in capitals or not. PostgreSQL keeps old rows in its files
// until it vacuums; SQLite overwrites them.
export function nothingOf(path, texts) {
  for (const file of process.env.TEST_STORE === 'postgresql' ? [] : readdirSync(path)) {
    const bytes = readFileSync(`${path}/${file}`).toString('latin1').toLowerCase()
    for (const text of texts) assert.equal(bytes.includes(text.toLowerCase()), false, `${text} in ${file}`)
  }
}

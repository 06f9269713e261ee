// What the checks of the service share: a folder of pages, a server on a port of its own, and plain requests.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { request as requestSecure } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after } from 'node:test'
import { patience, until, within } from './waiting.mjs'

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

// What tests have begun. One that is left at the end of the file was forgotten, unless its test failed before it could end
// it: that fails the file, and it is killed.
const running = new Set()
process.on('exit', () => {
  for (const { child } of running) child.kill('SIGKILL')
})
// After the last hook of the file itself, which has not been read yet.
setImmediate(() =>
  after(async () => {
    const left = [...running].filter(({ child }) => !child.killed && child.exitCode === null)
    for (const each of running) {
      each.child.kill('SIGKILL')
      await each.ended
    }
    assert.deepEqual(left.map(({ title }) => title), [], 'still running at the end of the file')
  }))

// Begins another program. What it says is in `output` and `errors`; `said` waits for something of that, `ended` for its
// end, `end` ends it by a signal; both give its exit status, or the signal that ended it.
export class Program {
  constructor([first, ...rest], { input = false, env = process.env } = {}) {
    this.title = [first.split('/').at(-1), ...rest].join(' ').slice(0, 200)
    this.output = ''
    this.errors = ''
    this.child = spawn(first, rest, { env, stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'] })
    for (const [stream, name] of [[this.child.stdout, 'output'], [this.child.stderr, 'errors']])
      stream.setEncoding('utf8').on('data', (text) => (this[name] += text))
    running.add(this)
    this.closed = new Promise((resolve, reject) => {
      const close = (settle, value) => {
        running.delete(this)
        this.over = true
        settle(value)
      }
      this.child.on('error', (error) => close(reject, error))
      this.child.on('close', (code, signal) => close(resolve, code ?? signal))
    })
    this.closed.catch(() => {})
  }

  toString() {
    return `${this.title}, which has said: ${this.output.slice(-1000)}${this.errors.slice(-1000)}`
  }

  get ended() {
    return within(() => `the end of ${this}`, this.closed)
  }

  // Gives the match.
  said(pattern) {
    return until(() => `${pattern} from ${this}`, () => {
      const found = pattern.exec(this.output) ?? pattern.exec(this.errors)
      if (!found && this.over) throw new Error(`it ended without ${pattern}: ${this}`)
      return found
    })
  }

  end(signal = 'SIGTERM') {
    this.child.kill(signal)
    return this.ended
  }
}

// Runs the program to its end: { code, output, errors }.
export async function programRun(...words) {
  const run = new Program([program, ...words], { env: { ...process.env, LC_ALL: 'C.UTF-8' } })
  const code = await run.ended
  return { code, output: run.output, errors: run.errors }
}

// Asks a database something, as psql does.
export const psql = (address, text) =>
  execFileSync('psql', ['-qAtc', text, address], { encoding: 'utf8', timeout: patience }).trim()

// The words that name the games of a folder: the folder itself, or, when the checks run on PostgreSQL, a database of their
// server that stands for it.
export function storeWords(path) {
  if (process.env.TEST_STORE !== 'postgresql') return ['--data', path]
  const server = process.env.TABLIER_POSTGRESQL
  const name = `data_${createHash('sha256').update(path).digest('hex').slice(0, 16)}`
  // Made of a template that nobody can be connected to.
  if (psql(server, `SELECT 1 FROM pg_database WHERE datname = '${name}'`) === '')
    psql(server, `CREATE DATABASE ${name} TEMPLATE template0`)
  return ['--store', server.replace('/tablier?', `/${name}?`)]
}

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
  const server = new Program([...starter, program, 'serve', ...(words.includes('--port') ? [] : ['--port', '0']), ...words])
  const port = Number((await server.said(/https?:\/\/\S+:(\d+)/))[1])
  const stop = async (signal) => {
    const status = await server.end(signal)
    data?.remove()
    return status
  }
  return { port, stop, child: server.child, journal: () => server.errors, said: (pattern) => server.said(pattern),
    get ended() {
      return server.ended
    } }
}

// One request, on a connection of its own: { status, headers, body }. The path is sent as it is.
export function ask(port, path, { method = 'GET', headers = {}, body, secure = false, host = '127.0.0.1' } = {}) {
  const options = { port, host, path, method, headers, agent: false, rejectUnauthorized: false }
  const asked = (secure ? requestSecure : request)(options)
  const answered = new Promise((resolve, reject) => {
    asked.on('response', (answer) => {
      const parts = []
      answer.on('data', (part) => parts.push(part))
      answer.on('end', () =>
        resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }))
      answer.on('error', reject) // when it does not come to its end
    })
    asked.on('error', reject) // when there is none
  })
  asked.end(body)
  return within(`an answer to ${method} ${path}`, answered).finally(() => asked.destroy())
}

// Writes bytes on a connection of its own, and gives what comes until the server closes it. `more` is called with what has
// come so far whenever there is more, and gives what to write then.
export function exchange(port, bytes, more = () => '') {
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
  let text = ''
  const closed = new Promise((resolve) => {
    socket.on('data', (part) => socket.write(more((text += part))))
    socket.on('error', () => {}).on('close', () => resolve(text))
  })
  return within(() => `the end of a connection, after ${JSON.stringify(text.slice(-500))}`, closed).finally(() => socket.destroy())
}

// By so many milliseconds times may be wrong that servers tell: several of them ask their database what time it is.
export const inexact = process.env.TEST_STORE === 'postgresql' ? 500 : 20

// What /health says: [200, 'good'].
export async function health(port) {
  const { status, body } = await ask(port, '/health')
  return [status, JSON.parse(body).status]
}

// A figure of /metrics.
export async function metric(port, name) {
  const text = (await ask(port, '/metrics')).body.toString()
  return Number(new RegExp(`^tablier_${name} (.*)$`, 'm').exec(text)[1])
}

// No file in a folder of games has any of these texts in it, in capitals or not. PostgreSQL keeps old rows in its files
// until it vacuums; SQLite overwrites them.
export function nothingOf(path, texts) {
  for (const file of process.env.TEST_STORE === 'postgresql' ? [] : readdirSync(path)) {
    const bytes = readFileSync(`${path}/${file}`).toString('latin1').toLowerCase()
    for (const text of texts) assert.equal(bytes.includes(text.toLowerCase()), false, `${text} in ${file}`)
  }
}

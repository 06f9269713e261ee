// What has been asked over HTTP when the server is told to stop: everything that has reached it is answered.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { Browser } from './accounts.mjs'
import { folderMake, metric, serverStart } from './support.mjs'
import { until, within } from './waiting.mjs'

const large = Array.from({ length: 500000 }, (_, i) => `line ${i}`).join('\n')
let folder, server

before(() => {
  folder = folderMake({ 'web/index.html': '<!doctype html>', 'web/large.txt': large, config: 'password_tries = 1000\nrequests_per_second = 1000' })
})

beforeEach(async () => {
  server = await serverStart('--web', `${folder.path}/web`, '--config', `${folder.path}/config`)
})

after(() => folder.remove())

const head = (line, more = '') => `${line} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nOrigin: http://127.0.0.1:${server.port}\r\n${more}\r\n`

function post(path, body) {
  const text = JSON.stringify(body)
  return head(`POST ${path}`, `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n`) + text
}

// A connection: `write` gives when the system has the bytes, `all` gives everything that comes until the end.
async function open() {
  const socket = connect(server.port, '127.0.0.1').setNoDelay()
  let text = ''
  socket.on('data', (part) => (text += part)).on('error', () => {})
  const closed = new Promise((resolve) => socket.on('close', () => resolve(text)))
  await within('a connection', new Promise((resolve) => socket.on('connect', resolve)))
  return {
    socket,
    write: (bytes) => within('the system to take a request', new Promise((resolve) => socket.write(bytes, resolve))),
    text: () => text,
    said: (pattern) => until(`${pattern} from the server`, () => pattern.test(text)),
    all: () => within('the end of a connection', closed),
  }
}

// Several, so that the server does not see all at once.
const openMany = () => Promise.all(Array.from({ length: 10 }, open))

// Waits until so many requests have come, but for those that ask for it.
async function arrived(count) {
  let looks = 0
  await until(`${count} requests to have come`, async () => (await metric(server.port, 'requests_total')) - ++looks >= count)
}

const once = (bytes) => [bytes]
for (const [what, there, parts, answer] of [
  ['a page', false, () => once(head('GET /')), /^HTTP\/1\.1 200 /],
  ['a page, on a connection that was there', true, () => once(head('GET /')), /^HTTP\/1\.1 200 /],
  ['a long head', false, () => once(head('GET /', `Cookie: x=${'y'.repeat(12000)}\r\n`)), /^HTTP\/1\.1 200 /],
  ['a question', true, () => once(head('GET /api/me')), /^HTTP\/1\.1 (200|503) /],
  ['a message', false, () => once(post('/api/message', { t: 'games' })), /^HTTP\/1\.1 (401|503) /],
  ['a message whose body comes after its head', true, () => post('/api/message', { t: 'games' }).split(/(?<=\r\n\r\n)/), /^HTTP\/1\.1 (401|503) /],
])
  test(`the system has it, the server has not: ${what}`, async () => {
    const before = there ? await openMany() : []
    await Promise.all(before.map((asker) => asker.write(head('GET /health'))))
    for (const asker of before) await asker.said(/\{.*\}\n$/)
    server.child.kill('SIGSTOP')
    const askers = there ? before : await openMany()
    const known = askers.map((asker) => asker.text().length)
    for (const part of parts()) await Promise.all(askers.map((asker) => asker.write(part)))
    const said = askers.map((asker) => asker.all())
    const stopped = server.stop()
    server.child.kill('SIGCONT')
    for (const [i, text] of (await Promise.all(said)).entries()) {
      assert.match(text.slice(known[i]), answer)
      if (/ 503 /.test(text)) assert.match(text, /"code":"stopping"/)
    }
    assert.equal(await stopped, 0)
  })

test('it is being worked on', async () => {
  const asked = Array.from({ length: 2 }, (_, i) => new Browser(server.port).post('/session', { name: `Nobody${i}`, password: 'wrong horse 77' }))
  await arrived(asked.length)
  const stopped = server.stop()
  for (const answer of await Promise.all(asked)) assert.equal(answer.status, 401)
  assert.equal(await stopped, 0)
})

test('it is answered, but not yet read', async () => {
  const asker = await open()
  const said = asker.all()
  asker.socket.pause()
  await asker.write(head('GET /large.txt'))
  await arrived(1)
  const stopped = server.stop()
  asker.socket.resume()
  const text = await said
  assert.equal(text.slice(text.indexOf('\r\n\r\n') + 4), large)
  assert.equal(await stopped, 0)
})

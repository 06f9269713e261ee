// Live games over real connections: cookies, origins, limits, and everything a connection can do wrong.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import { connect as connectSocket } from 'node:net'
import { after, before, test } from 'node:test'
import { ask, folderMake, inexact, metric, programRun, serverStart, serverStartBy, storeWords } from './support.mjs'
import { until, within } from './waiting.mjs'
import { connect, cookieOf, enter, frame } from './websocket.mjs'

const none = { kind: 'none' }
const two = [{ kind: 'me' }, { kind: 'open' }]
let folder, server
const serve = (...words) => serverStart('--web', `${folder.path}/web`, '--data', `${folder.path}/data`, ...words)

before(async () => {
  folder = folderMake({
    'web/index.html': '<!doctype html>',
    'config': ['message_bytes = 1024', 'queue_bytes = 16384', 'connections_per_address = 40', 'engine_ms = 20',
      'proxies = 127.0.0.1', 'games_per_address_hour = 1000000', 'messages_per_second = 100'].join('\n'),
  })
  server = await serve('--config', `${folder.path}/config`)
})

after(async () => {
  assert.equal(await server.stop(), 0)
  folder.remove()
})

// Two people in a game, both watching it.
async function pair(spec = 'siam', clock = none) {
  const anna = await enter(server.port, { name: 'Anna' })
  const bert = await enter(server.port, { name: 'Bert' })
  const { game } = await anna.ask('create', { spec, clock, seats: two })
  await anna.ask('watch', { game })
  await bert.ask('watch', { game })
  await bert.ask('join', { game })
  await anna.until({ t: 'event', kind: 'join' })
  return { anna, bert, game, end: () => Promise.all([anna.end(), bert.end()]) }
}

test('a game by a link, a move, a reconnection with the cookie', async () => {
  const { anna, bert, game, end } = await pair()
  const answer = await anna.ask('move', { game, ply: 0, move: '@c1n' })
  assert.equal(answer.t, 'ok')
  const event = await bert.until({ t: 'event', kind: 'move' })
  assert.equal(event.move, '@c1n')
  const cookie = cookieOf(bert)
  await bert.end()
  const again = await enter(server.port, { cookie })
  assert.equal(again.cookie, undefined)
  assert.deepEqual(again.hello.games.map((each) => [each.game, each.mine]), [[game, 2]])
  const state = await again.ask('watch', { game })
  assert.deepEqual(state.moves, ['@c1n'])
  assert.equal(state.mine, 2)
  assert.equal((await again.ask('move', { game, ply: 1, move: '@c5s' })).t, 'ok')
  await again.end()
  await end()
})

test('the cookie: signed, not for scripts, not from other sites', async () => {
  const anna = await enter(server.port)
  assert.match(anna.cookie, /^tablier=[0-9a-f]{32}\.\d+\.[0-9a-f]{64}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Strict$/)
  const forged = cookieOf(anna).replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  const other = await enter(server.port, { cookie: forged })
  assert.ok(other.cookie, 'a cookie that was changed is replaced by a new one')
  assert.notEqual(other.hello.who, anna.hello.who)
  await Promise.all([anna.end(), other.end()])
})

test('whatever other cookies a browser has, it stays who it is', async () => {
  const anna = await enter(server.port)
  const cookie = cookieOf(anna)
  for (const bytes of [100, 2048, 3000]) {
    const again = await enter(server.port, { cookie: `other=${'x'.repeat(bytes)}; ${cookie}` })
    assert.equal(again.hello.who, anna.hello.who)
    assert.equal(again.cookie, undefined)
    await again.end()
  }
  await anna.end()
})

test('a password that a proxy asks for is ignored, and is no token', async () => {
  const headers = { authorization: `Basic ${Buffer.from('club:secret').toString('base64')}` }
  const anna = await enter(server.port, { headers })
  const again = await enter(server.port, { headers, cookie: cookieOf(anna) })
  assert.equal(again.hello.who, anna.hello.who)
  await assert.rejects(connect(server.port, { headers, origin: 'https://evil.example' }))
  await Promise.all([anna.end(), again.end()])
})

test('a page that came over TLS gets a cookie for TLS only', async () => {
  const anna = await enter(server.port, { origin: 'https://tablier.example', headers: { host: 'tablier.example' } })
  assert.match(anna.cookie, /^__Host-tablier=.*; HttpOnly; SameSite=Strict; Secure$/)
  await anna.end()
})

for (const [what, options] of [
  ['the page of another site', { origin: 'https://evil.example' }],
  ['no origin at all', { origin: '' }],
  ['the origin null', { origin: 'null' }],
  ['another path', { path: '/other' }],
  ['another protocol', { protocol: 'chat' }],
  ['no protocol', { protocol: '' }],
  ['the protocol of pages', { protocol: 'http' }],
  ['the protocol of pages, somewhere', { protocol: 'http', path: '/' }],
])
  test(`a connection is refused: ${what}`, async () => {
    await assert.rejects(connect(server.port, options))
  })

for (const [what, bytes, code] of [
  ['a binary message', () => frame('binary', '{"t":"ping"}'), 1003],
  ['text that is no UTF-8', () => frame('text', [0x7b, 0xff, 0xfe, 0x7d]), 1007],
  ['a message that is too long', () => frame('text', 'x'.repeat(1025)), 1009],
  ['a message too long in pieces', () => Buffer.concat([frame('text', 'x'.repeat(600), { final: false }), frame('text', 'x'.repeat(600), { opcode: 0 })]), 1009],
  ['a frame that claims to be huge', () => frame('text', 'x', { length: 2 ** 40 }), undefined],
  ['an unknown kind of frame', () => frame('text', 'x', { opcode: 3 }), undefined],
  ['a continuation of nothing', () => frame('text', 'x', { opcode: 0 }), undefined],
  ['a control frame that is too long', () => frame('ping', 'x'.repeat(126)), undefined],
])
  test(`the connection is closed after ${what}`, async () => {
    const anna = await enter(server.port)
    anna.raw(bytes())
    if (what === 'a frame that claims to be huge') for (let i = 0; i < 100; i++) anna.raw(Buffer.alloc(1024))
    const closed = await anna.closed
    if (code !== undefined) assert.equal(closed, code)
    assert.equal((await ask(server.port, '/health')).status, 200)
  })

test('a message in pieces, with a ping in between, is one message', async () => {
  const anna = await enter(server.port)
  anna.raw(frame('text', '{"t":"pi', { final: false }))
  anna.raw(frame('ping', 'hello'))
  anna.raw(frame('text', 'ng","id":77}', { opcode: 0 }))
  assert.equal((await anna.until({ id: 77 })).t, 'ok')
  await anna.end()
})

// docs/security.md says why they are not refused.
test('messages without a mask are held to the same rules as others', async () => {
  const anna = await enter(server.port)
  anna.raw(frame('text', '{"t":"ping","id":78}', { mask: false }))
  assert.equal((await anna.until({ id: 78 })).t, 'ok')
  anna.raw(frame('text', '{"t":"pong","id":79}', { mask: false }))
  assert.equal((await anna.until({ id: 79 })).code, 'type')
  anna.raw(frame('text', 'x'.repeat(1025), { mask: false }))
  assert.equal(await anna.closed, 1009)
})

test('whoever sends without end is cut off', async () => {
  const anna = await enter(server.port)
  for (let i = 0; i < 5000; i++) anna.say({ t: 'ping' })
  await anna.closed
})

test('whoever does not read is cut off, and nobody else notices', async () => {
  const other = folderMake({ config: 'messages_per_second = 100000\nqueue_bytes = 16384' })
  const fast = await serverStart('--web', `${folder.path}/web`, '--data', `${other.path}/data`, '--config', `${other.path}/config`)
  const anna = await enter(fast.port)
  const bert = await enter(fast.port)
  const { game } = await anna.ask('create', { spec: 'siam', clock: none, seats: two })
  anna.socket.pause()
  await until('the connection to be cut off', async () => {
    for (let i = 0; i < 500; i++) anna.say({ t: 'watch', game })
    return (await metric(fast.port, 'slow_closed_total')) === 1
  })
  assert.equal((await bert.ask('ping')).t, 'ok')
  await Promise.all([anna.end(), bert.end()])
  assert.equal(await fast.stop(), 0)
  other.remove()
})

test('whoever is silent is let go', async () => {
  const other = folderMake({ config: 'ping_seconds = 1\nsilence_seconds = 10' })
  const strict = await serverStart('--web', `${folder.path}/web`, '--config', `${other.path}/config`)
  const [silent, alive] = [await enter(strict.port), await enter(strict.port)]
  silent.answersPings = false
  await silent.closed
  assert.equal((await alive.ask('ping')).t, 'ok')
  assert.equal(await metric(strict.port, 'silent_closed_total'), 1)
  await alive.end()
  await strict.stop()
  other.remove()
})

test('TLS by certificate files', async () => {
  const large = Array.from({ length: 50000 }, (_, i) => `line ${i}`).join('\n')
  const other = folderMake({ 'web/index.html': '<!doctype html>', 'web/large.txt': large, config: '' })
  const [certificate, key] = [`${other.path}/certificate.pem`, `${other.path}/key.pem`]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key,
    '-out', certificate, '-days', '2', '-subj', '/CN=localhost'], { stdio: 'ignore' })
  writeFileSync(`${other.path}/config`, `tls_certificate = ${certificate}\ntls_key = ${key}`)
  const secret = await serverStart('--web', `${other.path}/web`, '--config', `${other.path}/config`)
  const answer = await ask(secret.port, '/large.txt', { secure: true })
  assert.equal(answer.body.toString(), large)
  assert.equal(answer.headers['strict-transport-security'], 'max-age=31536000')
  const anna = await enter(secret.port, { secure: true })
  assert.match(anna.cookie, /^__Host-tablier=.*; Secure$/)
  assert.equal((await anna.ask('ping')).t, 'ok')
  await anna.end()
  assert.equal(await secret.stop(), 0)
  other.remove()
})

test('so many connections of one address, told apart behind a proxy', async () => {
  const address = (last) => ({ headers: { 'x-forwarded-for': `198.51.100.${last}` } })
  const many = await Promise.all(Array.from({ length: 40 }, () => enter(server.port, address(1))))
  const refused = await connect(server.port, address(1))
  assert.equal(await refused.closed, 1013)
  const other = await enter(server.port, address(2))
  await Promise.all([...many, other].map((each) => each.end()))
})

test('so many sockets of one address, whatever they do', async () => {
  const other = folderMake({ config: 'sockets_per_address = 5' })
  const strict = await serverStart('--web', `${folder.path}/web`, '--config', `${other.path}/config`)
  const alive = new Set(Array.from({ length: 8 }, () => connectSocket(strict.port, '127.0.0.1')))
  for (const socket of alive) socket.on('error', () => {}).on('close', () => alive.delete(socket))
  await until('three of them to be closed', () => alive.size === 5)
  const [socket] = alive
  socket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n')
  const answer = within('an answer', new Promise((resolve) => socket.on('data', resolve).on('close', resolve)))
  assert.match(String(await answer), /^HTTP\/1.1 200/)
  assert.equal(await strict.stop(), 0)
  other.remove()
})

test('more sockets than the process may have files: some are closed, and it goes on', async () => {
  const starter = ['sh', '-c', 'ulimit -n 96 && exec "$@"', 'sh']
  const strict = await serverStartBy(starter, '--web', `${folder.path}/web`)
  const all = Array.from({ length: 120 }, () => connectSocket(strict.port, '127.0.0.1').on('error', () => {}))
  await within('one of them to be closed', Promise.race(all.map((socket) => new Promise((resolve) => socket.on('close', resolve)))))
  for (const socket of all) socket.destroy()
  await until('the server to let somebody in', async () => (await ask(strict.port, '/health').catch(() => null))?.status === 200)
  assert.match(strict.journal(), /"event":"few files","connections":"10000","allowed":"96"/)
  assert.doesNotMatch(strict.journal(), /libwebsockets/)
  assert.equal(await strict.stop(), 0)
})

test('an address is listened on, and no other', async () => {
  const answer = (host) =>
    within(`an answer of ${host}`, new Promise((resolve) => {
      const socket = connectSocket(server.port, host)
      socket.on('connect', () => resolve('connected') ?? socket.destroy()).on('error', (error) => resolve(error.code))
    }))
  assert.equal(await answer('127.0.0.1'), 'connected')
  assert.equal(await answer('127.0.0.2'), 'ECONNREFUSED')
})

test('no request becomes HTTP/2', async () => {
  const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' }
  assert.equal((await ask(server.port, '/health', { headers })).status, 200)
  const socket = connectSocket(server.port, '127.0.0.1')
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
  const answer = await within('an answer', new Promise((resolve) => socket.on('data', (bytes) => resolve(String(bytes))).on('close', () => resolve(''))))
  assert.match(answer, /^(HTTP\/1\.|$)/)
  socket.destroy()
})

test('an engine answers', async () => {
  const anna = await enter(server.port)
  const { game } = await anna.ask('create', { spec: 'siam', clock: none, seats: [{ kind: 'me' }, { kind: 'engine', level: 1 }] })
  await anna.ask('watch', { game })
  await anna.ask('move', { game, ply: 0, move: '@c1n' })
  const event = await anna.until({ t: 'event', kind: 'move', seat: 2 })
  assert.equal(event.ply, 2)
  await anna.end()
})

test('the record of a game, and no record of none', async () => {
  const { anna, game, end } = await pair()
  await anna.ask('move', { game, ply: 0, move: '@c1n' })
  const answer = await ask(server.port, `/g/${game}.pgn`)
  assert.equal(answer.status, 200)
  assert.match(answer.headers['content-type'], /^application\/x-chess-pgn/)
  assert.match(answer.body.toString(), /\[Player1 "Anna"\]\n\[Player2 "Bert"\][^]*1\. @c1n/)
  assert.equal((await ask(server.port, '/g/AAAAAAAAAAAA.pgn')).status, 404)
  assert.equal((await ask(server.port, '/g/..%2F..%2Fetc.pgn')).status, 404)
  await end()
})

test('health and figures', async () => {
  const health = await ask(server.port, '/health')
  assert.equal(health.status, 200)
  assert.deepEqual(JSON.parse(health.body), { status: 'good' })
  assert.match((await ask(server.port, '/metrics')).body.toString(), /^tablier_connections \d+$/m)
  for (const before of ['', '127.0.0.1, ', '127.0.0.1,'.repeat(80), '127.0.0.1,'.repeat(1500)])
    assert.equal((await ask(server.port, '/metrics', { headers: { 'x-forwarded-for': `${before}198.51.100.1` } })).status, 404)
})

test('a copy of the games while they are played', async () => {
  const copy = `${folder.path}/copy.db`
  assert.equal((await programRun('admin', 'backup', copy, ...storeWords(`${folder.path}/data`))).code, 0)
  const again = await programRun('admin', 'backup', copy, ...storeWords(`${folder.path}/data`))
  assert.equal(again.code, 1)
  assert.match(again.errors, /exists already/)
  const mode = (name) => statSync(`${folder.path}/${name}`).mode & 0o777
  assert.equal(mode('copy.db'), 0o600)
  if (process.env.TEST_STORE !== 'postgresql')
    for (const end of ['', '-wal', '-shm']) assert.equal(mode(`data/tablier.db${end}`), 0o600, end)
})

test('a second server for the same file is refused', { skip: process.env.TEST_STORE === 'postgresql' }, async () => {
  const result = await programRun('serve', '--web', `${folder.path}/web`, '--data', `${folder.path}/data`, '--port', '0')
  assert.equal(result.code, 1)
  assert.match(result.errors, /is in use by another server/)
})

test('asked to stop, it says so, closes in order, and goes on with the games later', async () => {
  const { anna, bert, game } = await pair('siam', { kind: 'fischer', base: 600, increment: 0 })
  const begun = Date.now()
  await anna.ask('move', { game, ply: 0, move: '@c1n' })
  await bert.ask('move', { game, ply: 1, move: '@c5s' })
  const cookie = cookieOf(anna)
  const stopped = server.stop()
  await anna.until({ t: 'stopping' })
  assert.equal(await anna.closed, 1001)
  assert.equal(await stopped, 0)
  const away = Date.now()
  await until('time to pass in which no server runs', () => Date.now() > away + 4 * inexact)
  const starting = Date.now()
  server = await serve('--config', `${folder.path}/config`)
  const again = await enter(server.port, { cookie })
  const state = await again.ask('watch', { game })
  assert.deepEqual(state.moves, ['@c1n', '@c5s'])
  const running = away - begun + Date.now() - starting // at most: nobody is charged for the time between
  const charged = 600_000 - state.clocks[0]
  assert.ok(charged >= 0 && charged <= running + inexact, `${charged} ms were charged for ${running}`)
  await again.end()
})

// Memory that is given back is overwritten, so that nothing there can be used unnoticed.
test('asked to stop, it does not wait for those who seek a game and keep their connection open', async () => {
  const other = await serverStartBy(['env', 'MALLOC_PERTURB_=165'], '--web', `${folder.path}/web`, '--data', `${folder.path}/seeking`)
  const anna = await enter(other.port)
  assert.equal((await anna.ask('seek', { spec: 'siam', clock: none })).t, 'ok')
  anna.socket.pause()
  assert.equal(await other.stop(), 0, other.journal())
  await anna.end()
})

for (const [line, what] of [
  ['port = many', /:1: port has to be a whole number, 0-65535\n$/],
  ['port = 70000', /:1: port has to be a whole number/],
  ['# a comment\n\nports = 1', /:3: there is no setting 'ports'\n$/],
  ['port = 1\nport = 2', /:2: port is set twice\n$/],
  [`# ${'long '.repeat(300)}port = 1\nports = 1`, /:2: there is no setting 'ports'\n$/],
  [`port = ${' '.repeat(1 << 16)}many`, /:1: port has to be a whole number/],
  [`web = ${'x'.repeat(1024)}`, /:1: the value of web is too long\n$/],
  ['port = 1\0 and more', /:1: there is a zero byte in it\n$/],
  ['# a comment\0port = 1', /:1: there is a zero byte in it\n$/],
  ['nonsense', /:1: a line is `name = value`, or begins with #\n$/],
  ['tls_certificate = /nowhere\ntls_key = /nowhere', /cannot read \/nowhere: No such file or directory\n$/],
  ['tls_key = x', /tls_certificate and tls_key belong together\n$/],
  ['store = mysql://host/name', /the store is postgresql:\/\/USER@HOST\/NAME, or nothing for a file\n$/],
  ['store = postgresql://me:secret@host/name?colour=red', /^tablier: the address of the store is wrong: [^\n]*colour[^\n]*\n$/],
  ['proxies = everybody', /proxies has to be a list of addresses or networks\n$/],
  ['origins = https://club.example/', /origins has to be a list of origins as browsers name them: [^\n]*\n$/],
  ['ping_seconds = 100', /silence_seconds has to be more than ping_seconds\n$/],
])
  test(`a configuration that is refused: ${JSON.stringify(line.slice(0, 80))}`, async () => {
    const other = folderMake({ config: line })
    const result = await programRun('serve', '--config', `${other.path}/config`)
    assert.equal(result.code, 1)
    assert.match(result.errors, what)
    other.remove()
  })

test('a folder is no configuration', async () => {
  const result = await programRun('serve', '--config', folder.path)
  assert.equal(result.code, 1)
  assert.equal(result.errors, `tablier: cannot read ${folder.path}: Is a directory\n`)
})

test('the file that --defaults prints is accepted, and says the same', async () => {
  const { code, output } = await programRun('serve', '--defaults')
  assert.equal(code, 0)
  const other = folderMake({ config: output })
  assert.equal((await programRun('serve', '--config', `${other.path}/config`, '--defaults')).output, output)
  other.remove()
})

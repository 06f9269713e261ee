// Accounts over HTTP: making one, signing in, sessions, passwords, claimed games; and who is let in nowhere.
import assert from 'node:assert/strict'
import { connect as connectSocket } from 'node:net'
import { after, before, test } from 'node:test'
import { Browser, password, registered } from './accounts.mjs'
import { ask, exchange, folderMake, inexact, metric, serverStart } from './support.mjs'
import { until, within } from './waiting.mjs'

const none = { kind: 'none' }
let folder, server

before(async () => {
  folder = folderMake({
    'web/index.html': '<!doctype html>',
    config: ['proxies = 127.0.0.1', 'requests_per_second = 1000', 'password_tries = 1000', 'messages_per_second = 100'].join('\n'),
  })
  server = await serverStart('--web', `${folder.path}/web`, '--data', `${folder.path}/data`, '--config', `${folder.path}/config`)
})

after(async () => {
  assert.equal(await server.stop(), 0)
  folder.remove()
})

const browser = (options) => new Browser(server.port, options)
const register = (name, options) => registered(server.port, name, options)

test('an account is made, and its session is not for scripts, other sites or eyes', async () => {
  const anna = browser()
  const answer = await anna.post('/accounts', { name: 'Anna', password })
  assert.deepEqual([answer.status, answer.body], [200, { account: { name: 'Anna' }, claimed: 0 }])
  const [cookie] = answer.headers['set-cookie']
  assert.match(cookie, /^tablier-session=[0-9a-f]{64}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict$/)
  assert.equal(answer.headers['cache-control'], 'no-store')
  assert.equal(answer.headers['x-content-type-options'], 'nosniff')
  assert.deepEqual((await anna.get('/me')).body, { account: { name: 'Anna', bot: false }, guest: false, registration: true })
  assert.equal((await browser().get('/me')).body.account, null)
})

test('over TLS the session is for TLS only', async () => {
  const bea = browser({ origin: 'https://tablier.example' })
  bea.more = { host: 'tablier.example' }
  const answer = await bea.post('/accounts', { name: 'Bea', password })
  assert.match(answer.headers['set-cookie'][0], /^__Host-tablier-session=.*; HttpOnly; SameSite=Strict; Secure$/)
  assert.equal((await bea.get('/me')).body.account.name, 'Bea')
})

test("where the page is reached over TLS, a cookie that was set without it is nobody's", async () => {
  const other = folderMake({ config: 'public_origins = https://tablier.example' })
  const pinned = await serverStart('--web', `${folder.path}/web`, '--config', `${other.path}/config`)
  const eve = new Browser(pinned.port, { origin: 'https://tablier.example' })
  eve.more = { host: 'tablier.example' }
  assert.equal((await eve.post('/accounts', { name: 'Evelyn', password })).status, 200)
  assert.equal((await eve.get('/me')).body.account.name, 'Evelyn')
  const session = eve.jar.get('__Host-tablier-session')
  eve.jar.clear()
  eve.jar.set('tablier-session', session)
  assert.equal((await eve.get('/me')).body.account, null)
  eve.more = { host: 'rebound.example' }
  assert.deepEqual([(await eve.get('/me')).status, (await eve.get('/me')).body.error.code], [403, 'origin'])
  eve.origin = 'https://rebound.example'
  await assert.rejects(eve.enter())
  assert.equal(await pinned.stop(), 0)
  other.remove()
})

test('a proxy that is not known is told of once, and its word is not taken', async () => {
  const open = await serverStart('--web', `${folder.path}/web`)
  for (const address of ['198.51.100.1', '198.51.100.2']) {
    const olga = new Browser(open.port, { address })
    if (address.endsWith('1')) await olga.post('/accounts', { name: 'Olga', password })
    else await olga.post('/session', { name: 'Olga', password })
    assert.equal((await olga.get('/sessions')).body.sessions.every((each) => each.address === '127.0.0.1'), true)
  }
  assert.equal(open.journal().match(/X-Forwarded-For of an unknown proxy is ignored","address":"127.0.0.1"/g)?.length, 1, open.journal())
  assert.equal(await open.stop(), 0)
})

for (const [what, name] of [
  ['the same', 'Carla'],
  ['in another case', 'CARLA'],
  ['with an accent', 'Cárla'],
  ['with a separator', 'car-la'],
  ['with a digit for a letter', 'Car1a'],
  ['in letters of another script', '\u0441\u0430r1\u0430'],
  ['wholly in letters that look the same', 'C\u00e0rl\u00e1'],
])
  test(`no second account of a name: ${what}`, async () => {
    await browser().post('/accounts', { name: 'Carla', password })
    const answer = await browser().post('/accounts', { name, password })
    assert.ok(answer.status === 409 || answer.body.error.code === 'name', JSON.stringify(answer.body))
  })

for (const name of ['x', 'a b', '-dora', 'do.ra', 'do--ra', 'x'.repeat(21), '12345', 'do\u202era', 'd\u043era', 'admin', 'TABLIER', 'e\u0301va', '<b>', '\u{1F600}\u{1F600}'])
  test(`no such name: ${JSON.stringify(name)}`, async () => {
    const answer = await browser().post('/accounts', { name, password })
    assert.deepEqual([answer.status, answer.body.error.code], [400, 'name'])
  })

for (const weak of ['short', 'password123', '1234567890', 'aaaaaaaaaa', 'Dora123456', 'qwertyuiop!', 'x'.repeat(200).replace(/./g, 'ab').slice(0, 200)])
  test(`a password that is too easy is refused: ${weak.slice(0, 20)}`, async () => {
    const answer = await browser().post('/accounts', { name: 'Dora', password: weak })
    assert.deepEqual([answer.status, answer.body.error.code], [400, 'weak'])
  })

test('a wrong password and a name that nobody has are answered alike', async () => {
  await register('Emil')
  const wrong = await browser().post('/session', { name: 'Emil', password: 'wrong horse 77' })
  const nobody = await browser().post('/session', { name: 'Nobody77', password: 'wrong horse 77' })
  const odd = await browser().post('/session', { name: '<b>', password: 'wrong horse 77' })
  assert.equal(wrong.status, 401)
  assert.deepEqual(nobody.body, wrong.body)
  assert.deepEqual(odd.body, wrong.body)
  assert.deepEqual(Object.keys(nobody.headers).sort(), Object.keys(wrong.headers).sort())
  const right = await browser().post('/session', { name: 'EMIL', password })
  assert.deepEqual([right.status, right.body.account.name], [200, 'Emil'])
})

test('passwords are tried so often from one address, and so often for one name', async () => {
  const other = folderMake({ config: 'proxies = 127.0.0.1\npassword_tries = 3\nrequests_per_second = 1000' })
  const strict = await serverStart('--web', `${folder.path}/web`, '--config', `${other.path}/config`)
  const attempt = async (name, address, secret = 'wrong horse 77') =>
    (await new Browser(strict.port, { address }).post('/session', { name, password: secret })).status
  await registered(strict.port, 'Frida', { address: '198.51.100.9' })
  for (let i = 0; i < 3; i++) assert.equal(await attempt('Nobody', '198.51.100.1'), 401)
  assert.equal(await attempt('Frida', '198.51.100.1', password), 429, 'the address has to wait')
  for (let i = 2; i < 5; i++) assert.equal(await attempt('Frida', `198.51.100.${i}`), 401)
  assert.equal(await attempt('Frida', '198.51.100.6', password), 429, 'the name has to wait')
  assert.equal(await attempt('FR\u00cdDA', '198.51.100.7', password), 429, 'however it is written')
  assert.equal(await attempt('Nobody2', '198.51.100.8'), 401, 'others do not')
  await strict.stop()
  other.remove()
})

test('a stranger who tries a name does not keep its owner out where they have signed in before', async () => {
  const other = folderMake({ config: 'proxies = 127.0.0.1\npassword_tries = 3\nrequests_per_second = 1000' })
  const strict = await serverStart('--web', `${folder.path}/web`, '--config', `${other.path}/config`)
  const wrong = 'wrong horse 77'
  const attempt = async (who, name, secret = wrong) => (await who.post('/session', { name, password: secret })).status
  const tilda = await registered(strict.port, 'Tilda', { address: '198.51.100.7' })
  const stranger = await registered(strict.port, 'Stranger', { address: '198.51.100.8' })
  for (const each of [tilda, stranger]) each.more = { 'x-forwarded-for': '198.51.100.9' }
  for (let i = 0; i < 3; i++) assert.equal(await attempt(stranger, 'Tilda'), 401)
  for (const elsewhere of [stranger, new Browser(strict.port, { address: '198.51.100.10' })])
    assert.equal(await attempt(elsewhere, 'Tilda', password), 429, 'nobody else has tries left')
  assert.equal((await tilda.post('/account/password', { password, new: 'correct horse 8' })).status, 200)
  assert.equal((await tilda.delete('/session')).status, 200)
  assert.equal(await attempt(tilda, 'Tilda', 'correct horse 8'), 200)
  await tilda.delete('/session')
  for (let i = 0; i < 3; i++) assert.equal(await attempt(tilda, 'Tilda'), 401)
  assert.equal(await attempt(tilda, 'Tilda', 'correct horse 8'), 429, 'a device has so many tries too')
  tilda.jar.set('tablier-device', tilda.jar.get('tablier-device').replace(/\.[0-9a-f]/, (digit) => (digit === '.0' ? '.1' : '.0')))
  assert.equal(await attempt(tilda, 'Tilda', 'correct horse 8'), 429, 'what is not signed is nothing')
  await strict.stop()
  other.remove()
})

test('a right password is no try', async () => {
  const other = folderMake({ config: 'password_tries = 2\nrequests_per_second = 1000' })
  const strict = await serverStart('--web', `${folder.path}/web`, '--config', `${other.path}/config`)
  const gina = await registered(strict.port, 'Gina')
  for (let i = 0; i < 4; i++) assert.equal((await gina.post('/session', { name: 'Gina', password })).status, 200)
  await strict.stop()
  other.remove()
})

test('a host can close registration', async () => {
  const other = folderMake({ config: 'registration = 0' })
  const closed = await serverStart('--web', `${folder.path}/web`, '--config', `${other.path}/config`)
  const answer = await new Browser(closed.port).post('/accounts', { name: 'Hugo', password })
  assert.deepEqual([answer.status, answer.body.error.code], [403, 'registration'])
  await closed.stop()
  other.remove()
})

test('sessions are listed, ended one by one, and all others at once; their connections are closed', async () => {
  const begun = Date.now()
  const here = await register('Ida', { agent: 'Here/1.0' })
  const there = browser({ agent: 'There/2.0 \u00e9', address: '198.51.100.20' })
  const away = browser({ agent: 'Away/3.0' })
  for (const each of [there, away]) await each.post('/session', { name: 'Ida', password })
  const { sessions } = (await here.get('/sessions')).body
  assert.deepEqual(sessions.map((each) => [each.agent.split(' ')[0], each.this]).sort(), [['Away/3.0', false], ['Here/1.0', true], ['There/2.0', false]])
  assert.equal(sessions.find((each) => each.agent.startsWith('There')).address, '198.51.100.20')
  const least = begun - inexact, most = Date.now() + inexact
  assert.ok(sessions.every((each) => least <= each.began && each.began <= each.seen && each.seen <= most), JSON.stringify(sessions))
  const [one, two] = [await there.enter(), await away.enter()]
  assert.equal(one.hello.name, 'Ida')
  assert.equal((await here.delete(`/sessions/${sessions.find((each) => each.agent.startsWith('There')).id}`)).status, 200)
  assert.equal(await one.closed, 3000)
  assert.equal((await there.get('/sessions')).status, 401)
  assert.equal((await two.ask('ping')).t, 'ok')
  assert.deepEqual((await here.delete('/sessions')).body, { ended: 1 })
  assert.equal(await two.closed, 3000)
  assert.equal((await here.get('/sessions')).body.sessions.length, 1)
  for (const id of ['1', 'x', '99999999999999999999', String(sessions[0].id + 'x')])
    assert.equal((await here.delete(`/sessions/${id}`)).status, 404)
})

test("nobody ends a session of others, or looks at them", async () => {
  const [jan, eve] = [await register('Jan'), await register('Kuno')]
  const [{ id }] = (await jan.get('/sessions')).body.sessions
  assert.equal((await eve.delete(`/sessions/${id}`)).status, 404)
  assert.equal((await jan.get('/sessions')).status, 200)
  assert.ok((await eve.get('/sessions')).body.sessions.every((each) => each.id !== id))
  for (const [method, path] of [['GET', '/sessions'], ['DELETE', '/sessions'], ['DELETE', '/session']])
    assert.equal((await browser().ask(method, path)).status, 401)
})

test('signing out ends the session, for a copy of its cookie too', async () => {
  const lea = await register('Lea')
  const copy = lea.cookie
  const live = await lea.enter()
  assert.equal((await lea.delete('/session')).status, 200)
  assert.equal(lea.jar.has('tablier-session'), false)
  assert.equal(await live.closed, 3000)
  assert.equal((await browser().ask('GET', '/sessions', undefined, { cookie: copy })).status, 401)
})

test('a changed password ends all other sessions, and the old one is good no more', async () => {
  const [mia, other] = [await register('Mia'), browser()]
  await other.post('/session', { name: 'Mia', password })
  const live = await other.enter()
  assert.equal((await mia.post('/account/password', { password: 'wrong horse 77', new: 'battery staple 8' })).status, 401)
  assert.equal((await mia.post('/account/password', { password, new: 'mia1234567' })).body.error.code, 'weak')
  assert.deepEqual((await mia.post('/account/password', { password, new: 'battery staple 8' })).body, { ended: 1, tokens: 0 })
  assert.equal(await live.closed, 3000)
  assert.equal((await mia.get('/sessions')).status, 200)
  assert.equal((await other.get('/sessions')).status, 401)
  assert.equal((await browser().post('/session', { name: 'Mia', password })).status, 401)
  assert.equal((await browser().post('/session', { name: 'Mia', password: 'battery staple 8' })).status, 200)
})

test('a token is made with the password, and ends when it is changed, unless it is to stay', async () => {
  const tom = await register('Tomas')
  const make = (secret) => tom.post('/tokens', { name: 'x', scope: 'read', days: 1, ...(secret && { password: secret }) })
  const good = async (token) => (await browser().ask('GET', '/games', undefined, { authorization: `Bearer ${token}` })).status
  assert.deepEqual([(await make()).status, (await make('wrong horse 77')).status], [400, 401])
  const kept = (await make(password)).body.token
  assert.deepEqual((await tom.post('/account/password', { password, new: 'battery staple 8', keep_tokens: true })).body, { ended: 0, tokens: 0 })
  assert.equal(await good(kept), 200)
  assert.deepEqual((await tom.post('/account/password', { password: 'battery staple 8', new: password })).body, { ended: 0, tokens: 1 })
  assert.equal(await good(kept), 401)
  assert.deepEqual((await tom.get('/tokens')).body.tokens, [])
})

test('whatever other cookies a browser has, it stays signed in', async () => {
  const mona = browser()
  await mona.post('/accounts', { name: 'Mona', password })
  for (const bytes of [100, 2048, 3000]) {
    const answer = await mona.ask('GET', '/me', undefined, { cookie: `other=${'x'.repeat(bytes)}; ${mona.cookie}` })
    assert.equal(answer.body.account?.name, 'Mona')
  }
})

test('a session that is made up is none', async () => {
  for (const cookie of ['tablier-session=' + '0'.repeat(64), 'tablier-session=', 'tablier-session=zz', 'tablier-session=' + 'a'.repeat(300)]) {
    assert.equal((await browser().ask('GET', '/sessions', undefined, { cookie })).status, 401)
    assert.equal((await browser().ask('GET', '/me', undefined, { cookie })).body.account, null)
  }
  for (const authorization of ['Bearer nothing', 'bearer nothing', 'Bearer', `Bearer ${'a'.repeat(300)}`]) {
    const answer = await browser().ask('GET', '/me', undefined, { authorization })
    assert.deepEqual([answer.status, answer.body.error.code], [401, 'token'])
  }
})

test('a password that a proxy asks for is ignored', async () => {
  const nora = browser()
  const authorization = `Basic ${Buffer.from('club:secret').toString('base64')}`
  assert.equal((await nora.ask('POST', '/accounts', { name: 'Nora', password }, { authorization })).status, 200)
  assert.equal((await nora.ask('GET', '/me', undefined, { authorization })).body.account.name, 'Nora')
  const evil = await nora.ask('DELETE', '/session', undefined, { authorization, origin: 'https://evil.example' })
  assert.equal(evil.body.error.code, 'origin', 'and is no token')
})

// A game between two connections, both watching.
async function game(one, two, fields = {}) {
  const { game: id } = await one.ask('create', { spec: 'siam', clock: none, seats: [{ kind: 'me' }, { kind: 'open' }], ...fields })
  for (const each of [one, two]) await each.ask('watch', { game: id })
  await two.ask('join', { game: id })
  return id
}

test('registering adopts the guest: running games go on under the new name, told to everybody at once', async () => {
  const [noa, other] = [browser(), await browser().enter('Otto')]
  const guest = await noa.enter('a guest')
  const id = await game(guest, other)
  assert.equal((await guest.ask('move', { game: id, ply: 0, move: '@c1n' })).t, 'ok')
  const before = noa.cookie
  assert.equal((await noa.post('/accounts', { name: 'Noa', password })).body.claimed, 1)
  const event = await other.until({ t: 'event', kind: 'device' })
  assert.deepEqual([event.seat, event.name, event.user, event.owner], [1, 'Noa', true, undefined])
  const live = await noa.enter('ignored')
  assert.deepEqual([live.hello.name, live.hello.user], ['Noa', true])
  assert.deepEqual(live.hello.games.map((each) => [each.game, each.mine]), [[id, 1]])
  await other.ask('move', { game: id, ply: 1, move: '@c5s' })
  assert.equal((await live.ask('move', { game: id, ply: 2, move: '@b1n' })).t, 'ok')
  const state = await other.ask('watch', { game: id })
  assert.deepEqual(state.seats[0], { kind: 'person', name: 'Noa', user: true })
  const old = browser()
  old.keep(before)
  const thief = await old.enter()
  assert.deepEqual(thief.hello.games, [], 'the cookie of the guest is nobody now')
  assert.equal((await thief.ask('move', { game: id, ply: 3, move: '@b5s' })).code, 'seat')
  await Promise.all([guest, other, live, thief].map((each) => each.end()))
})

test('signing in claims the games of the guest, but not where the account plays itself', async () => {
  const [pia, elsewhere] = [await register('Pia'), browser()]
  const live = await pia.enter()
  const guest = await elsewhere.enter('Pia on a phone')
  const other = await browser().enter('Otto')
  const [mine, both] = [await game(guest, other), await game(live, guest)]
  const over = await game(guest, other)
  await other.ask('resign', { game: over })
  assert.equal((await elsewhere.post('/session', { name: 'Pia', password })).body.claimed, 2)
  const again = await elsewhere.enter()
  assert.deepEqual(again.hello.games.map((each) => each.game).sort(), [mine, both].sort())
  assert.equal((await again.ask('move', { game: mine, ply: 0, move: '@c1n' })).t, 'ok')
  assert.equal((await guest.ask('move', { game: mine, ply: 2, move: '@b1n' })).code, 'seat')
  assert.deepEqual((await again.ask('games')).finished.map((each) => each.game), [over])
  await Promise.all([live, guest, other, again].map((each) => each.end()))
})

test('the name of an account on a connection is fixed, and marked; a guest of that name is not', async () => {
  const quin = await register('Quin')
  const live = await quin.enter('Somebody')
  assert.equal((await live.ask('name', { name: 'Else' })).name, 'Quin')
  const guest = await browser().enter('Quin')
  const id = await game(live, guest)
  const { seats } = await live.ask('watch', { game: id })
  assert.deepEqual(seats, [{ kind: 'person', name: 'Quin', user: true }, { kind: 'person', name: 'Quin' }])
  await Promise.all([live.end(), guest.end()])
})

test('a state-changing request needs JSON, and the page of this site', async () => {
  const rosa = await register('Rosa')
  const change = (headers, body = '{"name":"Rosa","password":"x"}') => rosa.ask('POST', '/session', body, headers)
  assert.equal((await change({ origin: 'https://evil.example' })).body.error.code, 'origin')
  assert.equal((await change({ origin: 'null' })).body.error.code, 'origin')
  assert.equal((await change({ 'content-type': 'text/plain' })).body.error.code, 'type')
  assert.equal((await change({ 'content-type': 'application/x-www-form-urlencoded' })).body.error.code, 'type')
  const bare = new Browser(server.port, { origin: '' })
  bare.jar = rosa.jar
  assert.equal((await bare.delete('/sessions')).body.error.code, 'origin')
  assert.equal((await rosa.get('/sessions')).status, 200)
})

for (const [what, body, code] of [
  ['no JSON', '{', 'json'],
  ['a list', '[]', 'json'],
  ['a field twice', '{"name":"a","name":"b","password":"x"}', 'json'],
  ['a field too many', '{"name":"a","password":"x","admin":true}', 'field'],
  ['a field missing', '{"name":"a"}', 'field'],
  ['a number for a text', '{"name":1,"password":"x"}', 'field'],
  ['a zero byte in a text', '{"name":"a\\u0000b","password":"x"}', 'json'],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 'json'],
  ['nesting without end', '{"name":' + '['.repeat(8000) + ']'.repeat(8000 - 10), 'json'],
])
  test(`a body is refused: ${what}`, async () => {
    const answer = await ask(server.port, '/api/session', {
      method: 'POST', body,
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), origin: `http://127.0.0.1:${server.port}` },
    })
    assert.deepEqual([answer.status, JSON.parse(answer.body).error.code], [400, code])
  })

const raw = (bytes, more) => exchange(server.port, bytes, more)
const head = (method, path, more = '') => `${method} /api${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nOrigin: http://127.0.0.1:${server.port}\r\n${more}\r\n`

for (const [what, bytes, status] of [
  ['a body that is too long', () => head('POST', '/session', 'Content-Type: application/json\r\nContent-Length: 16385\r\n'), 413],
  ['a body of unknown length', () => head('POST', '/session', 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n'), 411],
  ['a body with a GET', () => head('GET', '/me', 'Content-Length: 2\r\n') + '{}', 400],
  ['no body with a POST', () => head('POST', '/session', 'Content-Type: application/json\r\n'), 400],
  ['a length that is no number', () => head('POST', '/session', 'Content-Type: application/json\r\nContent-Length: 1e3\r\n'), 411],
  ['another method', () => head('PUT', '/me', 'Content-Length: 2\r\n') + '{}', 405],
  ['a method of another route', () => head('DELETE', '/me'), 405],
  ['a path that is none', () => head('GET', '/nothing/here'), 404],
  ['a query that is none', () => head('GET', '/me?x'), 400],
  ['a query twice', () => head('GET', '/me?a=1&a=2'), 400],
])
  test(`the connection is closed after ${what}`, async () => {
    const answer = await raw(bytes())
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `))
    assert.match(answer, /connection: close/i)
    assert.match(answer, /\{"error":\{"code":"[a-z]+","message":"[^"]+"\}\}\n$/)
  })

for (const [path, status] of [
  ['/me', 200],
  ['/nothing/here', 404],
  ['/accounts', 405],
  ['/me?x', 400],
  ['/tokens', 401],
])
  test(`HEAD gets no body: ${path}`, async () => {
    const answer = await raw(head('HEAD', path, 'Connection: close\r\n'))
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} [^]*content-length: [1-9][^]*\r\n\r\n$`))
  })

for (const [method, path, allow] of [
  ['PUT', '/me', 'GET, HEAD'],
  ['DELETE', '/me', 'GET, HEAD'],
  ['GET', '/session', 'POST, DELETE'],
  ['HEAD', '/accounts', 'POST'],
  ['PUT', '/tokens', 'GET, HEAD, POST'],
])
  test(`whoever asks with another method is told which there are: ${method} ${path}`, async () => {
    const answer = await ask(server.port, `/api${path}`, { method })
    assert.deepEqual([answer.status, answer.headers.allow], [405, allow])
  })

test('a query that the route does not know is refused', async () => {
  assert.equal((await browser().get('/me?x=1')).body.error.field, 'x')
})

test('a body that comes in pieces is read, and the connection goes on with the next request', async () => {
  const body = JSON.stringify({ name: 'Nobody99', password: 'wrong horse 77' })
  const post = head('POST', '/session', `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`) + body
  const socket = connectSocket(server.port, '127.0.0.1').setNoDelay()
  let answers = ''
  socket.on('data', (part) => (answers += part)).on('error', () => {})
  const closed = new Promise((resolve) => socket.on('close', resolve))
  for (let at = 0; at < post.length; at += 40)
    await within('a piece to be sent', new Promise((resolve) => socket.write(post.slice(at, at + 40), resolve)))
  await until('the first answer', () => /\}$/.test(answers))
  socket.write(head('GET', '/me', 'Connection: close\r\n'))
  await within('the end of the connection', closed)
  assert.match(answers, /^HTTP\/1\.1 401 [^]*HTTP\/1\.1 200 /)
})

test('a body that does not come is not waited for without end', async () => {
  assert.equal(await raw(head('POST', '/session', 'Content-Type: application/json\r\nContent-Length: 100\r\n') + '{'), '')
})

test('whoever goes away while a request is done harms nobody', async () => {
  const body = JSON.stringify({ name: 'Nobody99', password: 'wrong horse 77' })
  for (let i = 0; i < 5; i++) {
    const socket = connectSocket(server.port, '127.0.0.1', () => socket.write(head('POST', '/session', `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`) + body, () => socket.destroy()))
    await within('the end of a connection', new Promise((resolve) => socket.on('close', resolve)))
  }
  assert.equal((await browser().get('/me')).status, 200)
})

test('so many requests of one address a second', async () => {
  const other = folderMake({ config: 'requests_per_second = 2' })
  const strict = await serverStart('--web', `${folder.path}/web`, '--config', `${other.path}/config`)
  const asker = new Browser(strict.port)
  const statuses = []
  for (let i = 0; i < 20; i++) statuses.push((await asker.get('/me')).status)
  assert.equal(statuses[9], 200)
  assert.ok(statuses.includes(429), statuses.join())
  assert.equal((await ask(strict.port, '/health')).status, 200)
  await strict.stop()
  other.remove()
})

test('a server that waits for nothing does nothing', async () => {
  const idle = connectSocket(server.port, '127.0.0.1', () => idle.write(head('GET', '/me')))
  await within('an answer', new Promise((resolve) => idle.once('data', resolve)))
  const look = async () => ({ turns: await metric(server.port, 'turns_total'), seconds: await metric(server.port, 'uptime_seconds') })
  const before = await look()
  let looks = 0, now
  await until('some seconds of the server', async () => ++looks && (now = await look()).seconds > before.seconds + 2)
  // Each look is two requests, of five turns each; a clock ticks ten times a second, and other threads wake the loop now and
  // then. A loop that waits for nothing turns many thousand times a second.
  const most = 20 * looks + 100 * (now.seconds - before.seconds)
  assert.ok(now.turns - before.turns < most, `${now.turns - before.turns} turns, ${looks} looks, ${now.seconds - before.seconds} s`)
  idle.destroy()
})

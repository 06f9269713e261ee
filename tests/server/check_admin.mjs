// `tablier admin` beside a running server: what it does is true there within seconds.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { Browser } from './accounts.mjs'
import { account, api, botAccount } from './api.mjs'
import { folderMake, nothingOf, programRun, serverStart, storeWords } from './support.mjs'
import { until } from './waiting.mjs'
import { connect, enter } from './websocket.mjs'

const none = { kind: 'none' }
const two = [{ kind: 'me' }, { kind: 'open' }]
let folder, server

before(async () => {
  folder = folderMake({
    'web/index.html': '<!doctype html>',
    config: 'requests_per_second = 1000\npassword_tries = 1000\nengine_ms = 20\nproxies = 127.0.0.1\n',
  })
  server = await serverStart('--web', `${folder.path}/web`, '--config', `${folder.path}/config`, '--data', `${folder.path}/data`)
})

after(async () => {
  assert.equal(await server.stop(), 0)
  folder.remove()
})

const run = (...words) => programRun('admin', ...words, ...storeWords(`${folder.path}/data`))

// What an action finds; it has to go well.
async function admin(...words) {
  const { code, output, errors } = await run(...words, '--json')
  assert.equal(code, 0, errors)
  return JSON.parse(output)
}

// What was done to an account, a game, a report by its number …, with which reason.
async function logged(subject) {
  const { log } = await admin('log')
  return log.filter((each) => each.subject === String(subject)).map((each) => `${each.action} ${each.detail}`)
}

const says = (port, who) => connect(port, { cookie: who.cookie })

test('what only the service can read is not asked for', async () => {
  const other = folderMake({ config: 'tls_certificate = /nowhere\ntls_key = /nowhere\n' })
  assert.equal((await run('statistics', '--config', `${other.path}/config`)).code, 0)
  other.remove()
})

test('users: list, show, rename', async () => {
  const anna = await account(server.port, 'Xanny')
  await anna.ask('POST', '/message', { t: 'create', spec: 'siam', clock: none, seats: two })
  const { users } = await admin('users', 'list', 'ANN')
  assert.deepEqual(users.map((each) => [each.name, each.bot, each.banned]), [['Xanny', false, false]])
  const shown = await admin('users', 'show', 'xanny')
  assert.deepEqual([shown.name, shown.games, shown.games_open, shown.sessions], ['Xanny', 1, 1, 1])
  await account(server.port, 'Berta')
  assert.match((await run('users', 'rename', 'Xanny', 'berta')).errors, /somebody has this name/)
  assert.match((await run('users', 'rename', 'Xanny', 'x y')).errors, /can be no name/)
  const socket = await says(server.port, anna)
  await admin('users', 'rename', 'Xanny', 'Annika')
  assert.equal(await socket.closed, 3000, 'who is connected comes back under the new name')
  assert.equal((await anna.ask('GET', '/me')).body.account.name, 'Annika')
  assert.match((await run('users', 'show', 'Xanny')).errors, /there is no account 'Xanny'/)
  assert.deepEqual(await logged('Xanny'), ['rename Annika'])
})

test('users: a new password ends sessions, tokens and connections', async () => {
  const program = await botAccount(server.port, 'Gizmo')
  const socket = await connect(server.port, { headers: { authorization: `Bearer ${program.token}` }, origin: '' })
  const { password } = await admin('users', 'password', 'Gizmo')
  assert.equal(await socket.closed, 3000)
  assert.equal((await program.ask('GET', '/tokens')).status, 401)
  assert.equal((await api(server.port, 'GET', '/games', undefined, { token: program.token })).status, 401)
  assert.equal((await api(server.port, 'POST', '/session', { name: 'Gizmo', password: program.password })).status, 401)
  const signed = await api(server.port, 'POST', '/session', { name: 'Gizmo', password })
  assert.equal(signed.status, 200)
  const cookie = signed.headers['set-cookie'][0].split(';')[0]
  assert.equal((await api(server.port, 'GET', '/me', undefined, { cookie })).body.account.bot, true)
  await admin('users', 'person', 'Gizmo')
  assert.equal((await api(server.port, 'GET', '/me', undefined, { cookie })).body.account.bot, false)
  assert.deepEqual(await logged('Gizmo'), ['password ', 'person '])
})

test('users: delete', async () => {
  const carl = await account(server.port, 'Carlotta')
  const { game } = (await carl.ask('POST', '/message', { t: 'create', spec: 'siam', clock: none, seats: [{ kind: 'me' }, { kind: 'engine', level: 1 }] })).body
  await admin('users', 'delete', 'Carlotta')
  assert.equal((await carl.ask('GET', '/tokens')).status, 401)
  assert.equal((await api(server.port, 'POST', '/session', { name: 'Carlotta', password: carl.password })).status, 401)
  // Servers look for what was done every two seconds.
  await until('the name to be gone', async () => !JSON.stringify((await api(server.port, 'GET', `/games/${game}`)).body).includes('Carlotta'))
})

test('users: delete leaves reports and the log without any name, and bans not at all', async () => {
  const names = ['Zebulon-Qx', 'Zabulon-Qx']
  const [zeb, mary] = [await account(server.port, names[0]), await account(server.port, 'Marianne')]
  const [live, other] = [await enter(server.port, { cookie: zeb.cookie }), await enter(server.port, { cookie: mary.cookie })]
  const { game } = await live.ask('create', { spec: 'siam', clock: none, seats: two })
  await other.ask('join', { game })
  await live.ask('chat', { game, text: 'boo' })
  const line = (await live.ask('look', { game })).chat[0].number
  for (const fields of [{ seat: 1 }, { line }]) assert.equal((await mary.ask('POST', '/reports', { game, text: 'rude', ...fields })).status, 200)
  assert.equal((await zeb.ask('POST', '/reports', { game, seat: 2, text: 'no, she is' })).status, 200)
  await admin('bans', 'account', names[0], '--reason', 'a test')
  await admin('users', 'rename', ...names)
  await admin('users', 'delete', names[1], '--reason', 'asked by letter')
  await Promise.all([live.end(), other.end()])

  const { reports } = await admin('reports', 'list', 'all')
  assert.deepEqual(reports.filter((each) => each.game === game).map((each) => [each.who, each.reporter, each.address !== '']),
    [['Marianne', '', false], ['', 'Marianne', true], ['', 'Marianne', true]])
  const { log } = await admin('log')
  assert.deepEqual(log.slice(-3).map((each) => [each.action, each.subject, each.detail]),
    [['ban', '', 'a test'], ['rename', '', ''], ['delete', '', 'asked by letter']])
  for (const listed of [reports, log, (await admin('bans', 'list')).bans])
    for (const name of names) assert.ok(!JSON.stringify(listed).includes(name))
  nothingOf(`${folder.path}/data`, ['ebulon-qx', 'abulon-qx', 'ebulonqx', 'abulonqx'])
})

test('games: list, show, abort while somebody watches', async () => {
  const dora = await enter(server.port, { name: 'Dora' }), emil = await enter(server.port, { name: 'Emil' })
  const { game } = await dora.ask('create', { spec: 'siam', clock: none, seats: two })
  await emil.ask('join', { game })
  await dora.ask('watch', { game })
  await dora.ask('chat', { game, text: 'hello there' })
  assert.ok((await admin('games', 'list')).games.some((each) => each.game === game && each.players === 'Dora, Emil'))
  const shown = await admin('games', 'show', game)
  assert.match(shown.record, /\[Player1 "Dora"\]/)
  assert.match(JSON.stringify(shown.chat), /hello there/)
  await admin('games', 'abort', game, '--reason', 'a test')
  assert.equal((await dora.until({ t: 'event', kind: 'end' })).reason, 'aborted')
  assert.equal((await emil.ask('move', { game, ply: 0, move: '@c1n' })).code, 'over')
  assert.match((await run('games', 'abort', game)).errors, /the game is over/)
  assert.deepEqual(await logged(game), ['abort a test'])
  assert.match((await run('games', 'show', 'nothing')).errors, /there is no game/)
  await Promise.all([dora.end(), emil.end()])
})

test('reports: made by players, so many a day, listed and closed', async () => {
  const fred = await account(server.port, 'Frederik')
  const rude = await enter(server.port, { name: 'Rude' })
  const { game } = await rude.ask('create', { spec: 'siam', clock: none, seats: two })
  await rude.ask('watch', { game })
  await rude.ask('chat', { game, text: 'something rude' })
  const line = (await rude.ask('look', { game })).chat[0].number
  const report = (fields) => fred.ask('POST', '/reports', { game, text: 'he is rude', ...fields })
  assert.equal((await report({ line })).status, 200)
  assert.equal((await report({ seat: 1 })).status, 200)
  assert.equal((await report({})).body.error.field, 'seat')
  assert.equal((await report({ seat: 1, line })).status, 400)
  assert.equal((await report({ seat: 3 })).body.error.code, 'seat')
  assert.equal((await report({ line: 77 })).body.error.code, 'seat')
  assert.equal((await report({ seat: 1, game: 'AAAAAAAAAAAA' })).body.error.code, 'game')
  assert.equal((await report({ seat: 1, text: '\u0007' })).body.error.field, 'text')
  const { reports } = await admin('reports', 'list')
  assert.deepEqual(reports.slice(0, 2).map((each) => [each.who, each.said, each.text, each.reporter]),
    [['Rude', '', 'he is rude', 'Frederik'], ['Rude', 'something rude', 'he is rude', 'Frederik']])
  await admin('reports', 'close', String(reports[0].id), '--reason', 'talked to him')
  assert.ok(!(await admin('reports', 'list')).reports.some((each) => each.id === reports[0].id))
  assert.equal((await admin('reports', 'list', 'all')).reports.find((each) => each.id === reports[0].id).note, 'talked to him')
  assert.equal((await run('reports', 'close', String(reports[0].id))).code, 1)
  assert.ok((await logged(reports[0].id)).includes('close talked to him'))
  for (let i = 0; i < 8; i++) await report({ seat: 1 })
  assert.equal((await report({ seat: 1 })).status, 429)
  await rude.end()
})

test('tournaments: listed, and one is cancelled while it is looked at', async () => {
  const anna = new Browser(server.port)
  const looking = await anna.enter('Anna')
  const wanted = { title: 'An evening', kind: 'swiss', spec: 'siam', clock: { kind: 'fischer', base: 60, increment: 0 }, rounds: 3, name: 'Anna' }
  const { tournament } = (await anna.post('/tournaments', wanted)).body
  await looking.ask('tournament', { tournament, on: true })
  const { tournaments } = await admin('tournaments', 'list')
  assert.deepEqual(tournaments.map((each) => [each.tournament, each.title, each.state, each.players, each.creator]),
    [[tournament, 'An evening', 'ahead', 0, 'Anna']])
  await admin('tournaments', 'cancel', tournament, '--reason', 'a test')
  await looking.until({ t: 'tournament', tournament, revision: 2 })
  assert.equal((await anna.get(`/tournaments/${tournament}`)).body.state, 'cancelled')
  assert.deepEqual((await admin('tournaments', 'list')).tournaments, [])
  assert.equal((await admin('tournaments', 'list', 'all')).tournaments[0].state, 'cancelled')
  assert.match((await run('tournaments', 'cancel', tournament)).errors, /there is no tournament/)
  assert.deepEqual(await logged(tournament), ['cancel a test'])
  await looking.end()
})

test('reports: however many guests somebody is, from their address come so many a day', async () => {
  const rude = await enter(server.port, { name: 'Ruder' })
  const { game } = await rude.ask('create', { spec: 'siam', clock: none, seats: two })
  const reported = async (address) => {
    const guest = new Browser(server.port, { address })
    await (await guest.enter()).end()
    return (await guest.post('/reports', { game, seat: 1, text: 'he is rude' })).status
  }
  for (let i = 0; i < 50; i++) assert.equal(await reported('203.0.113.50'), 200)
  assert.deepEqual([await reported('203.0.113.50'), await reported('203.0.113.51')], [429, 200])
  await rude.end()
})

test('a banned account: connections, requests, signing in; until the ban is lifted', async () => {
  const gert = await account(server.port, 'Gertrud')
  const socket = await enter(server.port, { cookie: gert.cookie })
  await admin('bans', 'account', 'gertrud', '--reason', 'a test', '--days', '3')
  assert.equal(await socket.closed, 3003)
  assert.deepEqual([(await gert.ask('GET', '/games')).status, (await gert.ask('GET', '/games')).body.error.code], [403, 'banned'])
  assert.equal((await api(server.port, 'POST', '/session', { name: 'Gertrud', password: gert.password })).status, 403)
  const again = await connect(server.port, { cookie: gert.cookie })
  assert.equal(await again.closed, 3003)
  const { bans } = await admin('bans', 'list')
  const ban = bans.find((each) => each.name === 'Gertrud')
  assert.equal(ban.reason, 'a test')
  assert.ok(ban.expires > Date.now() + 2 * 86400000)
  await admin('bans', 'lift', String(ban.id))
  assert.deepEqual(await logged('Gertrud'), ['ban a test'])
  assert.ok((await logged(ban.id)).includes('lift '))
  await until('the ban to be lifted', async () => (await gert.ask('GET', '/games')).status === 200)
})

test('a banned network: connections, requests, new accounts', async () => {
  const from = (address) => ({ headers: { 'x-forwarded-for': address } })
  const socket = await enter(server.port, from('192.0.2.7'))
  const other = await enter(server.port, from('198.51.100.7'))
  assert.match((await run('bans', 'network', 'nowhere')).errors, /no address and no network/)
  await admin('bans', 'network', '192.0.2.0/24')
  assert.equal(await socket.closed, 3003)
  assert.equal((await other.ask('ping')).t, 'ok')
  const again = await connect(server.port, from('192.0.2.8'))
  assert.equal(await again.closed, 3003)
  const register = await api(server.port, 'POST', '/accounts', { name: 'Heinrich', password: 'a long password for tests' }, from('192.0.2.9'))
  assert.deepEqual([register.status, register.body.error.code], [403, 'banned'])
  assert.equal((await api(server.port, 'GET', '/me', undefined, from('198.51.100.7'))).status, 200)
  await other.end()
})

test('a token of a banned account', async () => {
  const robot = await botAccount(server.port, 'Gadget')
  await admin('bans', 'account', 'Gadget')
  await until('the token to be banned', async () => (await api(server.port, 'GET', '/games', undefined, { token: robot.token })).status === 403)
})

test('statistics, the log, a backup', async () => {
  const before = await admin('statistics')
  const ida = await account(server.port, 'Ida')
  await ida.ask('POST', '/message', { t: 'create', spec: 'siam', clock: none, seats: two })
  await admin('bans', 'account', 'Ida')
  const after = await admin('statistics')
  assert.deepEqual(['accounts', 'games', 'bans'].map((each) => after[each] - before[each]), [1, 1, 1])
  const { log } = await admin('log')
  assert.ok(log.length > 0 && log.every((each) => each.who !== '' && each.at > 0))
  const copy = `${folder.path}/copy`
  assert.equal((await run('backup', copy)).code, 0)
  assert.ok(existsSync(copy))
})

test('for people: tables with headings, in French as well', async () => {
  await account(server.port, 'Jolanda')
  await admin('bans', 'network', '198.18.0.0/15')
  assert.match((await run('users', 'list')).output, /^name +made +last seen +program +banned\n/)
  assert.match((await run('bans', 'list', '--lang', 'fr')).output, /^numéro/)
  assert.match((await run('actions')).output, /users rename NAME NEW/)
  assert.equal((await run('users', 'dance')).code, 2)
  assert.equal((await run('users', 'show')).code, 2)
})

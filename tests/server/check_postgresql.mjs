// The games in a PostgreSQL of their own, which crashes: every move a player was told to be made is there afterwards, and
// the server goes on by itself. CRASH_GAMES and CRASH_ROUNDS make it as large as one likes.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { after, before, test } from 'node:test'
import { movesKept, playBegin } from './playing.mjs'
import { ask, folderMake, metric, programRun, psql, serverStart } from './support.mjs'
import { patience, until } from './waiting.mjs'
import { enter } from './websocket.mjs'

const games = Number(process.env.CRASH_GAMES ?? 20)
const rounds = Number(process.env.CRASH_ROUNDS ?? 2)
const script = fileURLToPath(new URL('../../scripts/postgresql', import.meta.url))
let folder, address

const database = (command) => execFileSync(script, [command, `${folder.path}/db`], { encoding: 'utf8', timeout: patience }).trim()
async function serve(t, store = address) {
  const server = await serverStart('--web', `${folder.path}/web`, '--store', store, '--config', `${folder.path}/config`)
  t.after(() => server.child.kill('SIGKILL'))
  return server
}

before(() => {
  folder = folderMake({
    'web/index.html': '<!doctype html>',
    config: 'connections_per_address = 5000\nsockets_per_address = 5000\ngames_per_address_hour = 1000000\nmessages_per_second = 1000\ngames_per_visitor = 1000',
  })
  execFileSync('chmod', ['711', folder.path])
  address = database('new')
})

after(() => {
  database('delete')
  folder.remove()
})

// No event of a game is missing between its first and its last, and none is there twice.
function eventsWhole() {
  assert.equal(psql(address, 'SELECT count(*) FROM (SELECT game FROM event GROUP BY game HAVING count(*) <> max(number)) AS bad'), '0')
}

for (let round = 0; round < rounds; round++)
  test(`PostgreSQL crashes and comes back, round ${round + 1}`, async (t) => {
    const server = await serve(t)
    const playing = playBegin(server.port, { games, rate: games * 10, notes: `${folder.path}/notes${round}` })
    await until('moves of every game', async () => (await metric(server.port, 'moves_total')) >= games * (2 + round))
    database('crash')
    await assert.rejects(enter(server.port)) // nobody knows who has which games: later
    assert.deepEqual([server.child.exitCode, server.child.signalCode], [null, null])
    database('start')
    await until('a good store', async () => (await ask(server.port, '/health')).status === 200)
    const { moves } = await playing.end('SIGTERM')
    assert.ok([...moves.values()].flat().length >= games, 'moves were acknowledged')
    await movesKept(server.port, moves)
    eventsWhole()
    const bert = await until('somebody to be let in', () => enter(server.port).catch(() => undefined))
    const { game } = await bert.ask('create', { spec: 'siam', clock: { kind: 'none' }, seats: [{ kind: 'me' }, { kind: 'open' }] })
    assert.ok(game, 'games begin again')
    await bert.end()
    assert.equal(await server.stop(), 0)
    const again = await serve(t)
    await movesKept(again.port, moves)
    assert.equal(await again.stop(), 0)
  })

test('both are killed at the same time', async (t) => {
  const server = await serve(t)
  const playing = playBegin(server.port, { games, rate: games * 10, notes: `${folder.path}/notes` })
  await until('moves of every game', async () => (await metric(server.port, 'moves_total')) >= 3 * games)
  server.child.kill('SIGKILL')
  database('crash')
  const { moves } = await playing.end()
  await server.ended
  database('start')
  const again = await serve(t)
  await movesKept(again.port, moves)
  eventsWhole()
  assert.equal(await again.stop(), 0)
})

// The time of a server, as it says.
const timeOf = async (person) => (await person.ask('ping')).now

test('PostgreSQL is away: games that cannot be read are not denied, and no clock runs', async (t) => {
  const servers = [await serve(t), await serve(t)]
  const healthy = (status) => until(`/health to be ${status} everywhere`, async () =>
    (await Promise.all(servers.map(({ port }) => ask(port, '/health')))).every((answer) => answer.status === status))
  const [anna, bert] = [await enter(servers[0].port), await enter(servers[1].port)]
  const seats = [{ kind: 'me' }, { kind: 'open' }]
  const unread = (await anna.ask('create', { spec: 'siam', clock: { kind: 'none' }, seats })).game
  const { game } = await anna.ask('create', { spec: 'siam', clock: { kind: 'fischer', base: 600, increment: 0 }, seats })
  assert.equal((await bert.ask('join', { game })).t, 'ok')
  assert.equal((await anna.ask('move', { game, ply: 0, move: '@a1n' })).t, 'ok')
  assert.equal((await bert.ask('move', { game, ply: 1, move: '@e5s' })).t, 'ok')
  const before = await anna.ask('watch', { game })
  database('stop')
  await healthy(503)
  const away = await timeOf(anna) // both servers have noticed by now
  for (const type of ['look', 'join']) assert.equal((await bert.ask(type, { game: unread })).code, 'store')
  assert.equal((await bert.ask('games')).code, 'store')
  assert.equal((await ask(servers[1].port, `/g/${unread}.pgn`)).status, 503)
  assert.equal((await anna.ask('move', { game, ply: 2, move: '@b1n' })).code, 'store')
  await until('the server to have seen a second pass', async () => (await timeOf(anna)) > away + 1000)
  const back = await timeOf(anna)
  database('start')
  await healthy(200)
  const after = await anna.ask('watch', { game })
  const charged = before.clocks[0] - after.clocks[0]
  assert.ok(charged <= after.now - before.now - (back - away) + 100, `${charged} ms were charged`)
  assert.equal((await anna.ask('move', { game, ply: 2, move: '@b1n' })).t, 'ok')
  assert.equal((await bert.ask('look', { game: unread })).t, 'game')
  for (const person of [anna, bert]) await person.end()
  for (const server of servers) assert.equal(await server.stop(), 0)
})

test('a copy of the games, put into another database', async (t) => {
  const server = await serve(t)
  const playing = playBegin(server.port, { games: 3, rate: 60, notes: `${folder.path}/copied` })
  await until('moves of every game', async () => (await metric(server.port, 'moves_total')) >= 30)
  const { moves } = await playing.end('SIGTERM')
  const copy = `${folder.path}/copy`
  const made = await programRun('admin', 'backup', copy, '--store', address)
  assert.deepEqual([made.code, made.output, made.errors], [0, '', ''])
  assert.equal((await programRun('admin', 'backup', copy, '--store', address)).code, 1)
  const other = address.replace('/tablier?', '/other?')
  psql(address, 'CREATE DATABASE other')
  execFileSync('pg_restore', ['--no-owner', '--dbname', other, copy], { timeout: patience })
  const second = await serve(t, other)
  await movesKept(second.port, moves)
  assert.equal(await second.stop(), 0)
  assert.equal(await server.stop(), 0)
})

test('a database that is not there: the server says so and ends', async () => {
  const words = ['serve', '--web', `${folder.path}/web`, '--port', '0', '--store']
  const nowhere = await programRun(...words, `postgresql://me:secret@/none?host=${folder.path}/nowhere`)
  assert.equal(nowhere.code, 1)
  assert.match(nowhere.errors, /^tablier: cannot open the store postgresql:\/\/\/none: .*No such file or directory/)
  assert.doesNotMatch(nowhere.errors, /secret/)
  const missing = await programRun(...words, address.replace('/tablier?', '/missing?'))
  assert.match(missing.errors, /database "missing" does not exist/)
})

test('a journal without passwords', async (t) => {
  const server = await serve(t, address.replace('tablier@', 'tablier:secret@'))
  assert.match(server.journal(), /"store":"postgresql:\/\/\/tablier"/)
  assert.doesNotMatch(server.journal(), /secret/)
  assert.equal(await server.stop(), 0)
})

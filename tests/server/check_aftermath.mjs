// What becomes of games that are over: the explorer counts them, the server analyses them, programs help it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { registered } from './accounts.mjs'
import { api } from './api.mjs'
import { Program, folderMake, metric, program, programRun, serverStart, storeWords } from './support.mjs'
import { until } from './waiting.mjs'
import { cookieOf, enter } from './websocket.mjs'

const none = { kind: 'none' }
const two = [{ kind: 'me' }, { kind: 'open' }]
let folder, server, anna, bert, cookie

before(async () => {
  folder = folderMake({
    'web/index.html': '<!doctype html>',
    config: 'requests_per_second = 1000\nanalysis_ms = 20\nanalysis_per_player = 2\nanalysis_threads = 0\n',
  })
  server = await serverStart('--web', `${folder.path}/web`, '--data', `${folder.path}/data`, '--config', `${folder.path}/config`)
  anna = await enter(server.port, { name: 'Anna' })
  bert = await enter(server.port, { name: 'Bert' })
  cookie = cookieOf(anna)
})

after(async () => {
  await anna.end()
  await bert.end()
  assert.equal(await server.stop(), 0)
  folder.remove()
})

// A game of these moves; Anna resigns after it unless it goes on.
async function play(moves, { over = true, spec = 'siam' } = {}) {
  const { game } = await anna.ask('create', { spec, clock: none, seats: two })
  await bert.ask('join', { game })
  for (const [ply, move] of moves.entries()) assert.equal((await (ply % 2 === 0 ? anna : bert).ask('move', { game, ply, move })).t, 'ok')
  if (over) assert.equal((await anna.ask('resign', { game })).t, 'ok')
  return game
}

const get = (path) => api(server.port, 'GET', path)
const want = (game, options = { cookie }) => api(server.port, 'POST', `/games/${game}/analysis`, {}, options)

// A program that analyses what waits, and ends.
const workOnce = () => programRun('work', '--config', `${folder.path}/config`, ...storeWords(`${folder.path}/data`), '--once')

test('the explorer counts games as they end', async () => {
  const spec = 'siam:exits=once' // which no other test plays
  assert.deepEqual((await get(`/explorer?spec=${spec}`)).body, { moves: [] })
  await play(['@a1n', '@a5s'], { spec })
  await play(['@a1n', '@e5s'], { spec })
  await until('the games to be counted', async () => (await metric(server.port, 'ended_waiting')) === 0)
  const { moves } = (await get(`/explorer?spec=${spec}`)).body
  assert.deepEqual(moves, [{ move: '@a1n', count: 2, drawn: 0, won: [0, 2] }])
  const position = encodeURIComponent('5/5/1###1/5/N4 2 1 00')
  assert.deepEqual((await get(`/explorer?spec=${spec}&position=${position}`)).body.moves.map(({ move }) => move), ['@a5s', '@e5s'])
})

for (const [what, path] of [['no game', '/explorer'], ['another game', '/explorer?spec=chess'], ['no position', '/explorer?spec=siam&position=x'], ['more', '/explorer?spec=siam&more=1']])
  test(`the explorer refuses ${what}`, async () => {
    const { status, body } = await get(path)
    assert.equal(status, 400)
    assert.equal(body.error.code, 'field')
  })

test('an analysis is asked for, made by a program, and shown to everybody', async () => {
  const game = await play(['@a1n', '@a5s', 'a1e', 'a5e'])
  assert.deepEqual((await get(`/games/${game}/analysis`)).body, { state: 'none' })
  const asked = await want(game)
  assert.equal(asked.status, 200)
  assert.deepEqual(asked.body, { state: 'waiting', ahead: 0 })
  assert.equal(await metric(server.port, 'analysis_waiting'), 1)
  assert.deepEqual((await want(game)).body, { state: 'waiting', ahead: 0 })
  const work = await workOnce()
  assert.equal(work.code, 0, work.errors)
  const { state, first, plies } = (await get(`/games/${game}/analysis`)).body
  assert.equal(state, 'done')
  assert.ok(first.centi !== undefined || first.mate !== undefined)
  assert.deepEqual(plies.map(({ move }) => move), ['@a1n', '@a5s', 'a1e', 'a5e'])
  assert.equal((await want(game)).body.state, 'done')
})

test('a program works until it is asked to stop', async () => {
  const worker = new Program([program, 'work', '--config', `${folder.path}/config`, ...storeWords(`${folder.path}/data`)])
  const game = await play(['@b1n', '@b5s'])
  await want(game)
  await until('the analysis', async () => (await get(`/games/${game}/analysis`)).body.state === 'done')
  assert.equal(await worker.end(), 0)
})

test('what is refused: strangers, games that are not over, games without moves, games that are none', async () => {
  const going = await play(['@a1n'], { over: false }), empty = await play([])
  assert.equal((await want(going, {})).status, 401)
  assert.deepEqual([(await want(going)).status, (await want(going)).body.error.code], [409, 'playing'])
  assert.deepEqual([(await want(empty)).status, (await want(empty)).body.error.code], [409, 'empty'])
  assert.deepEqual([(await want('AAAAAAAAAAAA')).status, (await want('AAAAAAAAAAAA')).body.error.code], [404, 'game'])
  assert.equal((await want('x')).status, 404)
  assert.equal((await get('/users/nobody/ratings')).status, 404)
})

test('a rated game: both see their new ratings, and so does everybody', async () => {
  const [carla, dora] = [await registered(server.port, 'Carla'), await registered(server.port, 'Dora')]
  const [one, other] = [await carla.enter(), await dora.enter()]
  const { game } = await one.ask('create', { spec: 'siam', clock: { kind: 'fischer', base: 300, increment: 5 }, seats: two, rated: true })
  assert.equal((await bert.ask('join', { game })).code, 'rated')
  for (const each of [one, other]) await each.ask('watch', { game })
  await other.ask('join', { game })
  await one.ask('move', { game, ply: 0, move: '@a1n' })
  await other.ask('resign', { game })
  for (const each of [one, other]) assert.deepEqual((await each.until({ t: 'event', kind: 'rated' })).ratings, [1662, 1338])
  assert.deepEqual((await bert.ask('watch', { game })).seats.map(({ rating, rated }) => [rating, rated]), [[1500, 1662], [1500, 1338]])
  const { ratings, scores, history } = (await get('/users/Carla/ratings')).body
  assert.deepEqual(ratings.map(({ game: id, class: clock, rating, games }) => [id, clock, rating, games]), [['siam', 'rapid', 1662, 1]])
  assert.deepEqual(scores, [{ game: 'siam', class: 'rapid', rated: true, won: 1, drawn: 0, lost: 0 }])
  assert.deepEqual(history.map(({ rating, played }) => [rating, played]), [[1662, game]])
  const rematch = await one.ask('create', { spec: 'siam', clock: { kind: 'fischer', base: 300, increment: 5 }, seats: two })
  assert.equal((await one.ask('watch', { game: rematch.game })).seats[0].rating, 1662)
  await one.end()
  await other.end()
})

test('players on two servers see the same ratings', { skip: process.env.TEST_STORE !== 'postgresql' && 'a file has one server' }, async () => {
  const second = await serverStart('--web', `${folder.path}/web`, '--data', `${folder.path}/data`, '--config', `${folder.path}/config`)
  const [emil, fay] = [await registered(server.port, 'Emil'), await registered(second.port, 'Fay')]
  const [one, other] = [await emil.enter(), await fay.enter()]
  const { game } = await one.ask('create', { spec: 'siam', clock: none, seats: two, rated: true })
  for (const each of [one, other]) await each.ask('watch', { game })
  await other.ask('join', { game })
  await one.until({ t: 'event', kind: 'join' })
  await one.ask('move', { game, ply: 0, move: '@a1n' })
  await other.until({ t: 'event', kind: 'move' })
  await other.ask('resign', { game })
  for (const each of [one, other]) assert.deepEqual((await each.until({ t: 'event', kind: 'rated' })).ratings, [1662, 1338])
  await one.end()
  await other.end()
  assert.equal(await second.stop(), 0)
})

test('nobody lets the server think about more than their share', async () => {
  const games = [await play(['@c1n']), await play(['@c1n', '@c5s']), await play(['@d1n'])]
  assert.equal((await want(games[0])).status, 200)
  assert.equal((await want(games[1])).body.ahead, 1)
  const refused = await want(games[2])
  assert.deepEqual([refused.status, refused.body.error.code], [429, 'limit'])
  // another guest of the same address is the same
  assert.equal((await want(games[2], { cookie: cookieOf(bert) })).status, 429)
  assert.equal((await workOnce()).code, 0)
  assert.equal((await want(games[2])).status, 200)
  assert.equal((await workOnce()).code, 0)
})

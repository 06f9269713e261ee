// Playing over HTTP: one message at a time, and waiting for what happens.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api } from './api.mjs'
import { folderMake, serverStart } from './support.mjs'
import { until } from './waiting.mjs'
import { cookieOf, enter } from './websocket.mjs'

const none = { kind: 'none' }
const two = [{ kind: 'me' }, { kind: 'open' }]
let folder, server, anna, bert

// A guest, with the cookie of a browser that has been there.
async function guest() {
  const connection = await enter(server.port)
  const cookie = cookieOf(connection)
  await connection.end()
  const ask = (method, path, body) => api(server.port, method, path, body, { cookie })
  return { ask, cookie, say: (t, fields) => ask('POST', '/message', { t, ...fields }) }
}

before(async () => {
  folder = folderMake({ 'web/index.html': '<!doctype html>', config: 'requests_per_second = 1000\nengine_ms = 20\n' })
  server = await serverStart('--web', `${folder.path}/web`, '--config', `${folder.path}/config`)
  anna = await guest()
  bert = await guest()
})

after(async () => {
  assert.equal(await server.stop(), 0)
  folder.remove()
})

async function pair() {
  const { status, body } = await anna.say('create', { spec: 'siam', clock: none, seats: two, listed: true })
  assert.equal(status, 200)
  assert.deepEqual([body.t, body.seat], ['ok', 1])
  assert.equal((await bert.say('join', { game: body.game })).status, 200)
  return body.game
}

// Whether Bert is at a game.
const bertHere = async (game) => (await anna.ask('GET', `/games/${game}`)).body.here[1]

// Bert, who was not at this game before, waits for what comes after an event; the server has heard him.
async function wait(game, after) {
  assert.equal(await bertHere(game), false)
  const answer = bert.ask('GET', `/games/${game}/events?after=${after}`)
  const state = { over: false, answer }
  answer.then(() => (state.over = true), () => (state.over = true))
  await until('the one who waits to be there', () => bertHere(game))
  return state
}

test('a game over HTTP: create, join, move, look, resign', async () => {
  const game = await pair()
  assert.equal((await anna.say('move', { game, ply: 0, move: '@c1n' })).status, 200)
  const seen = await bert.ask('GET', `/games/${game}`)
  assert.equal(seen.status, 200)
  assert.deepEqual([seen.body.moves, seen.body.mine, seen.body.turn], [['@c1n'], 2, 2])
  const own = await bert.ask('GET', '/games')
  assert.ok(own.body.games.some((each) => each.game === game && each.mine === 2))
  assert.equal((await bert.say('resign', { game })).status, 200)
  assert.equal((await anna.ask('GET', `/games/${game}`)).body.result.winner, 1)
  assert.ok((await bert.ask('GET', '/games')).body.finished.some((each) => each.game === game))
})

test('events: those after one, at once; then who asks waits for the next', async () => {
  const game = await pair()
  const first = await anna.ask('GET', `/games/${game}/events?after=0`)
  assert.deepEqual(first.body.events.map((each) => [each.number, each.kind]), [[1, 'create'], [2, 'join']])
  assert.deepEqual([first.body.number, first.body.state, first.body.turn], [2, 'playing', 1])
  assert.doesNotMatch(JSON.stringify(first.body), /owner/)
  const waiting = await wait(game, 2)
  assert.equal(waiting.over, false)
  await anna.say('move', { game, ply: 0, move: '@c1n' })
  const next = await waiting.answer
  assert.deepEqual(next.body.events.map((each) => [each.number, each.kind, each.move]), [[3, 'move', '@c1n']])
  assert.deepEqual([next.body.turn, next.body.ply], [2, 1])
  assert.equal(await bertHere(game), true, 'and between two requests')
})

test('a rematch is told as over a WebSocket: in the game that is over, with the next one', async () => {
  const game = await pair()
  const socket = await enter(server.port, { cookie: bert.cookie })
  await socket.ask('watch', { game })
  await anna.say('resign', { game })
  await anna.say('offer', { game, offer: 'rematch' })
  await bert.say('offer', { game, offer: 'rematch' })
  const told = await socket.until({ t: 'event', kind: 'rematch' })
  const { events } = (await bert.ask('GET', `/games/${game}/events?after=2`)).body
  assert.deepEqual(events.at(-1), { kind: 'rematch', game, next: told.next, number: told.number, at: told.at })
  assert.ok(events.every((each) => each.game === game))
  assert.equal((await bert.ask('GET', `/games/${told.next}`)).body.previous, game)
  await socket.end()
})

test('who waits for a game sees a move that was made over a WebSocket', async () => {
  const game = await pair()
  const socket = await enter(server.port, { cookie: anna.cookie })
  const waiting = await wait(game, 2)
  await socket.ask('watch', { game })
  await socket.ask('move', { game, ply: 0, move: '@c1n' })
  assert.equal((await waiting.answer).body.events[0].move, '@c1n')
  await socket.end()
})

test('the same move again is made once', async () => {
  const game = await pair()
  const both = await Promise.all([1, 2].map(() => anna.say('move', { game, ply: 0, move: '@c1n' })))
  assert.deepEqual(both.map((each) => each.status), [200, 200])
  assert.deepEqual((await anna.ask('GET', `/games/${game}`)).body.moves, ['@c1n'])
})

test('open challenges are there for anybody', async () => {
  const socket = await enter(server.port, { cookie: anna.cookie })
  const { game } = await socket.ask('create', { spec: 'khantsin', clock: none, seats: two, listed: true })
  await socket.ask('watch', { game })
  const { status, body } = await api(server.port, 'GET', '/challenges')
  assert.equal(status, 200)
  assert.ok(body.challenges.some((each) => each.game === game))
  await socket.end()
})

for (const [what, message, status, code] of [
  ['no type', {}, 400, 'type'],
  ['an unknown type', { t: 'dance' }, 400, 'type'],
  ['a message of connections', { t: 'seek', spec: 'siam', clock: none }, 400, 'type'],
  ['hello', { t: 'hello', version: 1 }, 400, 'type'],
  ['a field too many', { t: 'ping', more: 1 }, 400, 'field'],
  ['a game that is not there', { t: 'move', game: 'AAAAAAAAAAAA', ply: 0, move: '@c1n' }, 404, 'game'],
  ['a bad spec', { t: 'create', spec: 'go', clock: none, seats: two }, 400, 'spec'],
])
  test(`refused: ${what}`, async () => {
    const answer = await anna.ask('POST', '/message', message)
    assert.deepEqual([answer.status, answer.body.error.code], [status, code])
    assert.equal(typeof answer.body.error.message, 'string')
  })

test('refused: turn, seat, illegal moves, and the game is as it was', async () => {
  const game = await pair()
  const stranger = await guest()
  assert.deepEqual(
    [
      (await bert.say('move', { game, ply: 0, move: '@c5s' })).body.error.code,
      (await stranger.say('move', { game, ply: 0, move: '@c1n' })).body.error.code,
      (await anna.say('move', { game, ply: 0, move: 'x' })).body.error.code,
    ],
    ['turn', 'seat', 'illegal'],
  )
  assert.deepEqual((await anna.ask('GET', `/games/${game}`)).body.moves, [])
})

test('refused: nobody, a made-up token, another site', async () => {
  const ping = { t: 'ping' }
  assert.equal((await api(server.port, 'POST', '/message', ping)).status, 401)
  assert.equal((await api(server.port, 'POST', '/message', ping, { token: `tablier_${'0'.repeat(64)}` })).status, 401)
  assert.equal((await api(server.port, 'POST', '/message', ping, { token: 'x' })).status, 401)
  assert.equal((await api(server.port, 'POST', '/message', ping, { cookie: anna.cookie, origin: 'https://evil.example' })).status, 403)
  assert.equal((await api(server.port, 'GET', '/games/AAAAAAAAAAAA/events?after=0', undefined, { cookie: anna.cookie })).status, 404)
  assert.equal((await api(server.port, 'GET', '/games/short')).status, 404)
})

test('the server stops while somebody waits', async () => {
  const game = await pair()
  const waiting = await wait(game, 2)
  assert.equal(await server.stop(), 0)
  assert.deepEqual((await waiting.answer).body.events, [])
  server = await serverStart('--web', `${folder.path}/web`, '--config', `${folder.path}/config`)
})

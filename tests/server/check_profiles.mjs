// What an account shows of itself, takes along, and leaves behind when it goes.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Browser, password, registered } from './accounts.mjs'
import { ask, folderMake, metric, nothingOf, programRun, serverStart, storeWords } from './support.mjs'
import { until } from './waiting.mjs'

const none = { kind: 'none' }
let folder, server
const config = ['requests_per_second = 1000', 'password_tries = 1000', 'messages_per_second = 1000', 'games_per_address_hour = 1000000'].join('\n')
const serve = () => serverStart('--web', `${folder.path}/web`, '--data', `${folder.path}/data`, '--config', `${folder.path}/config`)

before(async () => {
  folder = folderMake({ 'web/index.html': '<!doctype html>', config })
  server = await serve()
})

after(async () => {
  assert.equal(await server.stop(), 0)
  folder.remove()
})

const register = (name) => registered(server.port, name)
const guest = (name) => new Browser(server.port).enter(name)

// A game between two connections: after so many moves the second gives up.
const moves = ['@c1n', '@c5s', '@b1n', '@b5s']
async function game(one, two, { made = 2, over = true, ...fields } = {}) {
  const { game: id } = await one.ask('create', { spec: 'siam', clock: none, seats: [{ kind: 'me' }, { kind: 'open' }], ...fields })
  await two.ask('join', { game: id })
  for (let ply = 0; ply < made; ply++) assert.equal((await (ply % 2 ? two : one).ask('move', { game: id, ply, move: moves[ply] })).t, 'ok')
  if (over) assert.equal((await two.ask('resign', { game: id })).t, 'ok')
  return id
}

// The ledger counts a game a moment after it has ended.
const counted = () => until('the games to be counted', async () => (await metric(server.port, 'ended_waiting')) === 0)

test('a profile: since when, results, and only games that were to be seen', async () => {
  const before = Date.now()
  const anna = await register('Anna')
  const made = Date.now()
  const [live, other] = [await anna.enter(), await guest('Otto')]
  const shown = await game(live, other, { listed: true })
  const hidden = await game(live, other)
  const open = (await live.ask('create', { spec: 'siam', clock: none, seats: [{ kind: 'me' }, { kind: 'open' }], listed: true })).game
  const stranger = new Browser(server.port)
  await counted()
  assert.equal((await stranger.get('/users/ANNA/ratings')).body.scores[0].won, 2)
  const profile = (await stranger.get('/users/ANNA')).body
  assert.equal(profile.name, 'Anna')
  assert.ok(before <= profile.created && profile.created <= made)
  assert.deepEqual(Object.keys(profile).sort(), ['bot', 'created', 'name'])
  const seen = (await stranger.get('/users/anna/games')).body
  assert.deepEqual(seen.games.map((each) => [each.game, each.mine, each.state, each.result.winner]), [[shown, 1, 'over', 1]])
  assert.deepEqual(seen.games[0].seats, [{ kind: 'person', name: 'Anna', user: true }, { kind: 'person', name: 'Otto' }])
  assert.deepEqual((await anna.get('/users/Anna/games')).body.games.map((each) => each.game).sort(), [shown, hidden, open].sort())
  for (const path of ['/users/Nobody', '/users/%3Cb%3E', '/users/Nobody/games', '/users/%FF'])
    assert.equal((await stranger.get(path)).status, 404, path)
  assert.equal((await stranger.get('/users/Anna/games?before=x')).body.error.field, 'before')
  await Promise.all([live.end(), other.end()])
})

test('a long history comes in pages, each game once', async () => {
  const bea = await register('Bea')
  const [live, other] = [await bea.enter(), await guest('Otto')]
  const played = []
  for (let i = 0; i < 45; i++) played.push(await game(live, other, { listed: true, made: 0 }))
  const found = []
  let pages = 0
  for (let next = ''; next !== undefined; pages++) {
    const { body } = await new Browser(server.port).get(`/users/Bea/games${next && `?before=${next}`}`)
    found.push(...body.games.map((each) => each.game))
    next = body.next || undefined
  }
  assert.equal(pages, 3)
  assert.deepEqual([...found].sort(), [...played].sort())
  await Promise.all([live.end(), other.end()])
})

test('games of the guest count for the account that claims them', async () => {
  const browser = new Browser(server.port)
  const [live, other] = [await browser.enter('a guest'), await guest('Otto')]
  await game(live, other)
  await counted()
  await browser.post('/accounts', { name: 'Carla', password })
  assert.equal((await browser.get('/users/Carla/ratings')).body.scores[0].won, 1)
  await Promise.all([live.end(), other.end()])
})

test('all games in one file, and everything that is kept, for nobody but their owner', async () => {
  const dora = await register('Dora')
  const [live, other] = [await dora.enter(), await guest('Otto')]
  const ids = [await game(live, other), await game(live, other, { over: false })]
  await other.ask('chat', { game: ids[0], text: 'not mine' })
  await live.ask('chat', { game: ids[0], text: 'good game' })
  const { tournament } = (await dora.post('/tournaments', { title: 'Evening', kind: 'swiss', rounds: 3, spec: 'siam', clock: { kind: 'fischer', base: 60, increment: 1 } })).body
  const { token } = (await dora.post('/tokens', { password, name: 'at home', scope: 'read', days: 30 })).body
  assert.equal((await dora.post('/reports', { game: ids[0], seat: 2, text: 'rude' })).status, 200)
  const file = await dora.get('/account/games.pgn')
  assert.match(file.headers['content-type'], /^application\/x-chess-pgn/)
  assert.equal(file.headers['content-disposition'], 'attachment; filename="tablier-games.pgn"')
  assert.equal(file.body.match(/\[Player1 "Dora"\]/g).length, 2)
  assert.equal(file.body.split(/\n\n(?=\[)/).length, 2)
  const { body } = await dora.get('/account/data.json')
  assert.deepEqual(body.games.map((each) => each.game).sort(), [...ids].sort())
  assert.deepEqual(body.chat.map((each) => [each.game, each.text]), [[ids[0], 'good game']])
  assert.equal(body.sessions.length, 1)
  assert.deepEqual(body.tokens.map((each) => [each.name, each.scope]), [['at home', 'read']])
  assert.equal(JSON.stringify(body).includes(token), false)
  assert.deepEqual(body.tournaments, [{ tournament, title: 'Evening', creator: true, entrant: false }])
  assert.equal((await dora.post(`/tournaments/${tournament}/join`)).status, 200)
  assert.equal((await dora.get('/account/data.json')).body.tournaments[0].entrant, true)
  assert.deepEqual(body.reports.map((each) => [each.game, each.seat, each.line, each.text, each.address]), [[ids[0], 2, 0, 'rude', '127.0.0.1']])
  assert.equal(JSON.stringify(body).includes('argon'), false)
  for (const path of ['/account/games.pgn', '/account/data.json']) assert.equal((await new Browser(server.port).get(path)).status, 401)
  await Promise.all([live.end(), other.end()])
})

// As the administration sees them.
async function reportsOf(id) {
  const { output } = await programRun('admin', 'reports', 'list', 'all', '--json', ...storeWords(`${folder.path}/data`))
  return JSON.parse(output).reports.filter((each) => each.game === id)
}

test('what a guest has said and reported is the account\'s that they sign in to, and goes with it', async () => {
  const name = 'Gwendolin-Qx'
  await register('Greta')
  const browser = new Browser(server.port), opponent = new Browser(server.port)
  const [live, other] = [await browser.enter(name), await opponent.enter('Otto')]
  const id = await game(live, other, { over: false })
  assert.equal((await live.ask('chat', { game: id, text: 'as a guest' })).t, 'ok')
  const [line] = (await other.ask('watch', { game: id })).chat
  assert.equal((await browser.post('/reports', { game: id, seat: 2, text: 'of a guest' })).status, 200)
  for (const fields of [{ seat: 1 }, { line: line.number }])
    assert.equal((await opponent.post('/reports', { game: id, text: 'of the other', ...fields })).status, 200)
  assert.equal((await browser.post('/session', { name: 'Greta', password })).body.claimed, 1)
  const [claimed] = (await other.ask('watch', { game: id })).chat
  assert.deepEqual([claimed.name, claimed.who === line.who], [name, false])
  const { body } = await browser.get('/account/data.json')
  assert.deepEqual(body.chat.map((each) => [each.game, each.text]), [[id, 'as a guest']])
  assert.equal((await reportsOf(id)).find((each) => each.text === 'of a guest').reporter, 'Greta')

  assert.deepEqual((await browser.post('/account/deletion', { password })).body, { deleted: true })
  const { chat, seats } = await other.ask('watch', { game: id })
  assert.deepEqual(chat.map((each) => [each.name, each.who, each.text]), [['', '00000000', 'as a guest']])
  assert.equal(seats[0].name, '')
  assert.deepEqual((await reportsOf(id)).map((each) => [each.text, each.who, each.reporter, each.address !== '']).sort(),
    [['of a guest', 'Otto', '', false], ['of the other', '', '', true], ['of the other', '', '', true]])
  await Promise.all([live.end(), other.end()])
  nothingOf(`${folder.path}/data`, [name])
})

for (const [when, over] of [['in the middle of it', false], ['right after it', true]])
  test(`a rated game counts for the other one when an account is deleted ${when}`, async () => {
    const [gone, other] = [await register('Quitter'), await register(`Stayer${Number(over)}`)]
    const [one, two] = [await gone.enter(), await other.enter()]
    const id = await game(two, one, { rated: true, clock: { kind: 'fischer', base: 300, increment: 5 }, over })
    assert.deepEqual((await gone.post('/account/deletion', { password })).body, { deleted: true })
    const { ratings, scores } = (await other.get(`/users/Stayer${Number(over)}/ratings`)).body
    assert.deepEqual([ratings.map((each) => each.rating), scores.map((each) => [each.rated, each.won])], [[1662], [[true, 1]]])
    const { seats } = await two.ask('watch', { game: id })
    assert.deepEqual(seats.map((each) => [each.name, each.rated]), [[`Stayer${Number(over)}`, 1662], ['', 1338]])
    await Promise.all([one.end(), two.end()])
  })

test('a deleted account is gone: name, password, sessions, ratings, chat; the games of others stay', async () => {
  const name = 'Zygfryd-Qx'
  const browser = await register(name)
  const second = new Browser(server.port)
  await second.post('/session', { name, password })
  const [live, other] = [await browser.enter(), await guest('Otto')]
  const over = await game(live, other, { listed: true, made: 4 })
  const running = await game(live, other, { over: false })
  const begun = await game(live, other, { over: false, made: 0 })
  const open = (await live.ask('create', { spec: 'siam', clock: none, listed: true, seats: [{ kind: 'me' }, { kind: 'open' }] })).game
  const foreign = await game(other, await guest('Karl'), { over: false })
  await live.ask('watch', { game: foreign })
  assert.equal((await live.ask('chat', { game: foreign, text: 'from a spectator' })).t, 'ok')
  await until('the next line of chat to be allowed', async () => (await live.ask('chat', { game: over, text: 'well played' })).t === 'ok')
  await other.ask('watch', { game: running })
  const record = (await ask(server.port, `/g/${over}.pgn`)).body.toString()
  await counted()
  assert.equal((await browser.get(`/users/${name}/ratings`)).body.scores.length, 1)

  assert.equal((await browser.post('/account/deletion', { password: 'wrong horse 77' })).status, 401)
  assert.equal((await browser.get('/sessions')).status, 200)
  assert.deepEqual((await browser.post('/account/deletion', { password })).body, { deleted: true })
  assert.equal(await live.closed, 3000)
  assert.equal(browser.jar.has('tablier-session'), false)
  for (const each of [browser, second]) assert.equal((await each.get('/sessions')).status, 401)
  assert.equal((await new Browser(server.port).post('/session', { name, password })).status, 401)
  assert.equal((await browser.get(`/users/${name}`)).status, 404)

  assert.equal((await other.until({ t: 'event', kind: 'end' })).reason, 'resigned')
  assert.equal((await other.until({ t: 'event', kind: 'device' })).name, '')
  const now = await other.ask('watch', { game: running })
  assert.deepEqual(now.seats, [{ kind: 'person', name: '' }, { kind: 'person', name: 'Otto' }])
  assert.equal(now.result.winner, 2)
  for (const id of [begun, open]) assert.equal((await other.ask('watch', { game: id })).result.reason, 'aborted')
  const spectator = await guest('Spectator')
  const { chat } = await spectator.ask('watch', { game: foreign })
  assert.deepEqual(chat.map((line) => [line.name, line.who, line.text]), [['', '00000000', 'from a spectator']])
  const after = (await ask(server.port, `/g/${over}.pgn`)).body.toString()
  assert.equal(after, record.replace(name, '?'), 'but for the name the game is what it was')
  await Promise.all([other.end(), spectator.end()])

  nothingOf(`${folder.path}/data`, [name, 'zygfryd', 'zyqfryd'])
  assert.equal(await server.stop(), 0)
  nothingOf(`${folder.path}/data`, [name, 'zygfryd', 'zyqfryd'])
  server = await serve()
  assert.equal((await ask(server.port, `/g/${over}.pgn`)).body.toString(), after)
  assert.equal((await registered(server.port, name)).jar.size > 0, true, 'the name is free again')
})

test('a deleted account: who has got a seat from it by a personal link does not sit there under its name any more', async () => {
  const browser = await register('Wendelin')
  const [live, other, phone] = [await browser.enter(), await guest('Otto'), await guest('')]
  const id = await game(live, other, { over: false })
  const { token } = await live.ask('link', { game: id })
  assert.equal((await phone.ask('device', { game: id, seat: 1, token })).t, 'ok')
  await other.ask('watch', { game: id })
  assert.deepEqual((await browser.post('/account/deletion', { password })).body, { deleted: true })
  assert.equal((await other.until({ t: 'event', kind: 'device' })).name, '')
  assert.equal((await other.ask('look', { game: id })).seats[0].name, '')
  assert.equal((await phone.ask('move', { game: id, ply: 2, move: moves[2] })).t, 'ok')
  await Promise.all([other.end(), phone.end()])
})

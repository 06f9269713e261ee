// Tournaments over real connections: eight people who play as their pages would, and a server that is killed.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Browser, registered } from './accounts.mjs'
import { folderMake, serverStart } from './support.mjs'
import { until } from './waiting.mjs'

const clock = { kind: 'fischer', base: 600, increment: 0 }
const swiss = { title: 'Club', kind: 'swiss', spec: 'siam', clock, rounds: 3 }
const config = [
  'requests_per_second = 1000', 'messages_per_second = 1000', 'password_tries = 1000', 'tournament_pause_seconds = 0',
  'tournament_wave_seconds = 0', 'tournaments_per_visitor = 2', 'tournaments_per_address_day = 1000', 'first_move_seconds = 600',
].join('\n')
let folder, server

const begin = (data = 'data', settings = 'config') =>
  serverStart('--web', `${folder.path}/web`, '--data', `${folder.path}/${data}`, '--config', `${folder.path}/${settings}`)

before(async () => {
  folder = folderMake({ 'web/index.html': '<!doctype html>', config, impatient: config.replace(/(first_move_seconds) .*/, '$1 = 5') })
  server = await begin()
})

after(async () => {
  assert.equal(await server.stop(), 0)
  folder.remove()
})

// Somebody with a browser and a connection; of two the one with the smaller number wins.
class Player {
  constructor(number) {
    this.number = number
    this.name = `Player ${number}`
    this.games = []
    this.browser = new Browser(server.port)
  }

  async come({ port } = server) {
    this.browser.port = port
    this.browser.origin = `http://127.0.0.1:${port}`
    this.connection = await this.browser.enter(this.name)
    return this
  }

  async join(tournament) {
    const answer = await this.browser.post(`/tournaments/${tournament}/join`, { name: this.name })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }

  // Plays a game to its end: a move each, then the one with the larger number resigns.
  async play(game) {
    const { connection } = this
    const told = await connection.ask('watch', { game })
    this.games.push(game)
    const other = Number(told.seats[2 - told.mine].name.split(' ')[1])
    let { ply, state } = told
    while (state !== 'over') {
      if (ply === told.mine - 1) connection.say({ t: 'move', game, ply, move: told.mine === 1 ? '@c1n' : '@c5s' })
      else if (ply === 2 && this.number > other) connection.say({ t: 'resign', game })
      ;({ ply, state } = await connection.until({ t: 'event', game }))
    }
    await connection.ask('unwatch', { game })
  }

  // Plays whatever begins, until the connection ends.
  async playAll(first = []) {
    for (const game of first) await this.play(game)
    for (;;) {
      const message = await this.connection.next().catch(() => null)
      if (!message) return
      if (message.t === 'begin') await this.play(message.game).catch(() => null)
    }
  }
}

const people = (count, where = server) => Promise.all(Array.from({ length: count }, (_, index) => new Player(index + 1).come(where)))

async function create(player, wanted) {
  const answer = await player.browser.post('/tournaments', { ...wanted, name: player.name })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.tournament
}

const show = async (player, tournament, more = '') => (await player.browser.get(`/tournaments/${tournament}${more}`)).body

// The tournament, once it fits.
function become(what, player, tournament, fits) {
  let told
  return until(() => `${what}: ${JSON.stringify(told)}`, async () => fits((told = await show(player, tournament))) && told)
}

const becomeOver = (player, tournament) => become('the end of a tournament', player, tournament, ({ state }) => state === 'over')

const leave = (all) => Promise.all(all.map(({ connection }) => connection.end()))

// At the same time, for each of them waits most of the time.
describe('whole tournaments', { concurrency: true }, () => {
  test('a Swiss of eight: everybody plays every round, nobody twice, and who wins everything wins', async () => {
    const all = await people(8)
    const tournament = await create(all[0], swiss)
    const watcher = await new Player(9).come()
    await watcher.connection.ask('tournament', { tournament, on: true })
    for (const player of all) await player.join(tournament)
    const ahead = await show(all[2], tournament)
    assert.equal(ahead.state, 'ahead')
    assert.equal(ahead.standings.length, 8)
    assert.deepEqual(ahead.mine, { number: 3, here: true, game: '', creator: false })
    assert.equal((await all[1].browser.post(`/tournaments/${tournament}/start`)).body.error.code, 'creator')
    const playing = all.map((player) => player.playAll())
    assert.equal((await all[0].browser.post(`/tournaments/${tournament}/start`)).status, 200)
    // Every change counts one up, and what is told is the latest: eight have come, and it has begun.
    while ((await watcher.connection.until({ t: 'tournament', tournament })).revision < 1 + 8 + 1) continue
    const over = await becomeOver(watcher, tournament)
    const rounds = await Promise.all([1, 2, 3].map((round) => show(watcher, tournament, `?round=${round}`)))
    const course = JSON.stringify([over.standings, ...rounds.map(({ pairings }) => pairings)])
    assert.equal(over.standings[0].name, 'Player 1', course)
    assert.equal(over.standings[0].points, 6, course)
    assert.equal(over.standings[7].name, 'Player 8', course)
    assert.equal(over.standings.reduce((sum, { points }) => sum + points, 0), 3 * 8)
    const met = new Set()
    for (const { pairings } of rounds) {
      assert.equal(pairings.length, 4)
      for (const { first, second, points, played, game } of pairings) {
        const pair = [first, second].sort().join()
        assert.ok(!met.has(pair))
        met.add(pair)
        assert.deepEqual([...points].sort(), [0, 2])
        assert.equal(points[first < second ? 0 : 1], 2)
        assert.ok(played && game.length === 12)
      }
    }
    for (const player of all) assert.equal(player.games.length, 3)
    const list = (await watcher.browser.get('/tournaments')).body
    assert.ok(list.over.some((each) => each.tournament === tournament && each.players === 8))
    await leave([...all, watcher])
    await Promise.all(playing)
  })

  test('an arena of eight: whoever has finished gets the next game, until they leave', async () => {
    const all = await people(8)
    const tournament = await create(all[0], { ...swiss, kind: 'arena', rounds: undefined, minutes: 60 })
    const playing = all.map((player) => player.playAll())
    for (const player of all) await player.join(tournament)
    await all[0].browser.post(`/tournaments/${tournament}/start`)
    const running = await become('a game to be shown', all[0], tournament, ({ top }) => top !== '')
    assert.ok(running.pairings.some(({ game }) => game === running.top))
    await become('three games of everybody', all[0], tournament, ({ standings }) => standings.every(({ games }) => games > 2))
    for (const player of all) assert.equal((await player.browser.post(`/tournaments/${tournament}/withdraw`)).status, 200)
    const games = (list) => list.reduce((sum, each) => sum + (each.games.length ?? each.games), 0)
    const after = await become('the end of all games', all[0], tournament, ({ standings }) =>
      standings.every(({ here, playing: busy }) => !here && !busy) && games(standings) === games(all))
    const [best] = after.standings
    assert.equal(best.name, 'Player 1')
    assert.ok(best.points > 2 * best.games) // on fire
    assert.equal((await all[0].browser.post(`/tournaments/${tournament}/cancel`)).status, 200)
    await leave(all)
    await Promise.all(playing)
  })

  test('an arena is over when its time is over', async () => {
    const [one] = await people(1)
    // It has begun a while ago, so that it lasts only seconds.
    const tournament = await create(one, { ...swiss, kind: 'arena', rounds: undefined, minutes: 1, starts: Date.now() - 50_000 })
    await becomeOver(one, tournament)
    assert.equal((await one.browser.post(`/tournaments/${tournament}/join`, { name: 'x' })).body.error.code, 'over')
    await leave([one])
  })

  test('whoever does not come loses, is not paired any more, and may come back', async () => {
    const impatient = await begin('data-impatient', 'impatient')
    const [one, two] = await people(2, impatient)
    const tournament = await create(one, swiss)
    await one.join(tournament)
    await two.join(tournament)
    await one.browser.post(`/tournaments/${tournament}/start`)
    const { game } = await one.connection.until({ t: 'begin' })
    const told = await one.connection.ask('watch', { game })
    assert.equal(told.tournament, tournament)
    // The first one does not move: the server gives up after five seconds.
    const absent = [one, two].find(({ name }) => name === told.seats[0].name)
    const after = await become('the end of a game', one, tournament, ({ pairings }) => pairings[0].points !== null)
    assert.equal(after.pairings[0].played, false)
    assert.equal(after.standings.find(({ name }) => name === absent.name).points, 0)
    assert.equal(after.standings.find(({ name }) => name === absent.name).here, false)
    await becomeOver(one, tournament) // only one is left
    assert.equal((await two.browser.post(`/tournaments/${tournament}/join`, { name: 'x' })).body.error.code, 'over')
    await leave([one, two])
    assert.equal(await impatient.stop(), 0)
  })

  test('a server that is killed goes on where it was', async () => {
    const first = await begin('killed')
    const all = await people(4, first)
    const tournament = await create(all[0], { ...swiss, rounds: 2 })
    for (const player of all) await player.join(tournament)
    await all[0].browser.post(`/tournaments/${tournament}/start`)
    await Promise.all(all.map(({ connection }) => connection.until({ t: 'begin' })))
    await first.stop('SIGKILL')
    await Promise.all(all.map(({ connection }) => connection.closed))
    const second = await begin('killed')
    for (const player of all) await player.come(second)
    for (const { connection } of all) assert.equal(connection.hello.games.length, 1)
    const playing = all.map((player) => player.playAll(player.connection.hello.games.map(({ game }) => game)))
    const over = await becomeOver(all[0], tournament)
    assert.equal(over.standings.reduce((sum, { points }) => sum + points, 0), 2 * 4)
    for (const { games } of over.standings) assert.equal(games, 2)
    await leave(all)
    await Promise.all(playing)
    assert.equal(await second.stop(), 0)
  })
})

test('a pause: nobody who has withdrawn is paired, and coming back is enough', async () => {
  const [one, two, three] = await people(3)
  const tournament = await create(one, { ...swiss, kind: 'arena', rounds: undefined, minutes: 60 })
  for (const player of [one, two, three]) await player.join(tournament)
  assert.equal((await three.browser.post(`/tournaments/${tournament}/withdraw`)).status, 200)
  assert.equal((await show(one, tournament)).standings.length, 2) // before it begins nothing is left of them
  await three.join(tournament)
  await one.browser.post(`/tournaments/${tournament}/start`)
  const first = await become('the first game', one, tournament, ({ top }) => top !== '')
  const waits = first.standings.find(({ playing }) => !playing)
  const player = [one, two, three][Number(waits.name.split(' ')[1]) - 1]
  await player.browser.post(`/tournaments/${tournament}/withdraw`)
  const away = (await show(one, tournament)).standings.find(({ number }) => number === waits.number)
  assert.deepEqual([away.here, away.name], [false, waits.name])
  await player.join(tournament)
  assert.equal((await show(player, tournament)).mine.here, true)
  assert.equal((await one.browser.post(`/tournaments/${tournament}/cancel`)).status, 200)
  assert.equal((await show(one, tournament)).state, 'cancelled')
  assert.equal((await two.browser.post(`/tournaments/${tournament}/withdraw`)).body.error.code, 'over')
  await leave([one, two, three])
})

test('accounts: a tournament for them only, and games that count', async () => {
  const [anna, bert] = [await registered(server.port, 'CupAnna'), await registered(server.port, 'CupBert')]
  const [guest] = await people(1)
  assert.equal((await guest.browser.post('/tournaments', { ...swiss, accounts: true, name: 'x' })).body.error.code, 'account')
  const { tournament } = (await anna.post('/tournaments', { ...swiss, rounds: 1, accounts: true, rated: true })).body
  assert.equal((await guest.browser.post(`/tournaments/${tournament}/join`, { name: 'x' })).body.error.code, 'account')
  const lines = [await anna.enter(), await bert.enter()]
  for (const browser of [anna, bert]) assert.equal((await browser.post(`/tournaments/${tournament}/join`)).status, 200)
  await anna.post(`/tournaments/${tournament}/start`)
  const { game } = await lines[0].until({ t: 'begin' })
  const told = await lines[0].ask('watch', { game })
  assert.equal(told.rated, true)
  const [white, black] = told.mine === 1 ? lines : [lines[1], lines[0]]
  await white.ask('move', { game, ply: 0, move: '@c1n' })
  await black.ask('move', { game, ply: 1, move: '@c5s' })
  await lines[1].ask('resign', { game })
  const over = await becomeOver({ browser: anna }, tournament)
  assert.deepEqual(over.standings.map(({ name, user, points }) => [name, user, points]), [['CupAnna', true, 2], ['CupBert', true, 0]])
  const ratings = (await anna.get('/users/CupAnna/ratings')).body
  assert.ok(JSON.stringify(ratings).includes('siam'))
  await Promise.all([...lines, guest.connection].map((line) => line.end()))
})

for (const [what, change, field] of [
  ['no title', { title: ' ' }, 'title'],
  ['a title with a line in it', { title: 'a\nb' }, 'title'],
  ['another kind', { kind: 'cup' }, 'kind'],
  ['a game that is none', { spec: 'chess' }, 'spec'],
  ['a game of three', { spec: 'anneaux:players=3' }, 'spec'],
  ['no clock', { clock: { kind: 'none' } }, 'clock'],
  ['days', { clock: { kind: 'days', days: 1 } }, 'clock'],
  ['no rounds', { rounds: undefined }, 'rounds'],
  ['too many rounds', { rounds: 21 }, 'rounds'],
  ['minutes of a Swiss', { minutes: 5 }, 'minutes'],
  ['an arena without minutes', { kind: 'arena', rounds: undefined }, 'minutes'],
  ['long ago', { starts: 1000 }, 'starts'],
  ['far ahead', { starts: Date.now() + 40 * 86_400_000 }, 'starts'],
  ['rated for guests', { rated: true }, 'rated'],
  ['no name', { name: '' }, 'name'],
  ['something else', { prize: 1 }, 'prize'],
]) {
  test(`a tournament with ${what} is refused`, async () => {
    const [player] = await people(1)
    const answer = await player.browser.post('/tournaments', { ...swiss, name: 'Anna', ...change })
    assert.deepEqual([answer.status, answer.body.error.code, answer.body.error.field], [400, 'field', field])
    await leave([player])
  })
}

test('however many guests somebody is, from their address come so many tournaments a day', async (t) => {
  const strict = folderMake({ 'web/index.html': '<!doctype html>', config: 'tournaments_per_address_day = 2\nproxies = 127.0.0.1\n' })
  const other = await serverStart('--web', `${strict.path}/web`, '--config', `${strict.path}/config`)
  t.after(async () => {
    assert.equal(await other.stop(), 0)
    strict.remove()
  })
  const made = async (address) => {
    const browser = new Browser(other.port, { address })
    await (await browser.enter('Anna')).end()
    return (await browser.post('/tournaments', { ...swiss, name: 'Anna' })).status
  }
  for (const [address, status] of [['203.0.113.5', 200], ['203.0.113.5', 200], ['203.0.113.5', 429], ['203.0.113.6', 200]])
    assert.equal(await made(address), status)
})

test('limits and strangers: too many, none of that name, nobody at all, another site', async () => {
  const [one, two] = await people(2)
  const tournament = await create(one, swiss)
  await create(one, swiss)
  const refused = await one.browser.post('/tournaments', { ...swiss, name: 'x' })
  assert.deepEqual([refused.status, refused.body.error.code], [429, 'limit'])
  assert.equal((await one.browser.post(`/tournaments/${tournament}/start`)).body.error.code, 'few')
  assert.equal((await two.browser.post(`/tournaments/${tournament}/cancel`)).body.error.code, 'creator')
  assert.equal((await two.browser.post(`/tournaments/${tournament}/join`)).body.error.field, 'name')
  for (const name of ['AAAAAAAAAAAA', 'x', "a'; DROP"]) {
    assert.equal((await one.browser.get(`/tournaments/${encodeURIComponent(name)}`)).status, 404)
    assert.equal((await one.browser.post(`/tournaments/${encodeURIComponent(name)}/join`, { name: 'x' })).status, 404)
  }
  const nobody = new Browser(server.port)
  assert.equal((await nobody.post('/tournaments', { ...swiss, name: 'x' })).status, 401)
  assert.equal((await nobody.get(`/tournaments/${tournament}`)).body.mine.number, 0)
  one.browser.origin = 'https://elsewhere.example'
  assert.equal((await one.browser.post(`/tournaments/${tournament}/cancel`)).status, 403)
  await leave([one, two])
})

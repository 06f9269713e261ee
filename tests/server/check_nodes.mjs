// Two servers on one PostgreSQL behind nginx. People on both play with each other while one of the servers is killed:
// their players come back to the other one, every acknowledged move is there, every game goes on, and the clocks are
// right to the second. CRASH_GAMES and CRASH_ROUNDS make it as large as one likes.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { clusterStart, line, Player } from './nodes.mjs'
import { folderMake } from './support.mjs'
import { until } from './waiting.mjs'

const games = Number(process.env.CRASH_GAMES ?? 6)
const rounds = Number(process.env.CRASH_ROUNDS ?? 1)
const clock = { kind: 'fischer', base: 600, increment: 0 }
const two = [{ kind: 'me' }, { kind: 'open' }]
let folder, cluster

before(async () => {
  folder = folderMake({
    'web/index.html': '<!doctype html>',
    config: ['connections_per_address', 'sockets_per_address', 'games_per_address_hour', 'messages_per_second', 'games_per_visitor']
      .map((name) => `${name} = 10000\n`).join('') + 'proxies = 127.0.0.1\nengine_ms = 20\n',
  })
  cluster = await clusterStart(folder.path, 2)
})

after(async () => {
  await cluster?.stop()
  folder.remove()
})

// Two players on different servers, who have begun a game.
async function pairBegin(fields = {}) {
  const anna = await new Player(cluster, 'anna').enter()
  const bert = await new Player(cluster, 'bert').enter(anna.node)
  const { game } = await anna.ask('create', { spec: 'siam', clock, seats: two, ...fields })
  assert.equal((await bert.ask('join', { game })).t, 'ok')
  await anna.watch(game)
  await bert.watch(game)
  return { game, players: [anna, bert], moves: [] }
}

// Makes the next moves, each by who is to move, until `enough` says so.
async function playOn(table, enough) {
  while (table.moves.length < line.length && !(await enough(table))) {
    const ply = table.moves.length
    const answer = await table.players[ply % 2].ask('move', { game: table.game, ply, move: line[ply] })
    assert.equal(answer.t, 'ok', JSON.stringify(answer))
    table.moves.push(line[ply])
  }
}

async function tablesBegin() {
  const tables = []
  for (let i = 0; i < games; i++) tables.push(await pairBegin())
  return tables
}

const playAll = (tables, enough) => Promise.all(tables.map((table) => playOn(table, enough)))
const connections = (tables) => tables.flatMap(({ players }) => players).reduce((sum, { times }) => sum + times, 0)

// Plays, does something to a server while moves are on their way, plays on; then every game has exactly the moves that
// were acknowledged.
async function playThrough(disturb) {
  const [least, most] = [6, 60]
  const tables = await tablesBegin()
  const entered = connections(tables)
  let disturbed
  const playing = playAll(tables, async ({ moves }) => {
    if (moves.length >= most) await until('the disturbance', () => disturbed)
    return disturbed && moves.length >= disturbed
  })
  await until(`${least} moves of every game`, () => tables.every(({ moves }) => moves.length >= least))
  await disturb()
  disturbed = Math.min(line.length, Math.max(...tables.map(({ moves }) => moves.length)) + 6)
  await playing
  assert.ok(connections(tables) >= entered + games, 'somebody of each game had to come back')
  for (const { game, players, moves } of tables) {
    // The last move may have been made at the other server, and be on its way.
    const state = await until(`${moves.length} moves of ${game}`, async () => {
      const told = await players[0].ask('watch', { game })
      return told.moves.length >= moves.length && told
    })
    assert.deepEqual(state.moves, moves)
    assert.deepEqual([state.state, state.mine], ['playing', 1])
    assert.equal((await players[1].ask('resign', { game })).t, 'ok')
    assert.equal((await players[0].connection.until({ kind: 'end', game })).winner, 1)
    await Promise.all(players.map((player) => player.end()))
  }
}

test('people on two servers are paired, talk, and see each other', async () => {
  const anna = await new Player(cluster, 'anna').enter()
  const bert = await new Player(cluster, 'bert').enter(anna.node)
  const wish = { spec: 'siam', clock: { kind: 'fischer', base: 300, increment: 2 } }
  assert.equal((await anna.ask('seek', wish)).t, 'ok')
  assert.equal((await bert.ask('seek', wish)).t, 'ok')
  const { game } = await anna.connection.until({ t: 'begin' })
  assert.equal((await bert.connection.until({ t: 'begin' })).game, game)
  await anna.watch(game)
  await bert.watch(game)
  await anna.connection.until({ t: 'here', watchers: 2 })
  await anna.ask('chat', { game, text: 'hello over there' })
  assert.equal((await bert.connection.until({ t: 'chat' })).text, 'hello over there')
  await bert.end()
  const { here } = await anna.connection.until({ t: 'here', watchers: 1 })
  assert.equal(here.filter(Boolean).length, 1)
  await anna.ask('abort', { game })
  await anna.end()
})

// What a server keeps for its games another one takes over: the clock, and the engine.
async function keptBegin(node) {
  const [anna, carl] = [await new Player(cluster, 'anna').enter(1 - node), await new Player(cluster, 'carl').enter(1 - node)]
  const bert = await new Player(cluster, 'bert').enter(node)
  const { game } = await anna.ask('create', { spec: 'siam', clock: { kind: 'fischer', base: 10, increment: 0 }, seats: two })
  await bert.ask('join', { game })
  await bert.watch(game)
  await anna.ask('move', { game, ply: 0, move: '@c1n' })
  await bert.ask('move', { game, ply: 1, move: '@c5s' })
  const { now, clocks } = await bert.ask('watch', { game, number: 0 })
  const due = now + clocks[0]
  const made = await carl.ask('create', { spec: 'siam', clock: { kind: 'none' }, seats: [{ kind: 'me' }, { kind: 'engine', level: 1 }] })
  return { anna, bert, carl, game, due, other: made.game }
}

// Nobody can move when their time is up; that the game is over may be told a little later, by who takes it over.
async function keptCheck({ anna, bert, carl, game, due, other }) {
  await carl.enter()
  await carl.watch(other)
  assert.equal((await carl.ask('move', { game: other, ply: 0, move: '@c1n' })).t, 'ok')
  await carl.connection.until({ t: 'event', game: other, kind: 'move', seat: 2 })
  const end = await bert.connection.until({ t: 'event', game, kind: 'end' })
  assert.deepEqual([end.reason, end.winner], ['time', 2])
  assert.ok(end.at > due - 1000, `the end came ${due - end.at} ms early`)
  await Promise.all([anna, bert, carl].map((player) => player.end()))
}

for (let round = 0; round < rounds; round++) {
  const victim = round % 2
  test(`a server is killed, round ${round + 1}`, async () => {
    const quiet = await pairBegin()
    await playOn(quiet, ({ moves }) => moves.length === 2)
    const before = await quiet.players[0].ask('watch', { game: quiet.game })
    const kept = await keptBegin(victim)
    await playThrough(async () => {
      cluster.nodes[victim].child.kill('SIGKILL')
      await cluster.nodes[victim].ended
    })
    const asked = Date.now()
    const after = await quiet.players[0].ask('watch', { game: quiet.game })
    assert.ok(after.now > asked - 1000 && after.now < Date.now() + 1000, 'the clock of the server is right')
    const wrong = before.clocks[0] - after.clocks[0] - (after.now - before.now)
    assert.ok(Math.abs(wrong) < 1000, `the clock of the game is wrong by ${wrong} ms`)
    await keptCheck(kept)
    await cluster.start(victim)
  })
}

test('servers are restarted one after the other, and nobody loses a game', async () => {
  await playThrough(async () => {
    for (const i of [0, 1]) {
      assert.equal(await cluster.nodes[i].stop(), 0)
      await cluster.start(i)
    }
  })
})

// kill -9 at some instant while games are played: every move a player was told to be made is there afterwards, every game
// goes on, and nobody is charged for the time in between. CRASH_GAMES and CRASH_ROUNDS make it as large as one likes.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { movesKept, playBegin } from './playing.mjs'
import { folderMake, inexact, metric, serverStart } from './support.mjs'
import { until } from './waiting.mjs'
import { enter } from './websocket.mjs'

const games = Number(process.env.CRASH_GAMES ?? 20)
const rounds = Number(process.env.CRASH_ROUNDS ?? 3)
const base = 600 // seconds on the clock
let folder

before(() => {
  folder = folderMake({
    'web/index.html': '<!doctype html>',
    'config': 'connections_per_address = 5000\nsockets_per_address = 5000\ngames_per_address_hour = 1000000\nmessages_per_second = 1000\ngames_per_visitor = 1000',
  })
})

after(() => folder.remove())

const serve = () => serverStart('--web', `${folder.path}/web`, '--data', `${folder.path}/data`, '--config', `${folder.path}/config`)

// A game with a running clock in which nobody moves: its clock is looked at before and after.
async function quietBegin(port) {
  const [anna, bert] = [await enter(port), await enter(port)]
  const clock = { kind: 'fischer', base, increment: 0 }
  const { game } = await anna.ask('create', { spec: 'siam', clock, seats: [{ kind: 'me' }, { kind: 'open' }] })
  await bert.ask('join', { game })
  await anna.ask('move', { game, ply: 0, move: '@c1n' })
  await bert.ask('move', { game, ply: 1, move: '@c5s' })
  return { anna, game }
}

// A number from 0 to 1 that is the same in every run.
const chance = (round) => (Math.imul(round + 1, 0x9e3779b1) >>> 8) / 2 ** 24

for (let round = 0; round < rounds; round++)
  test(`killed, round ${round + 1}`, async () => {
    const server = await serve()
    const quiet = await quietBegin(server.port)
    const notes = `${folder.path}/notes${round}`
    const playing = playBegin(server.port, { games, rate: games * 10, notes })
    // The instant is counted in moves, so that there is something to lose however slow the machine is.
    const enough = games * (2 + 8 * chance(round))
    await until(`${enough} moves`, async () => (await metric(server.port, 'moves_total')) >= enough)
    const looked = Date.now()
    const before = await quiet.anna.ask('watch', { game: quiet.game })
    server.child.kill('SIGKILL')
    await server.ended
    const killed = Date.now()
    const { moves, seats } = await playing.end()
    assert.ok([...moves.values()].flat().length >= games, 'moves were acknowledged')

    const begun = Date.now()
    const again = await serve()
    const watcher = await enter(again.port)
    const now = await watcher.ask('watch', { game: quiet.game })
    const charged = before.clocks[0] - now.clocks[0]
    const most = killed - looked + Date.now() - begun + inexact // for the time in which a server was running
    assert.ok(charged <= most && now.clocks[0] <= base * 1000, `${charged} ms were charged, for ${most}`)
    await watcher.end()
    await movesKept(again.port, moves)
    for (const { game, cookie } of seats.filter((_, index) => index % 2 === 0)) {
      const player = await enter(again.port, { cookie })
      const state = await player.ask('watch', { game })
      if (state.state === 'playing') {
        assert.ok(state.mine > 0)
        const answer = await player.ask('resign', { game })
        assert.equal(answer.t, 'ok')
      }
      await player.end()
    }
    assert.equal(await again.stop(), 0)
  })

// kill -9 at some instant while games are played: every move a player was told to be made is there afterwards, every game
// goes on, and the clocks are right to the second. CRASH_GAMES and CRASH_ROUNDS make it as large as one likes.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { movesKept, play } from './playing.mjs'
import { ask, folderMake, serverStart } from './support.mjs'
import { enter } from './websocket.mjs'

const games = Number(process.env.CRASH_GAMES ?? 20)
const rounds = Number(process.env.CRASH_ROUNDS ?? 3)
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
  const clock = { kind: 'fischer', base: 600, increment: 0 }
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
    const playing = play(server.port, { games, rate: games * 10, seconds: 60, notes })
    // The instant is counted in moves, so that there is something to lose however slow the machine is.
    const enough = games * (2 + 8 * chance(round))
    for (;;) {
      const text = (await ask(server.port, '/metrics')).body.toString()
      if (Number(/^tablier_moves_total (\d+)/m.exec(text)[1]) >= enough) break
    }
    const before = await quiet.anna.ask('watch', { game: quiet.game })
    server.child.kill('SIGKILL')
    const { moves, seats } = await playing
    assert.ok([...moves.values()].flat().length >= games, 'moves were acknowledged')
    await server.ended

    const begun = Date.now()
    const again = await serve()
    const watcher = await enter(again.port)
    const now = await watcher.ask('watch', { game: quiet.game })
    const spent = before.clocks[0] - now.clocks[0]
    assert.ok(spent > -1000 && spent < Date.now() - begun + 1000, `${spent} ms were charged`)
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

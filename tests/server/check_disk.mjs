// A running server whose disk is full, or whose file another program has locked: what it cannot write down is refused, what
// it has promised is kept, and it goes on by itself afterwards.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { appendFileSync, rmSync } from 'node:fs'
import { after, test } from 'node:test'
import { Browser } from './accounts.mjs'
import { movesKept, playBegin } from './playing.mjs'
import { ask, folderMake, health, metric, Program, serverStart, serverStartBy } from './support.mjs'
import { until } from './waiting.mjs'
import { enter } from './websocket.mjs'

const folder = folderMake({
  'web/index.html': '<!doctype html>',
  'data/empty': '',
  config: 'connections_per_address = 5000\ngames_per_address_hour = 1000000\nmessages_per_second = 1000',
})
const words = (data) => ['--web', `${folder.path}/web`, '--config', `${folder.path}/config`, '--data', data]

after(() => folder.remove())

// A small disk of its own takes a mount namespace, which containers often refuse.
const disksAllowed = spawnSync('unshare', ['--map-root-user', '--mount', 'true']).status === 0
const skip = !disksAllowed && 'no mount namespaces on this machine'

// Locks the file of a store. `release` ends that.
async function lock(data) {
  const script = `(echo 'BEGIN IMMEDIATE;'; echo '.print ready'; cat) | stdbuf -oL sqlite3 ${data}/tablier.db`
  const other = new Program(['sh', '-c', script], { input: true })
  await other.said(/ready/)
  return {
    release() {
      other.child.stdin.end('ROLLBACK;\n')
      return other.ended
    },
  }
}

async function pair(port) {
  const [anna, bert] = [await enter(port), await enter(port)]
  const seats = [{ kind: 'me' }, { kind: 'open' }]
  const { game } = await anna.ask('create', { spec: 'siam', clock: { kind: 'none' }, seats })
  await bert.ask('join', { game })
  return { anna, bert, game, end: () => Promise.all([anna.end(), bert.end()]) }
}

// What cannot be written down is refused and has not happened; afterwards the server finds out by itself that it is good.
async function refusedAndGood(server, { anna, bert, game }, release) {
  const refused = await anna.ask('move', { game, ply: 0, move: '@c1n' })
  assert.deepEqual([refused.t, refused.code], ['error', 'store'])
  assert.deepEqual(await health(server.port), [503, 'store'])
  assert.deepEqual((await bert.ask('watch', { game })).moves, [])
  await release()
  await until('a good store', async () => (await health(server.port))[0] === 200)
  assert.equal((await anna.ask('move', { game, ply: 0, move: '@b1n' })).t, 'ok')
  assert.equal((await bert.until({ t: 'event', kind: 'move' })).move, '@b1n')
  await server.said(/store fails[^]*store is good again/)
}

test('the disk is full while games are played', { skip }, async (t) => {
  const mount = `mount -t tmpfs -o size=4m none ${folder.path}/data && echo ready && exec cat`
  const holder = new Program(['unshare', '--map-root-user', '--mount', 'sh', '-c', mount], { input: true })
  t.after(() => holder.end())
  await holder.said(/ready/)
  const inside = ['nsenter', '--user', '--mount', '--preserve-credentials', '--target', String(holder.child.pid)]
  const disk = `/proc/${holder.child.pid}/root${folder.path}/data`
  const server = await serverStartBy(inside, ...words(`${folder.path}/data`))
  t.after(() => server.child.kill('SIGKILL'))
  const quiet = await pair(server.port)

  const playing = playBegin(server.port, { games: 20, rate: 200, notes: `${folder.path}/notes` })
  await until('60 moves', async () => (await metric(server.port, 'moves_total')) >= 60)
  assert.throws(() => {
    for (;;) appendFileSync(`${disk}/filler`, Buffer.alloc(4096))
  }, /ENOSPC/)
  await until('a failure of the store', async () => (await metric(server.port, 'store_failures_total')) > 0)
  const { moves } = await playing.end('SIGTERM')
  assert.ok([...moves.values()].flat().length >= 60)

  await refusedAndGood(server, quiet, () => rmSync(`${disk}/filler`))
  await movesKept(server.port, moves)
  server.child.kill('SIGKILL')
  await server.ended
  const again = await serverStartBy(inside, ...words(`${folder.path}/data`))
  t.after(() => again.child.kill('SIGKILL'))
  await movesKept(again.port, new Map([...moves, [quiet.game, ['@b1n']]]))
  await quiet.end()
  assert.equal(await again.stop(), 0)
})

test('another program has locked the file', async (t) => {
  const server = await serverStart(...words(`${folder.path}/data`))
  t.after(() => server.child.kill('SIGKILL'))
  const quiet = await pair(server.port)
  const locked = await lock(`${folder.path}/data`)
  await refusedAndGood(server, quiet, () => locked.release())
  await quiet.end()
  assert.equal(await server.stop(), 0)
})


test('a message over HTTP that is on its way to the disk when the server stops is answered with what has become of it', async (t) => {
  const data = `${folder.path}/stopped`
  const server = await serverStart(...words(data))
  t.after(() => server.child.kill('SIGKILL'))
  const [anna, bert, watcher] = [new Browser(server.port), new Browser(server.port), await enter(server.port)]
  for (const each of [anna, bert]) await (await each.enter()).end()
  const seats = [{ kind: 'me' }, { kind: 'open' }]
  const { game } = (await anna.post('/message', { t: 'create', spec: 'siam', clock: { kind: 'none' }, seats })).body
  assert.equal((await bert.post('/message', { t: 'join', game })).status, 200)

  const locked = await lock(data)
  const move = anna.post('/message', { t: 'move', game, ply: 0, move: '@c1n' })
  await until('the move to wait for the disk', async () => (await metric(server.port, 'store_waiting')) > 0)
  const stopped = server.stop()
  await watcher.until({ t: 'stopping' })
  await locked.release()
  const { status, body } = await move
  assert.equal(await stopped, 0)

  // On a machine that is so busy that the store has given up before the lock was released, nothing has happened.
  if (status !== 200) assert.deepEqual([status, body.error.code], [503, 'store'])
  const again = await serverStart(...words(data))
  const { moves } = JSON.parse((await ask(again.port, `/api/games/${game}`)).body)
  assert.deepEqual(moves, status === 200 ? ['@c1n'] : [])
  assert.equal(await again.stop(), 0)
})

// A running server whose disk is full, or whose file another program has locked: what it cannot write down is refused, what
// it has promised is kept, and it goes on by itself afterwards.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, rmSync } from 'node:fs'
import { after, test } from 'node:test'
import { Browser } from './accounts.mjs'
import { movesKept, play } from './playing.mjs'
import { ask, folderMake, serverStart, serverStartBy } from './support.mjs'
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

// A program that goes on; waits until it has said `ready`. What is told to it goes to its input.
async function programBegin(...command) {
  const child = spawn(command[0], command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.on('close', resolve))
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => /ready/.test(text) && resolve())
    child.on('close', () => reject(new Error(`${command[0]} ended`)))
  })
  return { child, ended }
}

async function pair(port) {
  const [anna, bert] = [await enter(port), await enter(port)]
  const seats = [{ kind: 'me' }, { kind: 'open' }]
  const { game } = await anna.ask('create', { spec: 'siam', clock: { kind: 'none' }, seats })
  await bert.ask('join', { game })
  return { anna, bert, game, end: () => Promise.all([anna.end(), bert.end()]) }
}

async function health(port) {
  const { status, body } = await ask(port, '/health')
  return [status, JSON.parse(body).status]
}

async function metric(port, name) {
  return Number(new RegExp(`^tablier_${name} (.*)$`, 'm').exec((await ask(port, '/metrics')).body.toString())[1])
}

async function until(condition) {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20))
}

// What cannot be written down is refused and has not happened; afterwards the server finds out by itself that it is good.
async function refusedAndGood(server, { anna, bert, game }, release) {
  const refused = await anna.ask('move', { game, ply: 0, move: '@c1n' })
  assert.deepEqual([refused.t, refused.code], ['error', 'store'])
  assert.deepEqual(await health(server.port), [503, 'store'])
  assert.deepEqual((await bert.ask('watch', { game })).moves, [])
  await release()
  await until(async () => (await health(server.port))[0] === 200)
  assert.equal((await anna.ask('move', { game, ply: 0, move: '@b1n' })).t, 'ok')
  assert.equal((await bert.until({ t: 'event', kind: 'move' })).move, '@b1n')
  await until(() => /store fails[^]*store is good again/.test(server.journal()))
}

test('the disk is full while games are played', { skip }, async (t) => {
  const mount = `mount -t tmpfs -o size=4m none ${folder.path}/data && echo ready && exec sleep 1000`
  const holder = await programBegin('unshare', '--map-root-user', '--mount', 'sh', '-c', mount)
  t.after(() => holder.child.kill())
  const inside = ['nsenter', '--user', '--mount', '--preserve-credentials', '--target', String(holder.child.pid)]
  const disk = `/proc/${holder.child.pid}/root${folder.path}/data`
  const server = await serverStartBy(inside, ...words(`${folder.path}/data`))
  t.after(() => server.child.kill('SIGKILL'))
  const quiet = await pair(server.port)

  const playing = play(server.port, { games: 20, rate: 200, seconds: 3, notes: `${folder.path}/notes` })
  await until(async () => (await metric(server.port, 'moves_total')) >= 60)
  assert.throws(() => {
    for (;;) appendFileSync(`${disk}/filler`, Buffer.alloc(4096))
  }, /ENOSPC/)
  await until(async () => (await metric(server.port, 'store_failures_total')) > 0)
  const { moves } = await playing
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
  const other = await programBegin('sh', '-c', `(echo 'BEGIN IMMEDIATE;'; echo '.print ready'; cat) | stdbuf -oL sqlite3 ${folder.path}/data/tablier.db`)
  await refusedAndGood(server, quiet, () => {
    other.child.stdin.end('ROLLBACK;\n')
    return other.ended
  })
  await quiet.end()
  assert.equal(await server.stop(), 0)
})

test('a message over HTTP that is on its way when the server stops is not said not to have happened', async (t) => {
  let server = await serverStart(...words(`${folder.path}/stopped`))
  t.after(() => server.child.kill('SIGKILL'))
  const [anna, bert] = [new Browser(server.port), new Browser(server.port)]
  for (const each of [anna, bert]) await (await each.enter()).end()
  const { game } = (await anna.post('/message', { t: 'create', spec: 'siam', clock: { kind: 'none' }, seats: [{ kind: 'me' }, { kind: 'open' }] })).body
  assert.equal((await bert.post('/message', { t: 'join', game })).status, 200)
  const other = await programBegin('sh', '-c', `(echo 'BEGIN IMMEDIATE;'; echo '.print ready'; cat) | stdbuf -oL sqlite3 ${folder.path}/stopped/tablier.db`)
  const move = anna.post('/message', { t: 'move', game, ply: 0, move: '@c1n' })
  await new Promise((resolve) => setTimeout(resolve, 200))
  const stopped = server.stop()
  await new Promise((resolve) => setTimeout(resolve, 500))
  other.child.stdin.end('ROLLBACK;\n')
  assert.equal((await move).status, 200)
  assert.equal(await stopped, 0)
  server = await serverStart(...words(`${folder.path}/stopped`))
  assert.deepEqual(JSON.parse((await ask(server.port, `/api/games/${game}`)).body).moves, ['@c1n'])
  assert.equal(await server.stop(), 0)
})

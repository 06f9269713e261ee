// `tablier bot`: engines that play on a server, over real connections.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import { connect as connectTo, createServer } from 'node:net'
import { delimiter, dirname } from 'node:path'
import { after, before, test } from 'node:test'
import { Program, ask, folderMake, program, serverStart } from './support.mjs'
import { account, botAccount } from './api.mjs'
import { until, within } from './waiting.mjs'
import { connect, enter } from './websocket.mjs'

let folder, server
let accounts = 0
const idle = []

before(async () => {
  folder = folderMake({ 'web/index.html': '<!doctype html>', config: 'engine_ms = 20\nmessages_per_second = 100\nrequests_per_second = 1000\npassword_tries = 1000\n' })
  server = await serverStart('--web', `${folder.path}/web`, '--config', `${folder.path}/config`)
})

after(async () => {
  assert.equal(await server.stop(), 0)
  folder.remove()
})

// The name of a file with the token of a new account for a program, in the folder of these tests.
async function tokenMake({ port } = server) {
  const name = `engine${++accounts}`
  writeFileSync(`${folder.path}/${name}`, `${(await botAccount(port, name)).token}\n`)
  return name
}

const urlOf = ({ port }) => `http://127.0.0.1:${port}`

// Starts a bot of an account without games: a new one, or that of a bot that has played its last.
async function bot(...words) {
  const token = idle.pop() ?? (await tokenMake())
  const started = botStart(urlOf(server), token, ...words)
  if (words.includes('--count')) started.closed.then((code) => code === 0 && idle.push(token))
  return started
}

// Engines of the build are found by their names, tokens and gates in the folder of these tests.
function botStart(where, token, ...words) {
  const env = { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH}` }
  return new Program(['env', '-C', folder.path, program, 'bot', where, '--token-file', token, ...words], { env })
}

// A pipe at which an engine waits ("misbehave wait MOVES NAME"): `reached` when it does; `open` lets it go on.
function gateMake(name) {
  const path = `${folder.path}/${name}`
  execFileSync('mkfifo', [path])
  let end
  return {
    reached: async () => (end = await within(`an engine at the gate ${name}`, openFile(path, 'w'))),
    open: () => end.close(),
  }
}

const record = async (game) => (await ask(server.port, `/g/${game}.pgn`)).body.toString()

for (const [spec, first, second] of [
  ['khantsin', 'greedy', 'cmd=misbehave nothing 1000'],
  ['siam', 'random', 'tablier,level=3,nodes=300'],
  ['santasi', 'random', 'tablier,level=1,nodes=200'],
  ['anneaux', 'uct,nodes=20', 'tablier,nodes=300'],
])
  test(`two bots with different engines play ${spec} to its end`, async () => {
    const white = await bot('--engine', first, '--games', spec, '--clock', '60+1', '--count', '1')
    await white.said(/connected/)
    const black = await bot('--engine', second, '--games', spec, '--accept', 'join', '--count', '1')
    assert.deepEqual(await Promise.all([white.ended, black.ended]), [0, 0])
    const [, game] = /game (\w+), .*: (won|lost|drawn)/.exec(white.output)
    assert.match(black.output, new RegExp(`game ${game}, .*: (won|lost|drawn)`))
    const text = await record(game)
    assert.doesNotMatch(text, /Termination/, 'the rules ended it')
    assert.match(text, /\[Result "[^*]/)
  })

test('four games at once', async () => {
  const black = await bot('--engine', 'random,nodes=1', '--games', 'khantsin', '--accept', 'join', '--at-once', '4', '--count', '4')
  const whites = await Promise.all([1, 2, 3, 4].map(() => bot('--engine', 'random,nodes=1', '--games', 'khantsin', '--count', '1')))
  assert.deepEqual(await Promise.all([black, ...whites].map((each) => each.ended)), [0, 0, 0, 0, 0])
  assert.equal(black.output.match(/begun/g).length, 4)
})

test('one that seeks is paired with one that seeks', async () => {
  const words = ['--engine', 'random,nodes=1', '--games', 'khantsin', '--accept', 'seek', '--clock', '60+0', '--count', '1']
  const both = await Promise.all([bot(...words), bot(...words)])
  assert.deepEqual(await Promise.all(both.map((each) => each.ended)), [0, 0])
})

// The challenge of a bot at this game, joined by somebody who then watches it. Either may have the first seat.
async function challengeJoin(person, id) {
  person.say({ t: 'lobby', on: true })
  let challenge
  while (!challenge) challenge = (await person.until({ t: 'lobby' })).challenges.find((each) => each.spec === id)
  const { game } = challenge
  assert.equal((await person.ask('join', { game })).t, 'ok')
  await person.ask('watch', { game })
  return game
}

test('a person plays it: no draw, no taking back, but another game', async () => {
  const engine = await bot('--engine', 'greedy', '--games', 'siam', '--clock', 'none')
  const anna = await enter(server.port, { name: 'Anna' })
  const game = await challengeJoin(anna, 'siam')
  await engine.said(new RegExp(`game ${game}, siam, against Anna: begun`))
  assert.equal((await anna.ask('offer', { game, offer: 'draw' })).t, 'ok')
  assert.equal((await anna.until({ t: 'event', kind: 'decline' })).offer, 'draw')
  await anna.ask('resign', { game })
  await engine.said(/: won/)
  await anna.ask('offer', { game, offer: 'rematch' })
  const { game: next } = await anna.until({ t: 'begin' })
  await engine.said(new RegExp(`game ${next}, siam, against Anna: begun`))
  assert.equal(await engine.end('SIGINT'), 0, 'a game without a clock can wait')
  await anna.end()
})

test('what is offered while its engine thinks is declined before it moves', async () => {
  const gate = gateMake('thinks')
  const engine = await bot('--engine', 'cmd=misbehave wait 0 thinks', '--games', 'siam', '--clock', 'none')
  const anna = await enter(server.port, { name: 'Anna' })
  const game = await challengeJoin(anna, 'siam')
  if ((await anna.ask('look', { game })).mine === 1) await anna.ask('move', { game, ply: 0, move: '@c1n' })
  await gate.reached()
  assert.equal((await anna.ask('offer', { game, offer: 'draw' })).t, 'ok')
  assert.equal((await anna.until({ t: 'event', game })).kind, 'decline')
  await gate.open()
  assert.equal((await anna.until({ t: 'event', game })).kind, 'move')
  assert.equal(await engine.end('SIGINT'), 0)
  await anna.ask('resign', { game })
  await anna.end()
})

test('what was offered while it was away is declined when it is back', async () => {
  const words = [urlOf(server), await tokenMake(), '--engine', 'greedy', '--games', 'siam', '--clock', 'none']
  const first = botStart(...words)
  const anna = await enter(server.port, { name: 'Anna' })
  const game = await challengeJoin(anna, 'siam')
  await until('the turn of the other one', async () => {
    const { turn, mine } = await anna.ask('look', { game })
    return turn === mine
  })
  assert.equal(await first.end('SIGINT'), 0)
  assert.equal((await anna.ask('offer', { game, offer: 'draw' })).t, 'ok')
  const second = botStart(...words)
  assert.equal((await anna.until({ t: 'event', game })).kind, 'decline')
  assert.equal(await second.end('SIGINT'), 0)
  await anna.ask('resign', { game })
  await anna.end()
})

test('a program that moves without a word declines with its move', async () => {
  const { token } = await botAccount(server.port, 'wordless')
  const program = await enter(server.port, { headers: { authorization: `Bearer ${token}` }, origin: '' })
  const anna = await enter(server.port, { name: 'Anna' })
  const { game } = await program.ask('create', { spec: 'siam', clock: { kind: 'none' }, seats: [{ kind: 'me' }, { kind: 'open' }] })
  await anna.ask('join', { game })
  await anna.ask('watch', { game })
  assert.equal((await anna.ask('offer', { game, offer: 'draw' })).t, 'ok')
  assert.equal((await program.ask('move', { game, ply: 0, move: '@c1n' })).t, 'ok')
  const { kind, seat, offer } = await anna.until({ t: 'event', game })
  assert.deepEqual([kind, seat, offer], ['decline', 1, 'draw'])
  assert.equal((await anna.until({ t: 'event', game })).kind, 'move')
  await Promise.all([program.end(), anna.end()])
})

test('asked to stop it takes its challenge back', async () => {
  const engine = await bot('--games', 'anneaux')
  const anna = await enter(server.port)
  anna.say({ t: 'lobby', on: true })
  const offered = (lobby) => lobby.challenges.some((each) => each.spec.startsWith('anneaux'))
  while (!offered(await anna.until({ t: 'lobby' })));
  assert.equal(await engine.end('SIGINT'), 0)
  while (offered(await anna.until({ t: 'lobby' })));
  await anna.end()
})

for (const [how, said, times] of [
  ['illegal', /illegal move/g, 1],
  ['crash', /ended by signal/g, 3],
])
  test(`an engine that does wrong (${how}) is asked again, and gives the game up when it goes on`, async () => {
    const white = await bot('--engine', 'tablier,nodes=300', '--games', 'siam', '--clock', '60+1', '--count', '1')
    await white.said(/connected/)
    const black = await bot('--engine', `cmd=misbehave ${how} 0`, '--games', 'siam', '--accept', 'join', '--count', '1')
    assert.deepEqual(await Promise.all([white.ended, black.ended]), [0, 0])
    assert.equal(black.output.match(said).length, times)
    if (times > 1) assert.match(white.output, /: won/)
  })

test('over TLS only with a certificate that is believed and belongs to the name', async () => {
  const key = `${folder.path}/key.pem`, certificate = `${folder.path}/certificate.pem`
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2',
    '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const config = folderMake({ config: `tls_certificate = ${certificate}\ntls_key = ${key}\n` })
  const secure = await serverStart('--web', `${folder.path}/web`, '--config', `${config.path}/config`)
  // The server is a new one, so nobody's token is good: that it says so means that the connection was made.
  const token = idle.at(-1) ?? (await tokenMake())
  const good = Array.from({ length: 8 }, () => botStart(`https://localhost:${secure.port}`, token, '--ca', certificate))
  assert.deepEqual(await Promise.all(good.map((each) => each.ended)), good.map(() => 1))
  for (const each of good) assert.match(each.errors, /^tablier: the server does not take the token\n$/)
  for (const [where, words] of [[`https://localhost:${secure.port}`, []], [`https://127.0.0.1:${secure.port}`, ['--ca', certificate]]]) {
    const bad = botStart(where, token, ...words)
    await bad.said(/no connection/)
    assert.equal(await bad.end('SIGINT'), 0)
    assert.doesNotMatch(bad.output, /token/)
  }
  assert.equal(await secure.stop(), 0)
  config.remove()
})

// A port of our own that leads to a server, which may end and begin again behind it.
async function doorMake(server) {
  const door = { server }
  const open = new Set()
  const listener = createServer((outer) => {
    const inner = connectTo(door.server.port, '127.0.0.1')
    for (const [one, other] of [[outer, inner], [inner, outer]]) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise((resolve) => listener.listen(0, '127.0.0.1', resolve))
  door.port = listener.address().port
  door.close = () => {
    for (const socket of open) socket.destroy()
    listener.close()
  }
  return door
}

test('a server that is killed and comes back: the game goes on, and no move is made twice', async (t) => {
  const data = folderMake({})
  const serve = () => serverStart('--web', `${folder.path}/web`, '--config', `${folder.path}/config`, '--data', data.path)
  const door = await doorMake(await serve())
  t.after(() => door.close())
  const [one, other] = [await tokenMake(door.server), await tokenMake(door.server)]
  const gate = gateMake('killed')
  const white = botStart(urlOf(door), one, '--engine', 'cmd=misbehave wait 3 killed', '--games', 'khantsin', '--clock', '60+1', '--count', '1')
  await white.said(/connected/)
  const black = botStart(urlOf(door), other, '--engine', 'greedy', '--games', 'khantsin', '--accept', 'join', '--count', '1')
  const [, game] = await black.said(/game (\w+), .*: begun/)
  await gate.reached()
  await door.server.stop('SIGKILL')
  await gate.open() // its move finds no server
  await white.said(/connection/)
  door.server = await serve()
  assert.deepEqual(await Promise.all([white.ended, black.ended]), [0, 0])
  assert.match(white.output, new RegExp(`connection.*connected.*${game}.*: (won|lost|drawn)`, 's'))
  const text = (await ask(door.server.port, `/g/${game}.pgn`)).body.toString()
  assert.doesNotMatch(text, /Termination/, 'the rules ended it')
  assert.equal(await door.server.stop(), 0)
  data.remove()
})

test('programs are paired with people only where these agree', async () => {
  const seek = { spec: 'santasi', clock: { kind: 'none' } }
  const { token } = await botAccount(server.port, 'seeker')
  const program = await enter(server.port, { headers: { authorization: `Bearer ${token}` }, origin: '' })
  const anna = await enter(server.port), bert = await enter(server.port)
  await program.ask('seek', seek)
  await anna.ask('seek', seek)
  await anna.ask('unseek')
  await bert.ask('seek', { ...seek, bots: true })
  const { game } = await program.until({ t: 'begin' })
  assert.equal((await bert.until({ t: 'begin' })).game, game)
  const seats = (await anna.ask('look', { game })).seats
  assert.deepEqual(seats.map((each) => each.bot ?? false).sort(), [false, true])
  await Promise.all([program.end(), anna.end(), bert.end()])
})

test('an account has at most twenty tokens', async () => {
  const carl = await account(server.port, 'carlo')
  const make = () => carl.ask('POST', '/tokens', { password: carl.password, name: 'x', scope: 'read', days: 1 })
  for (let i = 0; i < 20; i++) assert.equal((await make()).status, 200)
  const refused = await make()
  assert.deepEqual([refused.status, refused.body.error.code], [429, 'limit'])
  assert.equal((await carl.ask('GET', '/tokens')).body.tokens.length, 20)
})

test('a token: shown once, of a program to play, good until it is revoked', async () => {
  const anna = await account(server.port, 'annabel')
  assert.equal((await anna.ask('POST', '/tokens', { password: anna.password, name: 'x', scope: 'play', days: 1 })).body.error.code, 'bot')
  const read = (await anna.ask('POST', '/tokens', { password: anna.password, name: 'x', scope: 'read', days: 1 })).body
  assert.match(read.token, /^tablier_[0-9a-f]{64}$/)
  const shown = { headers: { authorization: `Bearer ${read.token}` }, origin: '' }
  const reader = await connect(server.port, shown)
  assert.equal(await reader.closed, 3000, 'a token to read is not for playing')
  await anna.ask('POST', '/bot', {})
  const play = (await anna.ask('POST', '/tokens', { password: anna.password, name: 'y', scope: 'play', days: 1 })).body
  const player = await enter(server.port, { headers: { authorization: `Bearer ${play.token}` }, origin: '' })
  const list = (await anna.ask('GET', '/tokens')).body.tokens
  assert.deepEqual(list.map((each) => [each.name, each.scope]), [['x', 'read'], ['y', 'play']])
  assert.doesNotMatch(JSON.stringify(list), /tablier_/)
  const bert = await account(server.port, 'bertram')
  assert.equal((await bert.ask('DELETE', `/tokens/${play.id}`)).status, 404, 'it is not his')
  assert.equal((await anna.ask('DELETE', `/tokens/${play.id}`)).status, 200)
  assert.equal(await player.closed, 3000)
  const late = await connect(server.port, { headers: { authorization: `Bearer ${play.token}` }, origin: '' })
  assert.equal(await late.closed, 3000)
})

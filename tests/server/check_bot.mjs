// `tablier bot`: engines that play on a server, over real connections.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { ask, folderMake, program, serverStart } from './support.mjs'
import { account, botAccount } from './api.mjs'
import { connect, enter } from './websocket.mjs'

const misbehave = join(dirname(program), 'misbehave')
let folder, server, url
const children = new Set()
const tokens = []

before(async () => {
  folder = folderMake({ 'web/index.html': '<!doctype html>', config: 'engine_ms = 20\nmessages_per_second = 100\nrequests_per_second = 1000\npassword_tries = 1000\n' })
  server = await serverStart('--web', `${folder.path}/web`, '--config', `${folder.path}/config`)
  url = `http://127.0.0.1:${server.port}`
  for (let i = 0; i < 5; i++) {
    const { token } = await botAccount(server.port, `engine${i}`)
    writeFileSync(`${folder.path}/token${i}`, `${token}\n`)
    tokens.push(token)
  }
})

after(async () => {
  for (const child of children) child.kill('SIGKILL')
  assert.equal(await server.stop(), 0)
  folder.remove()
})

// Starts a bot: `line` waits for a line of what it says, `ended` for its end.
function bot(where, who, ...words) {
  const child = spawn(program, ['bot', where, '--token-file', `${folder.path}/token${who}`, ...words])
  const waiting = []
  let text = ''
  const look = () => {
    for (const each of [...waiting])
      if (each.pattern.test(text)) {
        waiting.splice(waiting.indexOf(each), 1)
        each.resolve(each.pattern.exec(text))
      }
  }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (more) => {
      text += more
      look()
    })
  children.add(child)
  const ended = new Promise((resolve) => child.on('close', (code) => {
    children.delete(child)
    resolve(code)
    for (const each of waiting) each.reject(new Error(`the bot ended: ${text}`))
  }))
  const line = (pattern) => new Promise((resolve, reject) => {
    waiting.push({ pattern, resolve, reject })
    look()
  })
  return { line, ended, kill: (signal) => child.kill(signal), text: () => text }
}

const record = async (game) => (await ask(server.port, `/g/${game}.pgn`)).body.toString()

for (const [spec, first, second] of [
  ['khantsin', 'greedy', `cmd=${misbehave} nothing 1000`],
  ['siam', 'random', 'tablier,level=3,nodes=300'],
  ['santasi', 'random', 'tablier,level=1,nodes=200'],
  ['anneaux', 'uct,nodes=20', 'tablier,nodes=300'],
])
  test(`two bots with different engines play ${spec} to its end`, async () => {
    const white = bot(url, 0, '--engine', first, '--games', spec, '--clock', '60+1', '--count', '1')
    await white.line(/connected/)
    const black = bot(url, 1, '--engine', second, '--games', spec, '--accept', 'join', '--count', '1')
    assert.deepEqual(await Promise.all([white.ended, black.ended]), [0, 0])
    const [, game] = /game (\w+), .*: (won|lost|drawn)/.exec(white.text())
    assert.match(black.text(), new RegExp(`game ${game}, .*: (won|lost|drawn)`))
    const text = await record(game)
    assert.doesNotMatch(text, /Termination/, 'the rules ended it')
    assert.match(text, /\[Result "[^*]/)
  })

test('four games at once', async () => {
  const black = bot(url, 0, '--engine', 'random,nodes=1', '--games', 'khantsin', '--accept', 'join', '--at-once', '4', '--count', '4')
  const whites = [1, 2, 3, 4].map((who) => bot(url, who, '--engine', 'random,nodes=1', '--games', 'khantsin', '--count', '1'))
  assert.deepEqual(await Promise.all([black, ...whites].map((each) => each.ended)), [0, 0, 0, 0, 0])
  assert.equal(black.text().match(/begun/g).length, 4)
})

test('one that seeks is paired with one that seeks', async () => {
  const words = ['--engine', 'random,nodes=1', '--games', 'khantsin', '--accept', 'seek', '--clock', '60+0', '--count', '1']
  const both = [bot(url, 0, ...words), bot(url, 1, ...words)]
  assert.deepEqual(await Promise.all(both.map((each) => each.ended)), [0, 0])
})

test('a person plays it: no draw, no taking back, but another game', async () => {
  const program = bot(url, 0, '--engine', 'greedy', '--games', 'siam', '--clock', 'none')
  const anna = await enter(server.port, { name: 'Anna' })
  anna.say({ t: 'lobby', on: true })
  let challenge
  while (!challenge) challenge = (await anna.until({ t: 'lobby' })).challenges.find((each) => each.spec === 'siam')
  const { game } = challenge
  assert.equal((await anna.ask('join', { game })).t, 'ok')
  await anna.ask('watch', { game })
  await program.line(new RegExp(`game ${game}, siam, against Anna: begun`))
  assert.equal((await anna.ask('offer', { game, offer: 'draw' })).t, 'ok')
  assert.equal((await anna.until({ t: 'event', kind: 'decline' })).offer, 'draw')
  await anna.ask('resign', { game })
  await program.line(/: won/)
  await anna.ask('offer', { game, offer: 'rematch' })
  const { game: next } = await anna.until({ t: 'begin' })
  await program.line(new RegExp(`game ${next}, siam, against Anna: begun`))
  program.kill('SIGINT')
  assert.equal(await program.ended, 0, 'a game without a clock can wait')
  await anna.end()
})

test('asked to stop it takes its challenge back', async () => {
  const program = bot(url, 2, '--games', 'anneaux')
  const anna = await enter(server.port)
  anna.say({ t: 'lobby', on: true })
  const offered = (lobby) => lobby.challenges.some((each) => each.spec.startsWith('anneaux'))
  while (!offered(await anna.until({ t: 'lobby' })));
  program.kill('SIGINT')
  assert.equal(await program.ended, 0)
  while (offered(await anna.until({ t: 'lobby' })));
  await anna.end()
})

for (const [how, said, times] of [
  ['illegal', /illegal move/g, 1],
  ['crash', /ended by signal/g, 3],
])
  test(`an engine that does wrong (${how}) is asked again, and gives the game up when it goes on`, async () => {
    const white = bot(url, 2, '--engine', 'tablier,nodes=300', '--games', 'siam', '--clock', '60+1', '--count', '1')
    await white.line(/connected/)
    const black = bot(url, 3, '--engine', `cmd=${misbehave} ${how} 0`, '--games', 'siam', '--accept', 'join', '--count', '1')
    assert.deepEqual(await Promise.all([white.ended, black.ended]), [0, 0])
    assert.equal(black.text().match(said).length, times)
    if (times > 1) assert.match(white.text(), /: won/)
  })

test('over TLS only with a certificate that is believed and belongs to the name', async () => {
  const key = `${folder.path}/key.pem`, certificate = `${folder.path}/certificate.pem`
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2',
    '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const config = folderMake({ config: `tls_certificate = ${certificate}\ntls_key = ${key}\n` })
  const secure = await serverStart('--web', `${folder.path}/web`, '--config', `${config.path}/config`)
  // The server is a new one, so nobody's token is good: that it says so means that the connection was made.
  const good = bot(`https://localhost:${secure.port}`, 0, '--ca', certificate)
  assert.equal(await good.ended, 1)
  assert.match(good.text(), /does not take the token/)
  for (const [where, words] of [[`https://localhost:${secure.port}`, []], [`https://127.0.0.1:${secure.port}`, ['--ca', certificate]]]) {
    const bad = bot(where, 0, ...words)
    await bad.line(/no connection/)
    bad.kill('SIGINT')
    assert.equal(await bad.ended, 0)
    assert.doesNotMatch(bad.text(), /token/)
  }
  assert.equal(await secure.stop(), 0)
  config.remove()
})

test('a server that is killed and comes back: the game goes on, and no move is made twice', async (t) => {
  const data = folderMake({})
  const serve = (port) => serverStart('--web', `${folder.path}/web`, '--config', `${folder.path}/config`, '--data', data.path, '--port', String(port))
  let other = await serve(0)
  t.after(() => other.child.kill('SIGKILL'))
  for (const who of [8, 9]) writeFileSync(`${folder.path}/token${who}`, (await botAccount(other.port, `engine${who}`)).token)
  const where = `http://127.0.0.1:${other.port}`
  const white = bot(where, 8, '--engine', 'tablier,st=40', '--games', 'khantsin', '--clock', '60+1', '--count', '1')
  await white.line(/connected/)
  const black = bot(where, 9, '--engine', 'uct,st=40', '--games', 'khantsin', '--accept', 'join', '--count', '1')
  const [, game] = await black.line(/game (\w+), .*: begun/)
  await new Promise((resolve) => setTimeout(resolve, 100)) // the game is short
  await other.stop('SIGKILL')
  other = await serve(other.port)
  assert.deepEqual(await Promise.all([white.ended, black.ended]), [0, 0])
  assert.match(white.text(), new RegExp(`connection.*connected.*${game}.*: (won|lost|drawn)`, 's'))
  const text = (await ask(other.port, `/g/${game}.pgn`)).body.toString()
  assert.doesNotMatch(text, /Termination/, 'the rules ended it')
  assert.equal(await other.stop(), 0)
  data.remove()
})

test('programs are paired with people only where these agree', async () => {
  const seek = { spec: 'santasi', clock: { kind: 'none' } }
  const program = await enter(server.port, { headers: { authorization: `Bearer ${tokens[0]}` }, origin: '' })
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
  const make = () => carl.ask('POST', '/tokens', { name: 'x', scope: 'read', days: 1 })
  for (let i = 0; i < 20; i++) assert.equal((await make()).status, 200)
  const refused = await make()
  assert.deepEqual([refused.status, refused.body.error.code], [429, 'limit'])
  assert.equal((await carl.ask('GET', '/tokens')).body.tokens.length, 20)
})

test('a token: shown once, of a program to play, good until it is revoked', async () => {
  const anna = await account(server.port, 'annabel')
  assert.equal((await anna.ask('POST', '/tokens', { name: 'x', scope: 'play', days: 1 })).body.error.code, 'bot')
  const read = (await anna.ask('POST', '/tokens', { name: 'x', scope: 'read', days: 1 })).body
  assert.match(read.token, /^tablier_[0-9a-f]{64}$/)
  const shown = { headers: { authorization: `Bearer ${read.token}` }, origin: '' }
  const reader = await connect(server.port, shown)
  assert.equal(await reader.closed, 3000, 'a token to read is not for playing')
  await anna.ask('POST', '/bot', {})
  const play = (await anna.ask('POST', '/tokens', { name: 'y', scope: 'play', days: 1 })).body
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

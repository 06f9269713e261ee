// `tablier bot`: engines that play on a server, over real connections.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { ask, folderMake, program, serverStart } from './support.mjs'
import { enter } from './websocket.mjs'

const misbehave = join(dirname(program), 'misbehave')
let folder, server, url
const children = new Set()

before(async () => {
  folder = folderMake({ 'web/index.html': '<!doctype html>', token: 'anything\n', config: 'engine_ms = 20\nmessages_per_second = 100\n' })
  server = await serverStart('--web', `${folder.path}/web`, '--config', `${folder.path}/config`)
  url = `http://127.0.0.1:${server.port}`
})

after(async () => {
  for (const child of children) child.kill('SIGKILL')
  assert.equal(await server.stop(), 0)
  folder.remove()
})

// Starts a bot: `line` waits for a line of what it says, `ended` for its end.
function bot(where, ...words) {
  const child = spawn(program, ['bot', where, '--token-file', `${folder.path}/token`, ...words])
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
  ['siam', 'greedy', `cmd=${misbehave} nothing 1000`],
  ['santasi', 'random', 'tablier,level=1,nodes=200'],
  ['anneaux', 'uct,nodes=20', 'greedy'],
])
  test(`two bots with different engines play ${spec} to its end`, async () => {
    const white = bot(url, '--engine', first, '--games', spec, '--clock', '60+1', '--count', '1')
    await white.line(/connected/)
    const black = bot(url, '--engine', second, '--games', spec, '--accept', 'join', '--count', '1')
    assert.deepEqual(await Promise.all([white.ended, black.ended]), [0, 0])
    const [, game] = /game (\w+), .*: (won|lost|drawn)/.exec(white.text())
    assert.match(black.text(), new RegExp(`game ${game}, .*: (won|lost|drawn)`))
    const text = await record(game)
    assert.doesNotMatch(text, /Termination/, 'the rules ended it')
    assert.match(text, /\[Result "[^*]/)
  })

test('four games at once', async () => {
  const black = bot(url, '--engine', 'random,nodes=1', '--games', 'khantsin', '--accept', 'join', '--at-once', '4', '--count', '4')
  const whites = [1, 2, 3, 4].map(() => bot(url, '--engine', 'random,nodes=1', '--games', 'khantsin', '--count', '1'))
  assert.deepEqual(await Promise.all([black, ...whites].map((each) => each.ended)), [0, 0, 0, 0, 0])
  assert.equal(black.text().match(/begun/g).length, 4)
})

test('one that seeks is paired with one that seeks', async () => {
  const words = ['--engine', 'random,nodes=1', '--games', 'khantsin', '--accept', 'seek', '--clock', '60+0', '--count', '1']
  const both = [bot(url, ...words), bot(url, ...words)]
  assert.deepEqual(await Promise.all(both.map((each) => each.ended)), [0, 0])
})

test('a person plays it: no draw, no taking back, but another game', async () => {
  const program = bot(url, '--engine', 'greedy', '--games', 'siam', '--clock', 'none')
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
  const program = bot(url, '--games', 'anneaux')
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
    const white = bot(url, '--engine', 'greedy', '--games', 'siam', '--clock', '60+1', '--count', '1')
    await white.line(/connected/)
    const black = bot(url, '--engine', `cmd=${misbehave} ${how} 0`, '--games', 'siam', '--accept', 'join', '--count', '1')
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
  const good = bot(`https://localhost:${secure.port}`, '--ca', certificate)
  await good.line(/^connected/m)
  good.kill('SIGINT')
  assert.equal(await good.ended, 0)
  for (const [where, words] of [[`https://localhost:${secure.port}`, []], [`https://127.0.0.1:${secure.port}`, ['--ca', certificate]]]) {
    const bad = bot(where, ...words)
    await bad.line(/no connection/)
    assert.doesNotMatch(bad.text(), /^connected/m)
    bad.kill('SIGINT')
    assert.equal(await bad.ended, 0)
  }
  assert.equal(await secure.stop(), 0)
  config.remove()
})

// Plays one game over plain HTTP on a server that runs: TABLIER=PROGRAM node one_game.mjs PORT
// A new account moves for one side, the server's engine for the other; the program says which moves are legal.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { account } from './api.mjs'
import { ask, program } from './support.mjs'

const REQUEST_MS = 100 // the server refuses who asks more often for long

const port = Number(process.argv[2])
const spec = 'khantsin'

function good(answer, what) {
  if (answer.status !== 200) throw new Error(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

const page = good(await ask(port, '/'), 'the page').toString()
const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1]
if (!script) throw new Error('the page has no script')
good(await ask(port, script), script)

const player = await account(port, `player-${randomBytes(4).toString('hex')}`)
async function request(...words) {
  await pause(REQUEST_MS)
  return good(await player.ask(...words), words.join(' '))
}
const say = (t, fields) => request('POST', '/message', { t, ...fields })
const { game } = await say('create', { spec, clock: { kind: 'none' }, seats: [{ kind: 'me' }, { kind: 'engine', level: 1 }] })

let number = 0
let state
const moves = []
do {
  // Answered when something has happened, or after 25 seconds. The state may be newer than the events that come with it.
  const { events, ...now } = await request('GET', `/games/${game}/events?after=${number}`)
  if (events.length === 0) throw new Error(`the engine does not answer after: ${moves.join(' ')}`)
  state = now
  number = events.at(-1).number
  moves.push(...events.filter((event) => event.kind === 'move').map((event) => event.move))
  if (state.state !== 'playing' || state.turn !== 1 || state.ply !== moves.length) continue
  const [move] = execFileSync(program, ['moves', spec, '--moves', moves.join(' ')], { encoding: 'utf8' }).split('\n')
  await say('move', { game, ply: state.ply, move })
} while (state.state !== 'over')
const record = good(await ask(port, `/g/${game}.pgn`), 'the record').toString()
console.log(`a game of ${spec} over HTTP: ${state.ply} moves, ${/\[Result "([^"]*)"/.exec(record)[1]}`)

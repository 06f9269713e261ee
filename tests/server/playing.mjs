// Games played by the load generator, and what the server promised while they were.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { ask, Program } from './support.mjs'

// Begins to play. `end` waits until the server is gone, or with a signal ends it at once; it gives the acknowledged moves
// of each game, and who has which seat.
export function playBegin(port, { games, rate, notes }) {
  const most = 600 // seconds
  const load = new Program([process.env.LOAD, port, 2 * games, games, rate, most, 'siam', notes].map(String))
  return {
    async end(signal) {
      await (signal ? load.end(signal) : load.ended)
      assert.doesNotMatch(load.errors, /did not begin/)
      return notesRead(notes)
    },
  }
}

function notesRead(path) {
  const moves = new Map()
  const seats = []
  for (const line of readFileSync(path, 'utf8').trim().split('\n')) {
    const words = line.split(' ')
    if (words[0] === '=') seats.push({ game: words[1], seat: Number(words[2]), cookie: words[3] })
    else if (words.length === 3) {
      if (!moves.has(words[0])) moves.set(words[0], [])
      moves.get(words[0])[Number(words[1])] = words[2]
    }
  }
  return { moves, seats }
}

// Every move that was acknowledged is in the record of its game.
export async function movesKept(port, moves) {
  for (const [game, acknowledged] of moves) {
    const record = (await ask(port, `/g/${game}.pgn`)).body.toString()
    const words = record.replace(/\[[^\]]*\]|\{[^}]*\}/g, '').split(/\s+/)
    const made = words.filter((word) => word && !/^\d+\.|^\*$|^\d-\d$/.test(word))
    acknowledged.forEach((move, ply) => assert.equal(made[ply], move, `${game} ${ply}: ${record}`))
  }
}

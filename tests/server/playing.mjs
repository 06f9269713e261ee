// Games played by the load generator, and what the server promised while they were.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { ask } from './support.mjs'

// Plays until the time is over or the server is gone; gives the acknowledged moves of each game, and who has which seat.
export function play(port, { games, rate, seconds, notes }) {
  const words = [port, 2 * games, games, rate, seconds, 'siam', notes].map(String)
  const child = spawn(process.env.LOAD, words, { stdio: 'ignore' })
  return new Promise((resolve) => child.on('close', () => resolve(notesRead(notes))))
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

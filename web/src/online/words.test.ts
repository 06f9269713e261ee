// What a page says of a live game, to whoever reads it.
import { expect, it, vi } from 'vitest'
import type { Game } from '../core/types.ts'
import { liveOf, type Live } from './live.ts'
import { readMessage, type Told } from './protocol.ts'
import { reasonWords, refusalWords, replacedWords } from './words.ts'

vi.stubGlobal('navigator', { languages: ['en'] })

const siam: Game = { id: 'siam', title: 'Siam', playersMin: 2, playersMax: 2, players: ['elephants', 'rhinoceroses'], options: [], itemLabels: {}, arrows: [] }

// A game that Anna has won because the other one was away, on the page of a seat; 0 is that of a spectator.
function claimed(mine: number, other: string): Live {
  const seats = [{ kind: 'person', name: 'Anna' }, { kind: 'person', name: other }]
  const message = readMessage(JSON.stringify({
    t: 'game', game: 'CwRutuCjjj6J', number: 3, created: 0, spec: 'siam', first: '', moves: [], seats, mine, clock: { kind: 'none' },
    offers: { draw: [], takeback: [], rematch: [] }, previous: '', next: '', here: [true, false], watchers: 1, chat: [], listed: false, rated: false,
    state: 'over', turn: 0, ply: 0, now: 0, result: { reason: 'left', winner: 1, payoff: [1, 0], phrase: '' },
  }))
  return liveOf(message as Told, 0)
}

const cases: [reader: string, mine: number, other: string, words: string][] = [
  ['the one who claimed it', 1, 'Bert', 'Bert left the game.'],
  ['the one who left', 2, 'Bert', 'You left the game.'],
  ['a spectator', 0, 'Bert', 'Bert left the game.'],
  ['a spectator, of somebody without a name', 0, '', 'Rhinoceroses left the game.'],
]
it.each(cases)('a game of somebody who left, as told to %s', (_, mine, other, words) => {
  expect(reasonWords(claimed(mine, other), siam)).toBe(words)
})

it('the computer that goes on for somebody is told of to the others, and to the one who left', () => {
  expect([1, 2].map((mine) => replacedWords(claimed(mine, 'Bert'), siam, 2))).toEqual(['Bert left the game; the computer goes on.', 'You left the game; the computer goes on in your place.'])
})

it('a request without a seat is refused in words', () => {
  expect(refusalWords('seat')).toBe('You have no seat in this game.')
})

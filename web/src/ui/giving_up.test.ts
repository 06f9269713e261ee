// What a game on this screen says of those who leave it.
import { expect, it, vi } from 'vitest'
import type { Game } from '../core/types.ts'
import { replacedWords } from './giving_up.ts'

vi.stubGlobal('navigator', { languages: ['en'] })

const rings: Game = { id: 'anneaux', title: 'Three Rings', playersMin: 2, playersMax: 4, players: ['player 1', 'player 2', 'player 3'], options: [], itemLabels: {}, arrows: [] }

it('says the same of a player who gave up as of one who ran out of time', () => {
  expect(replacedWords(rings, 2)).toBe('The computer goes on for Player 2.')
})

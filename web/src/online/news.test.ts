// What people who listen are told of a live game, each thing once.
import { describe, expect, it, vi } from 'vitest'
import type { Game } from '../core/types.ts'
import { liveOf, setPremove, type Live } from './live.ts'
import { newsOf } from './news.ts'
import { readMessage, type ChatLine, type LiveSeat, type Told } from './protocol.ts'

vi.stubGlobal('navigator', { languages: ['en'] })

const siam: Game = { id: 'siam', title: 'Siam', playersMin: 2, playersMax: 2, players: ['elephants', 'rhinoceroses'], options: [], itemLabels: {}, arrows: [] }
const guest: LiveSeat = { kind: 'person', name: '', user: false, bot: false, level: 0, rating: 0, rated: 0 }

// A game between two guests in which the second one is to move, on the page of a seat; 0 is that of a spectator.
function playing(mine: number, change: Partial<Live> = {}): Live {
  const message = readMessage(JSON.stringify({
    t: 'game', game: 'CwRutuCjjj6J', number: 3, created: 0, spec: 'siam', first: '', moves: ['@c1n'], seats: [{ kind: 'person', name: '' }, { kind: 'person', name: '' }], mine, clock: { kind: 'none' },
    offers: { draw: [], takeback: [], rematch: [] }, previous: '', next: '', here: [true, true], watchers: 2, chat: [], listed: false, rated: false,
    state: 'playing', turn: 2, ply: 1, now: 0,
  }))
  return { ...liveOf(message as Told, 0), ...change }
}

const offers = (change: Partial<Live['offers']>): Partial<Live> => ({ offers: { draw: [], takeback: [], rematch: [], ...change } })
const line = (seat: number, number = 1): ChatLine => ({ number, at: 0, seat, who: 'x', name: '', text: 'Hello' })
const over = (reason: 'rules' | 'resigned'): Partial<Live> => ({ state: 'over', turn: 0, result: { reason, winner: 2, payoff: [0, 1], phrase: reason === 'rules' ? 'mountain out' : '' } })
const open: Partial<Live> = { state: 'open', turn: 0, moves: [], seats: [guest, { kind: 'open' }] }

const cases: [what: string, mine: number, before: Partial<Live>, after: Partial<Live>, words: string][] = [
  ['the move that ends a game, with the end', 1, {}, { ...over('rules'), moves: ['@c1n', '@c5s'] }, 'Rhinoceroses: @c5s. Rhinoceroses won. Mountain out.'],
  ['the move of one’s own that ends it', 2, { sent: ['@c5s'] }, { ...over('rules'), moves: ['@c1n', '@c5s'] }, 'Rhinoceroses: @c5s. You have won. Mountain out.'],
  ['giving up without the last move', 1, {}, over('resigned'), 'Rhinoceroses won. By resignation.'],
  ['somebody who joins, to who waits', 1, open, { ...open, seats: [guest, guest] }, 'Rhinoceroses has joined.'],
  ['nothing to who joins', 0, open, { ...open, seats: [guest, guest] }, ''],
  ['an offer of the other', 1, {}, offers({ draw: [2] }), 'Draw offered: Rhinoceroses.'],
  ['an offer of one’s own', 1, {}, offers({ takeback: [1] }), 'You ask to take a move back.'],
  ['a rematch one wants', 1, over('resigned'), { ...over('resigned'), ...offers({ rematch: [1] }) }, 'You want a rematch.'],
  ['no offer to who watches', 0, {}, offers({ draw: [2] }), ''],
  ['an offer declined with a move', 1, offers({ draw: [1] }), { moves: ['@c1n', '@c5s'], declined: { offer: 'draw', of: 1, how: 'declined' } }, 'The draw is declined.'],
  ['an offer that is withdrawn', 1, offers({ takeback: [2] }), { declined: { offer: 'takeback', of: 2, how: 'withdrawn' } }, 'The request to take back is withdrawn.'],
  ['no answer to who watches', 0, offers({ draw: [1] }), { declined: { offer: 'draw', of: 1, how: 'declined' } }, ''],
  ['the seat that went to another device', 1, {}, { mine: 0, missed: true }, 'Your seat is no longer on this device.'],
  ['what a guest says', 1, {}, { chat: [line(2)] }, 'Rhinoceroses says: Hello'],
  ['nothing that oneself says', 2, {}, { chat: [line(2)] }, ''],
  ['nothing twice', 1, { chat: [line(2)] }, { chat: [line(2)] }, ''],
  ['nothing that was said before one came to the seat', 1, { missed: true }, { chat: [line(2)] }, ''],
]
describe('what is told', () => {
  it.each(cases)('%s', (_, mine, before, after, words) => {
    expect(newsOf(playing(mine, after), playing(mine, before), siam)).toBe(words)
  })
  it('a move made in advance once, though the service repeats it', () => {
    const before = playing(1)
    const chosen = setPremove(before, '@a1e')
    expect(newsOf(chosen, before, siam)).toBe('Played in advance: @a1e.')
    expect(newsOf(setPremove(before, '@a1e'), chosen, siam)).toBe('')
  })
})

// What is no message of the service is refused where it arrives.
import { describe, expect, it } from 'vitest'
import { readCreated, readGreeting, readLinked, readMessage } from './protocol.ts'

const event = {
  t: 'event', kind: 'move', game: 'CwRutuCjjj6J', number: 3, at: 1, seat: 1, move: '@c1n', spent: 0, left: 305000, state: 'playing', turn: 2, ply: 1,
  now: 2, clocks: [305000, 300000], running: false,
}
const line = { game: 'CwRutuCjjj6J', spec: 'siam', seats: [{ kind: 'person', name: 'Anna' }, { kind: 'open', name: '' }], clock: { kind: 'none' }, state: 'open', turn: 0, ply: 0, changed: 5 }
const lobby = { t: 'lobby', challenges: [line], live: [], players: 3, playing: 0 }

describe('good messages', () => {
  it.each([
    ['an event', event],
    ['an event with a field of a later version', { ...event, mood: 'fine' }],
    ['the lobby', lobby],
    ['a beginning', { t: 'begin', game: 'pgv4ChVUNfzk', previous: '' }],
    ['an end of the service', { t: 'stopping' }],
    ['an answer', { t: 'ok', id: 4 }],
    ['a refusal', { t: 'error', code: 'json', message: 'the message is not one JSON object' }],
  ])('%s', (_name, message) => {
    expect(readMessage(JSON.stringify(message))).toMatchObject({ t: message.t })
  })
})

describe('no messages', () => {
  it.each([
    ['no text', new ArrayBuffer(3)],
    ['no JSON', '{'],
    ['a list', '[]'],
    ['nothing', 'null'],
    ['a kind that is not known', '{"t":"dance"}'],
    ['a name that is none', JSON.stringify({ ...event, game: '../../etc' })],
    ['a seat that is none', JSON.stringify({ ...event, seat: 5 })],
    ['a number in words', JSON.stringify({ ...event, number: '3' })],
    ['a fraction of an event', JSON.stringify({ ...event, number: 3.5 })],
    ['a state that is none', JSON.stringify({ ...event, state: 'paused' })],
    ['clocks of words', JSON.stringify({ ...event, clocks: ['a', 'b'] })],
    ['a result without a reason', JSON.stringify({ ...event, result: { winner: 1, payoff: [1, 0], phrase: '' } })],
    ['a line with one seat', JSON.stringify({ ...lobby, challenges: [{ ...line, seats: line.seats.slice(1) }] })],
    ['a line with a strange clock', JSON.stringify({ ...lobby, challenges: [{ ...line, clock: { kind: 'sand' } }] })],
    ['a beginning of nothing', '{"t":"begin","game":"","previous":""}'],
    ['an answer to nothing', '{"t":"ok"}'],
    ['a game without its moves', '{"t":"game","game":"CwRutuCjjj6J","number":1}'],
  ])('%s', (_name, frame) => {
    expect(readMessage(frame)).toBeNull()
  })
})

describe('answers', () => {
  it('to hello', () => {
    expect(readGreeting({ who: '785fd074', games: [{ ...line, mine: 1 }] })).toMatchObject({ who: '785fd074', games: [{ game: 'CwRutuCjjj6J', mine: 1 }] })
    expect(readGreeting({ who: 7, games: [] })).toBeNull()
  })
  it('to create', () => {
    expect(readCreated({ game: 'CwRutuCjjj6J', seat: 1 })).toBe('CwRutuCjjj6J')
    expect(readCreated({ game: '//example.org' })).toBeNull()
  })
  it('to link', () => {
    expect(readLinked({ seat: 2, token: '46a1' })).toEqual({ seat: 2, token: '46a1' })
    expect(readLinked({ seat: 0, token: '46a1' })).toBeNull()
  })
})

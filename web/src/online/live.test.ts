// The state of a live game, with messages as the service sends them.
import { describe, expect, it } from 'vitest'
import { asking, atOf, canPremove, clocksAt, liveOf, people, premovePly, reduce, replacedAt, send, setPremove, unsend, untilClaim, type Live } from './live.ts'
import { readMessage, type GameMessage } from './protocol.ts'

const game = 'CwRutuCjjj6J'
const opened =
  '{"game":"CwRutuCjjj6J","number":1,"created":1794750799262,"spec":"siam","first":"","moves":[],"seats":[{"kind":"person","name":"Anna"},{"kind":"open","name":""}],"clock":{"kind":"fischer","base":300,"increment":5},"listed":true,"offers":{"draw":[],"takeback":[],"rematch":[]},"previous":"","next":"","state":"open","turn":0,"ply":0,"now":1794750799266,"clocks":[0,0],"running":false,"t":"game","mine":1,"here":[true,false],"watchers":1,"chat":[],"id":3}'
const joined =
  '{"kind":"join","seat":2,"name":"Bert","t":"event","game":"CwRutuCjjj6J","number":2,"at":1794750799267,"state":"playing","turn":1,"ply":0,"now":1794750799270,"clocks":[300000,300000],"running":false}'
const firstMove =
  '{"kind":"move","seat":1,"move":"@c1n","spent":0,"left":305000,"t":"event","game":"CwRutuCjjj6J","number":3,"at":1794750799270,"state":"playing","turn":2,"ply":1,"now":1794750799271,"clocks":[305000,300000],"running":false}'
const secondMove =
  '{"kind":"move","seat":2,"move":"@c5s","spent":1,"left":305000,"t":"event","game":"CwRutuCjjj6J","number":4,"at":1794750799272,"state":"playing","turn":1,"ply":2,"now":1794750799272,"clocks":[305000,305000],"running":true}'
const drawOffered =
  '{"kind":"offer","seat":1,"offer":"draw","t":"event","game":"CwRutuCjjj6J","number":5,"at":1794750799272,"state":"playing","turn":1,"ply":2,"now":1794750799273,"clocks":[304999,305000],"running":true}'
const drawDeclined =
  '{"kind":"decline","seat":2,"offer":"draw","t":"event","game":"CwRutuCjjj6J","number":6,"at":1794750799273,"state":"playing","turn":1,"ply":2,"now":1794750799275,"clocks":[304997,305000],"running":true}'
const backAsked =
  '{"kind":"offer","seat":1,"offer":"takeback","t":"event","game":"CwRutuCjjj6J","number":7,"at":1794750799275,"state":"playing","turn":1,"ply":2,"now":1794750799275,"clocks":[304997,305000],"running":true}'
const takenBack =
  '{"kind":"takeback","ply":0,"t":"event","game":"CwRutuCjjj6J","number":8,"at":1794750799276,"state":"playing","turn":1,"now":1794750799276,"clocks":[305000,305000],"running":false}'
const chat = '{"number":1,"at":1794750799276,"seat":1,"who":"785fd074","name":"Anna","text":"Bonjour !","t":"chat","game":"CwRutuCjjj6J"}'
const ended =
  '{"kind":"end","reason":"resigned","winner":1,"t":"event","game":"CwRutuCjjj6J","number":9,"at":1794750800478,"state":"over","turn":0,"ply":0,"now":1794750800484,"clocks":[305000,305000],"running":false,"result":{"reason":"resigned","winner":1,"payoff":[1,0],"phrase":""}}'
const rematchAsked =
  '{"kind":"offer","seat":2,"offer":"rematch","t":"event","game":"CwRutuCjjj6J","number":10,"at":1794750800484,"state":"over","turn":0,"ply":0,"now":1794750800494,"clocks":[305000,305000],"running":false,"result":{"reason":"resigned","winner":1,"payoff":[1,0],"phrase":""}}'
const rematched =
  '{"kind":"rematch","game":"CwRutuCjjj6J","t":"event","next":"pgv4ChVUNfzk","number":11,"at":1794750800495,"state":"over","turn":0,"ply":0,"now":1794750800514,"clocks":[305000,305000],"running":false,"result":{"reason":"resigned","winner":1,"payoff":[1,0],"phrase":""}}'
const three =
  '{"game":"1wKUxSXoeDl2","number":1,"created":1794750800516,"spec":"anneaux:players=3","first":"","moves":[],"seats":[{"kind":"person","name":"Anna"},{"kind":"open","name":""},{"kind":"engine","name":"","level":2}],"clock":{"kind":"none"},"listed":false,"offers":{"draw":[],"takeback":[],"rematch":[]},"previous":"","next":"","state":"open","turn":0,"ply":0,"now":1794750800522,"t":"game","mine":1,"here":[true,false,true],"watchers":1,"chat":[],"id":11}'
const threeJoined =
  '{"kind":"join","seat":2,"name":"Bert","t":"event","game":"1wKUxSXoeDl2","number":2,"at":1794750800523,"state":"playing","turn":1,"ply":0,"now":1794750800531}'
const threeReplaced =
  '{"kind":"replace","seat":2,"reason":"resigned","level":5,"t":"event","game":"1wKUxSXoeDl2","number":3,"at":1794750800532,"state":"playing","turn":1,"ply":0,"now":1794750800533}'

function read(text: string): GameMessage {
  const message = readMessage(text)
  if (!message || !('game' in message) || message.t === 'begin') throw new Error(text)
  return message
}

function begin(text = opened, received = 1000): Live {
  const message = read(text)
  if (message.t !== 'game') throw new Error(text)
  return liveOf(message, received)
}

const after = (...texts: string[]): Live => texts.reduce((live, text) => reduce(live, read(text), 1000), begin())

describe('a game of somebody who is away', () => {
  const gone = '{"t":"here","game":"CwRutuCjjj6J","here":[true,false],"claims":[0,1794750809271],"watchers":1}'
  it('can be claimed after a while', () => {
    const live = after(joined, firstMove, gone)
    expect([untilClaim(live, 1000), untilClaim(live, 4000), untilClaim(live, 12_000)]).toEqual([10_000, 7000, 0])
  })
  it('cannot be while the other is not to move, or has come back', () => {
    const back = gone.replace('false', 'true').replace('1794750809271', '0')
    expect([untilClaim(after(joined, firstMove, secondMove, gone), 1000), untilClaim(after(joined, firstMove, gone, back), 1000)]).toEqual([null, null])
  })
})

describe('a game from the invitation to the rematch', () => {
  it('waits for players', () => {
    const live = begin()
    expect(live.state).toBe('open')
    expect(people(live)).toBe(1)
  })
  it('begins when the seats are taken', () => {
    const live = after(joined)
    expect(live).toMatchObject({ state: 'playing', turn: 1, number: 2, clocks: [300000, 300000] })
    expect(live.seats[1]).toEqual({ kind: 'person', name: 'Bert', user: false, bot: false, level: 0, rating: 0, rated: 0 })
  })
  it('grows by moves', () => {
    expect(atOf(after(joined, firstMove, secondMove)).moves).toEqual(['@c1n', '@c5s'])
  })
  it('shows an offer, and whose answer it waits for', () => {
    const live = after(joined, firstMove, secondMove, drawOffered)
    expect(asking(live, 'draw')).toBe('theirs')
    expect(asking({ ...live, mine: 2 }, 'draw')).toBe('mine')
    expect(asking(live, 'takeback')).toBe('nothing')
  })
  it('asks nobody for whom an engine goes on, but for the next game', () => {
    const live = { ...after(joined, firstMove, secondMove), mine: 2, offers: { draw: [], takeback: [1], rematch: [1] } }
    const given = { ...live, seats: live.seats.map((seat, index) => (index === 1 && seat.kind === 'person' ? { ...seat, level: 5 } : seat)) }
    expect([live, given].map((each) => [asking(each, 'takeback'), asking(each, 'rematch')])).toEqual([['mine', 'mine'], ['nothing', 'mine']])
  })
  it('forgets an offer that was declined, and tells', () => {
    const live = after(joined, firstMove, secondMove, drawOffered, drawDeclined)
    expect(asking(live, 'draw')).toBe('nothing')
    expect(live.declined).toEqual({ offer: 'draw', of: 1, how: 'declined' })
  })
  it('takes moves back', () => {
    const live = after(joined, firstMove, secondMove, drawOffered, drawDeclined, backAsked, takenBack)
    expect(live).toMatchObject({ moves: [], ply: 0, turn: 1, missed: false, running: false })
    expect(asking(live, 'takeback')).toBe('nothing')
  })
  it('has lines of chat once', () => {
    expect(after(joined, chat, chat).chat.map((line) => line.text)).toEqual(['Bonjour !'])
  })
  it('ends, and leads to a rematch', () => {
    const live = after(joined, firstMove, secondMove, drawOffered, drawDeclined, backAsked, takenBack, ended, rematchAsked)
    expect(live.result).toMatchObject({ reason: 'resigned', winner: 1 })
    expect(asking(live, 'rematch')).toBe('mine')
    expect(reduce(live, read(rematched), 1000).next).toBe('pgv4ChVUNfzk')
  })
})

describe('an offer and the moves after it', () => {
  const moveAgain = firstMove.replace('"number":3', '"number":7').replace('@c1n', '@b1n').replace('"turn":2,"ply":1', '"turn":2,"ply":3')
  it('of a draw stands when the one who made it moves', () => {
    expect(after(joined, drawOffered.replace('"number":5', '"number":3').replace('"ply":2', '"ply":0'), firstMove.replace('"number":3', '"number":4')).offers.draw).toEqual([1])
  })
  it('is declined with a move of the other one, and that is shown until the one who made it moves', () => {
    const [offered, declined] = [drawOffered.replace('"number":5', '"number":4'), drawDeclined.replace('"number":6', '"number":5')].map((event) => event.replace('"ply":2', '"ply":1'))
    const events = [joined, firstMove, offered ?? '', declined ?? '', secondMove.replace('"number":4', '"number":6')]
    expect(after(...events)).toMatchObject({ offers: { draw: [] }, declined: { offer: 'draw', how: 'declined' }, missed: false })
    expect(after(...events, moveAgain)).toMatchObject({ declined: null, missed: false })
  })
  it('to take back is withdrawn by the move of who asked, and nothing is left to tell of', () => {
    const asked = backAsked.replace('"number":7', '"number":5')
    const withdrawn = drawDeclined.replace('"seat":2,"offer":"draw"', '"seat":1,"offer":"takeback"')
    expect(after(joined, firstMove, secondMove, asked, withdrawn)).toMatchObject({ offers: { takeback: [] }, declined: { offer: 'takeback', how: 'withdrawn' } })
    expect(after(joined, firstMove, secondMove, asked, withdrawn, moveAgain)).toMatchObject({ declined: null, missed: false })
  })
})

describe('offers and the end of the game', () => {
  const untilOffer = [joined, firstMove, secondMove, drawOffered, drawDeclined, backAsked, drawOffered.replace('"number":5', '"number":8')]
  it('end together when somebody ends it', () => {
    const live = after(...untilOffer, ended.replace('"ply":0', '"ply":2'))
    expect(live).toMatchObject({ state: 'over', missed: false, offers: { draw: [], takeback: [], rematch: [] } })
  })
  it('end together when a move ends it', () => {
    const last = firstMove.replace('"number":3', '"number":9').replace('"playing","turn":2,"ply":1', '"over","turn":0,"ply":3')
    expect(after(...untilOffer, last)).toMatchObject({ state: 'over', missed: false, offers: { draw: [], takeback: [], rematch: [] } })
  })
  it('leave nothing that was declined to tell of', () => {
    const live = after(joined, firstMove, secondMove, drawOffered, drawDeclined, ended.replace('"number":9', '"number":7').replace('"ply":0', '"ply":2'))
    expect(live).toMatchObject({ state: 'over', declined: null })
  })
})

describe('numbers of events', () => {
  it('tell what came twice', () => {
    const live = after(joined, firstMove)
    expect(reduce(live, read(firstMove), 2000)).toBe(live)
  })
  it('tell what is missing', () => {
    const live = after(joined, secondMove)
    expect(live.missed).toBe(true)
    expect(live.moves).toEqual([])
  })
  it('tell that a later server knows more', () => {
    expect(after(joined, firstMove.replace('"move","seat"', '"dance","seat"')).missed).toBe(true)
  })
  it('are those of this game only', () => {
    const live = after(joined)
    expect(reduce(live, read(threeJoined), 2000)).toBe(live)
  })
})

describe('moves of one’s own', () => {
  it('are shown before they are confirmed, once afterwards', () => {
    const sent = send(after(joined), '@c1n')
    expect(atOf(sent).moves).toEqual(['@c1n'])
    expect(atOf(reduce(sent, read(firstMove), 1000)).moves).toEqual(['@c1n'])
  })
  it('are taken away again when they are refused', () => {
    expect(atOf(unsend(send(after(joined), '@c1n'))).moves).toEqual([])
  })
  it('stay on their way over a new connection', () => {
    const whole = opened.replace('"number":1', '"number":2').replace('"open","turn":0', '"playing","turn":1')
    expect(atOf(reduce(send(after(joined), '@c1n'), read(whole), 1000)).moves).toEqual(['@c1n'])
  })
  it('are gone with the seat', () => {
    const whole = opened.replace('"number":1', '"number":2').replace('"open","turn":0', '"playing","turn":1').replace('"mine":1', '"mine":0')
    expect(atOf(reduce(send(after(joined), '@c1n'), read(whole), 1000)).moves).toEqual([])
  })
  it('are not shown twice when the whole game has them already', () => {
    const whole = opened.replace('"number":1', '"number":3').replace('"moves":[]', '"moves":["@c1n"]').replace('"open","turn":0,"ply":0', '"playing","turn":2,"ply":1')
    expect(atOf(reduce(send(after(joined), '@c1n'), read(whole), 1000)).moves).toEqual(['@c1n'])
  })
  it('give way when the whole game went another way', () => {
    const whole = opened.replace('"number":1', '"number":3').replace('"moves":[]', '"moves":["@b1n"]').replace('"open","turn":0,"ply":0', '"playing","turn":2,"ply":1')
    expect(atOf(reduce(send(after(joined), '@c1n'), read(whole), 1000)).moves).toEqual(['@b1n'])
  })
})

describe('clocks', () => {
  it('stand still before the first move', () => {
    expect(clocksAt(after(joined), 60_000)).toEqual([300000, 300000])
  })
  it('run down for who is to move, from when they were told', () => {
    expect(clocksAt(after(joined, firstMove, secondMove), 3500)).toEqual([302500, 305000])
  })
  it('do not go below zero', () => {
    expect(clocksAt(after(joined, firstMove, secondMove), 9_000_000)).toEqual([0, 305000])
  })
  it('are not there without a clock', () => {
    expect(clocksAt(begin(three), 5000)).toEqual([])
  })
})

describe('moves in advance', () => {
  it('are possible while the other one is to move', () => {
    expect(canPremove(after(joined))).toBe(false)
    expect(canPremove(after(joined, firstMove))).toBe(true)
    expect(premovePly(after(joined, firstMove))).toBe(2)
  })
  const elsewhere = (move: string): string => `{"t":"premove","game":"${game}","ply":2,"move":"${move}"}`
  it('are shown when they were made elsewhere, and not when they were taken back there', () => {
    const live = after(joined, firstMove, elsewhere('@b1n'))
    expect(live.premove).toEqual({ ply: 2, move: '@b1n' })
    expect(reduce(live, read(elsewhere('')), 1000).premove).toBeNull()
  })
  it('stay until their turn has come', () => {
    const later = elsewhere('@b1n').replace('"ply":2', '"ply":3')
    expect(after(joined, firstMove, later, secondMove).premove).toEqual({ ply: 3, move: '@b1n' })
    expect(after(joined, firstMove, elsewhere('@b1n'), secondMove).premove).toBeNull()
  })
  it('are gone when the service says so', () => {
    const live = setPremove(after(joined, firstMove), '@b1n')
    expect(live.premove).toEqual({ ply: 2, move: '@b1n' })
    expect(reduce(live, read(`{"t":"premove","game":"${game}","ply":2,"move":""}`), 1000).premove).toBeNull()
  })
})

it('a rated game shows ratings before and after it', () => {
  const rated = '{"kind":"rated","ratings":[1662,1338],"t":"event","game":"CwRutuCjjj6J","number":10,"at":1794750800490,"state":"over","turn":0,"ply":0,"now":1794750800494,"clocks":[305000,305000],"running":false,"result":{"reason":"resigned","winner":1,"payoff":[1,0],"phrase":""}}'
  const joinedRated = joined.replace('"name":"Bert"', '"name":"Bert","rating":1500')
  const live = after(joinedRated, firstMove, secondMove, drawOffered, drawDeclined, backAsked, takenBack.replace('"turn":1', '"turn":1,"ply":0'), ended, rated)
  expect(live.seats).toMatchObject([{ rated: 1662 }, { rating: 1500, rated: 1338 }])
  expect(live.missed).toBe(false)
})

it('an engine goes on for who resigned among three', () => {
  const live = [threeJoined, threeReplaced].reduce((state, text) => reduce(state, read(text), 1000), begin(three))
  expect(live.seats[1]).toEqual({ kind: 'person', name: 'Bert', user: false, bot: false, level: 5, rating: 0, rated: 0 })
  expect(people(live)).toBe(1)
  expect([1, 2, 3].map((seat) => replacedAt(live, seat))).toEqual([false, true, false])
})

it('who is present changes', () => {
  expect(reduce(after(joined), read(`{"t":"here","game":"${game}","here":[true,true],"watchers":2}`), 1000)).toMatchObject({ here: [true, true], watchers: 2 })
})

it('a seat that goes to another device asks for the game anew', () => {
  expect(reduce(after(joined), read(`{"t":"mine","game":"${game}","seat":0}`), 1000)).toMatchObject({ mine: 0, missed: true })
})

it('a seat that an account takes over shows whose it is now', () => {
  const taken = firstMove.replace('"kind":"move","seat":1,"move":"@c1n","spent":0,"left":305000', '"kind":"device","seat":2,"name":"Robbie","user":true,"bot":true,"rating":1600').replace('"ply":1', '"ply":0')
  expect(after(joined, taken).seats[1]).toEqual({ kind: 'person', name: 'Robbie', user: true, bot: true, level: 0, rating: 1600, rated: 0 })
})

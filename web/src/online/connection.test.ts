// The connection, with a socket and a clock made for tests.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { browserSocket, Connection, type Listener, type Socket } from './connection.ts'
import type { Request } from './protocol.ts'

class TestSocket implements Socket {
  sent: (Request & { id: number })[] = []
  closed = false
  onopen: Socket['onopen'] = null
  onmessage: Socket['onmessage'] = null
  onclose: Socket['onclose'] = null
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Request & { id: number })
  }
  close(): void {
    this.closed = true
  }
  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  // What was sent last of a kind.
  last(kind: string): Request & { id: number } {
    const found = this.sent.findLast((message) => message.t === kind)
    if (!found) throw new Error(`no ${kind} was sent`)
    return found
  }
  greet(): void {
    this.onopen?.()
    this.tell({ t: 'ok', id: this.last('hello').id, who: '785fd074', games: [] })
  }
}

let time = 0
let sockets: TestSocket[] = []
let timers: { at: number; run: () => void }[] = []
let heard: string[] = []
let offline = false

function pass(ms: number): void {
  const end = time + ms
  for (;;) {
    const next = timers.filter((timer) => timer.at <= end).sort((one, other) => one.at - other.at)[0]
    if (!next) break
    timers = timers.filter((timer) => timer !== next)
    time = next.at
    next.run()
  }
  time = end
}

function connect(): Connection {
  const listener: Listener = {
    status: (status) => heard.push(status),
    greeted: () => heard.push('greeted'),
    told: (message) => heard.push(message.t),
    name: () => 'Anna',
  }
  const around = {
    connect: () => {
      const socket = new TestSocket()
      sockets.push(socket)
      return socket
    },
    later: (run: () => void, ms: number) => {
      const timer = { at: time + ms, run }
      timers.push(timer)
      return () => void (timers = timers.filter((each) => each !== timer))
    },
    now: () => time,
    random: () => 0.5,
    offline: () => offline,
  }
  const connection = new Connection(around, listener)
  connection.open()
  return connection
}

const socket = (): TestSocket => {
  const last = sockets.at(-1)
  if (!last) throw new Error('no socket')
  return last
}

beforeEach(() => {
  offline = false
  time = 0
  sockets = []
  timers = []
  heard = []
})

const move: Request = { t: 'move', game: 'CwRutuCjjj6J', ply: 0, move: '@c1n' }

describe('greeting', () => {
  it('comes first, with the name', () => {
    const connection = connect()
    void connection.request(move)
    socket().onopen?.()
    expect(socket().sent).toMatchObject([{ t: 'hello', version: 1, name: 'Anna' }])
    socket().tell({ t: 'ok', id: socket().last('hello').id, who: '785fd074', games: [] })
    expect(socket().sent.map(({ t }) => t)).toEqual(['hello', 'move'])
    expect(heard).toEqual(['connecting', 'open', 'greeted'])
  })
  it('that is not answered well ends the connection', () => {
    connect()
    socket().onopen?.()
    socket().tell({ t: 'ok', id: socket().last('hello').id, who: 5 })
    expect(heard).toEqual(['connecting', 'away'])
  })
})

describe('requests', () => {
  it('get their own answers', async () => {
    const connection = connect()
    socket().greet()
    const one = connection.request(move), other = connection.request({ t: 'resign', game: 'CwRutuCjjj6J' })
    socket().tell({ t: 'error', id: socket().last('resign').id, code: 'over', message: 'the game is over' })
    socket().tell({ t: 'ok', id: socket().last('move').id, number: 3 })
    expect(await one).toMatchObject({ t: 'ok' })
    expect(await other).toMatchObject({ t: 'error', code: 'over' })
  })
  it('that can be sent again are, with the same number, until they are answered', async () => {
    const connection = connect()
    socket().greet()
    const reply = connection.request(move)
    const { id } = socket().last('move')
    socket().onclose?.()
    pass(1000)
    socket().greet()
    expect(socket().last('move')).toEqual({ ...move, id })
    socket().tell({ t: 'ok', id, number: 3 })
    expect(await reply).toMatchObject({ t: 'ok' })
    socket().onclose?.()
    pass(1000)
    socket().greet()
    expect(socket().sent.map(({ t }) => t)).toEqual(['hello'])
  })
  it.each<Request>([
    { t: 'offer', game: 'CwRutuCjjj6J', offer: 'takeback' },
    { t: 'chat', game: 'CwRutuCjjj6J', text: 'hm' },
    { t: 'create', spec: 'siam', clock: { kind: 'none' }, seats: [{ kind: 'me' }, { kind: 'open' }] },
  ])('$t is not sent again', async (request) => {
    const connection = connect()
    socket().greet()
    const reply = connection.request(request)
    socket().onclose?.()
    expect(await reply).toMatchObject({ t: 'error', code: 'lost' })
    pass(1000)
    socket().greet()
    expect(socket().sent.map(({ t }) => t)).toEqual(['hello'])
  })
  it('are not sent faster than the service likes it', () => {
    const connection = connect()
    socket().greet()
    for (let i = 0; i < 40; i++) void connection.request({ ...move, ply: i })
    expect(socket().sent.length).toBe(20)
    pass(3000)
    expect(socket().sent.length).toBe(41)
    expect(socket().sent.slice(1).map((message) => message.t === 'move' && message.ply)).toEqual(Array.from({ length: 40 }, (_, i) => i))
  })
})

describe('a connection that is lost', () => {
  it('is made anew, with growing pauses', () => {
    connect()
    const pauses: number[] = []
    for (let i = 0; i < 8; i++) {
      const before = time, made = sockets.length
      socket().onclose?.()
      while (sockets.length === made) pass(100)
      pauses.push(time - before)
    }
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16000, 20000, 20000])
  })
  it('begins with a short pause again after it was good', () => {
    connect()
    socket().onclose?.()
    pass(500)
    socket().onclose?.()
    pass(1000)
    socket().greet()
    socket().onclose?.()
    pass(500)
    expect(sockets.length).toBe(4)
  })
  it('is tried at once when somebody asks', () => {
    const connection = connect()
    socket().onclose?.()
    connection.retry()
    expect(sockets.length).toBe(2)
    connection.retry()
    expect(sockets.length).toBe(2)
  })
  it('is noticed when the service falls silent', () => {
    connect()
    socket().greet()
    pass(10_000)
    expect(socket().last('ping')).toMatchObject({ t: 'ping' })
    pass(5_000)
    expect(heard.at(-1)).toBe('away')
    expect(sockets[0]?.closed).toBe(true)
  })
  it('is known at once when the network goes', () => {
    const connection = connect()
    socket().greet()
    connection.interrupt()
    expect(heard.at(-1)).toBe('away')
    expect(sockets[0]?.closed).toBe(true)
  })
  it('is not one when the service answers', () => {
    connect()
    socket().greet()
    for (let i = 0; i < 5; i++) {
      pass(10_000)
      socket().tell({ t: 'ok', id: socket().last('ping').id, now: 1 })
    }
    expect(sockets.length).toBe(1)
  })
  it('says nothing more', () => {
    connect()
    const old = socket()
    old.greet()
    const tell = old.onmessage
    old.onclose?.()
    tell?.({ data: '{"t":"stopping"}' })
    expect(heard).not.toContain('stopping')
  })
})

describe('without a network', () => {
  it('nothing is tried, and at once when it is back', () => {
    offline = true
    const connection = connect()
    expect(heard).toEqual(['away'])
    pass(100_000)
    expect(sockets).toHaveLength(0)
    connection.retry()
    expect(sockets).toHaveLength(0)
    offline = false
    connection.retry()
    socket().greet()
    expect(heard).toEqual(['away', 'open', 'greeted'])
  })
  it('a connection that was lost is not tried again before it is back', () => {
    const connection = connect()
    socket().greet()
    offline = true
    connection.interrupt()
    pass(100_000)
    expect(sockets).toHaveLength(1)
    offline = false
    connection.retry()
    expect(sockets).toHaveLength(2)
  })
})

it('what is no message is passed over', () => {
  connect()
  socket().greet()
  socket().onmessage?.({ data: 'nonsense' })
  socket().tell({ t: 'dance' })
  socket().tell({ t: 'stopping' })
  expect(heard).toEqual(['connecting', 'open', 'greeted', 'stopping'])
})

it('closing answers what waits, and does not connect again', async () => {
  const connection = connect()
  socket().greet()
  const reply = connection.request(move)
  connection.close()
  expect(await reply).toMatchObject({ code: 'lost' })
  pass(100_000)
  expect(sockets.length).toBe(1)
})

it('a socket of the browser that is being closed is sent nothing', () => {
  const taken: string[] = []
  class Inner {
    static readonly OPEN = 1
    readyState = Inner.OPEN
    send = (text: string): void => void taken.push(text)
    close(): void {
      this.readyState = 2
    }
  }
  vi.stubGlobal('WebSocket', Inner)
  vi.stubGlobal('location', { href: 'https://tablier.example/online', protocol: 'https:' })
  const inner = browserSocket()
  inner.send('one')
  inner.close()
  inner.send('two')
  vi.unstubAllGlobals()
  expect(taken).toEqual(['one'])
})

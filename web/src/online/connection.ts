// The connection to the service: requests with numbers that are answered by promises, a greeting before anything else, a
// sign of life now and then, and a new connection with growing pauses whenever one is lost. What can be sent twice without
// harm is sent again after that; what cannot is answered 'lost'.
import { offline } from '../state/line.svelte.ts'
import { readGreeting, readMessage, type Answered, type Greeting, type Message, type Refused, type Request, type Told } from './protocol.ts'

export interface Socket {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: (() => void) | null
}

export interface Surroundings {
  connect: () => Socket
  later: (run: () => void, ms: number) => () => void // gives what calls it off
  now: () => number
  random: () => number // 0 to 1, for pauses that differ between pages
  offline: () => boolean // there is surely no network
}

// connecting: for the first time; away: the connection is lost or could not be made, and is tried again.
export type Status = 'closed' | 'connecting' | 'open' | 'away'
export type Reply = Answered | Told | Refused
export type Unasked = Exclude<Message, Answered | Refused>

export interface Listener {
  status: (status: Status) => void
  greeted: (greeting: Greeting) => void // on every new connection, before what waits is sent
  told: (message: Unasked) => void
  name: () => string // what the person wants to be called
}

interface Waiting { request: Request; resolve: (reply: Reply) => void; sent: boolean }

const repeatable: ReadonlySet<Request['t']> = new Set(['move', 'premove', 'watch', 'unwatch', 'lobby', 'seek', 'unseek', 'name', 'mute', 'games', 'link', 'record', 'resign', 'abort', 'leave', 'tournament'])
const pauseFirst = 500, pauseMost = 20_000
const quietMost = 10_000, pongMost = 5_000, answerMost = 10_000
const burst = 20, perSecond = 8 // below what the service allows

export const lost: Refused = { t: 'error', id: null, code: 'lost', message: 'the connection was lost' }

export class Connection {
  #around: Surroundings
  #listener: Listener
  #socket: Socket | null = null
  #status: Status = 'closed'
  #waiting = new Map<number, Waiting>()
  #count = 0
  #failures = 0
  #credit = burst
  #creditAt = 0
  #timers = new Map<'retry' | 'alive' | 'pace', () => void>()

  constructor(around: Surroundings, listener: Listener) {
    this.#around = around
    this.#listener = listener
  }

  get status(): Status {
    return this.#status
  }

  open(): void {
    if (this.#status === 'closed') this.#connect('connecting')
  }

  close(): void {
    this.#stopTimers()
    this.#drop()
    this.#settleAll()
    this.#become('closed')
  }

  // Tries at once instead of waiting: the network is back, or somebody has asked for it. Without a network nothing is tried.
  retry(): void {
    if (this.#status === 'away' && this.#socket === null) this.#connect('away')
  }

  // The network is gone: what the connection would notice later is known now.
  interrupt(): void {
    if (this.#socket) this.#gone(this.#socket)
  }

  request(request: Request): Promise<Reply> {
    if (this.#status !== 'open' && !repeatable.has(request.t)) return Promise.resolve(lost)
    return new Promise((resolve) => {
      this.#waiting.set(++this.#count, { request, resolve, sent: false })
      this.#flush()
    })
  }

  // ---- Connecting ----------------------------------------------------------------------------------------------------

  #become(status: Status): void {
    if (status === this.#status) return
    this.#status = status
    this.#listener.status(status)
  }

  #connect(status: Status): void {
    this.#stopTimers()
    if (this.#around.offline()) return this.#become('away')
    this.#become(status)
    const socket = this.#around.connect()
    this.#socket = socket
    socket.onopen = () => this.#greet(socket)
    socket.onmessage = (event) => this.#receive(socket, event.data)
    socket.onclose = () => this.#gone(socket)
    this.#timer('alive', () => this.#gone(socket), answerMost)
  }

  #greet(socket: Socket): void {
    const name = this.#listener.name()
    const id = ++this.#count
    const hello: Request = { t: 'hello', version: 1, ...(name === '' ? {} : { name }) }
    this.#credit = burst - 1
    this.#creditAt = this.#around.now()
    this.#waiting.set(id, { request: hello, resolve: (reply) => this.#greeted(socket, reply), sent: true })
    socket.send(JSON.stringify({ ...hello, id }))
  }

  #greeted(socket: Socket, reply: Reply): void {
    if (socket !== this.#socket || reply === lost) return
    const greeting = reply.t === 'ok' ? readGreeting(reply.fields) : null
    if (!greeting) return this.#gone(socket)
    this.#failures = 0
    this.#become('open')
    this.#listener.greeted(greeting)
    this.#flush()
    this.#stayAlive(socket)
  }

  #gone(socket: Socket): void {
    if (socket !== this.#socket) return
    this.#drop()
    this.#stopTimers()
    this.#losses()
    this.#become('away')
    const pause = Math.min(pauseMost, pauseFirst * 2 ** this.#failures++)
    this.#timer('retry', () => this.#connect('away'), pause * (0.75 + this.#around.random() / 2))
  }

  #drop(): void {
    const socket = this.#socket
    this.#socket = null
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }

  // ---- Requests ------------------------------------------------------------------------------------------------------

  // What was on its way may or may not have happened.
  #losses(): void {
    for (const [id, waiting] of this.#waiting) {
      if (repeatable.has(waiting.request.t)) waiting.sent = false
      else {
        this.#waiting.delete(id)
        waiting.resolve(lost)
      }
    }
  }

  #settleAll(): void {
    const all = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const waiting of all) waiting.resolve(lost)
  }

  // Sends what waits, in order, no faster than the service likes it.
  #flush(): void {
    if (this.#status !== 'open') return
    for (const [id, waiting] of this.#waiting) {
      if (waiting.sent) continue
      if (!this.#maySend()) return this.#timer('pace', () => this.#flush(), 1000 / perSecond)
      waiting.sent = true
      this.#socket?.send(JSON.stringify({ ...waiting.request, id }))
    }
  }

  #maySend(): boolean {
    const now = this.#around.now()
    this.#credit = Math.min(burst, this.#credit + ((now - this.#creditAt) * perSecond) / 1000)
    this.#creditAt = now
    if (this.#credit < 1) return false
    this.#credit--
    return true
  }

  // ---- Messages ------------------------------------------------------------------------------------------------------

  #receive(socket: Socket, data: unknown): void {
    if (socket !== this.#socket) return
    if (this.#status === 'open') this.#stayAlive(socket)
    const message = readMessage(data)
    if (!message) return
    if (message.t === 'game') this.#listener.told(message)
    if (message.t === 'ok' || message.t === 'error' || message.t === 'game') this.#settle(message)
    else this.#listener.told(message)
  }

  #settle(reply: Reply): void {
    const waiting = reply.id === null ? undefined : this.#waiting.get(reply.id)
    if (reply.id === null || !waiting) return
    this.#waiting.delete(reply.id)
    waiting.resolve(reply)
  }

  // ---- Time ----------------------------------------------------------------------------------------------------------

  // After a while without a message the service is asked for one; when none comes the connection is taken for dead.
  #stayAlive(socket: Socket): void {
    this.#timer('alive', () => {
      void this.request({ t: 'ping' })
      this.#timer('alive', () => this.#gone(socket), pongMost)
    }, quietMost)
  }

  #timer(name: 'retry' | 'alive' | 'pace', run: () => void, ms: number): void {
    this.#timers.get(name)?.()
    this.#timers.set(name, this.#around.later(run, ms))
  }

  #stopTimers(): void {
    for (const cancel of this.#timers.values()) cancel()
    this.#timers.clear()
  }
}

// A socket of the browser, to the service that this page came from.
export function browserSocket(): Socket {
  const address = new URL('/ws', location.href)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  const inner = new WebSocket(address, 'tablier.1')
  // One that is being closed takes nothing any more, and browsers complain; what is lost with it is known when it is closed.
  const send = (text: string): void => void (inner.readyState === WebSocket.OPEN && inner.send(text))
  const socket: Socket = { send, close: () => inner.close(), onopen: null, onmessage: null, onclose: null }
  inner.onopen = () => socket.onopen?.()
  inner.onmessage = (event: MessageEvent<unknown>) => socket.onmessage?.(event)
  inner.onclose = () => socket.onclose?.()
  return socket
}

export const browserSurroundings: Surroundings = {
  connect: browserSocket,
  later: (run, ms) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  now: Date.now,
  random: Math.random,
  offline,
}

// A small WebSocket client that can also misbehave: it sends the frames it is told to.
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { request as requestSecure } from 'node:https'
import { within } from './waiting.mjs'

const opcodes = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 }

// A frame as a client sends it; `mask: false` and the others break the rules on purpose.
export function frame(kind, payload, { final = true, mask = true, opcode = opcodes[kind], length } = {}) {
  const bytes = Buffer.from(payload)
  const size = length ?? bytes.length
  const head = size < 126 ? Buffer.alloc(2) : size < 65536 ? Buffer.alloc(4) : Buffer.alloc(10)
  head[0] = (final ? 0x80 : 0) | opcode
  head[1] = (mask ? 0x80 : 0) | (size < 126 ? size : size < 65536 ? 126 : 127)
  if (head.length === 4) head.writeUInt16BE(size, 2)
  if (head.length === 10) head.writeBigUInt64BE(BigInt(size), 2)
  if (!mask) return Buffer.concat([head, bytes])
  const key = randomBytes(4)
  return Buffer.concat([head, key, bytes.map((byte, i) => byte ^ key[i % 4])])
}

// Connects; rejects with the HTTP status, or `closed`, when the server does not want to.
export function connect(port, { path = '/ws', secure = false, host = '127.0.0.1', origin = `http${secure ? 's' : ''}://${host}:${port}`, cookie, protocol = 'tablier.1', headers = {} } = {}) {
  const asked = (secure ? requestSecure : request)({
    rejectUnauthorized: false,
    port,
    host,
    path,
    agent: false,
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
      ...(protocol && { 'sec-websocket-protocol': protocol }),
      ...(origin && { origin }),
      ...(cookie && { cookie }),
      ...headers,
    },
  })
  const connected = new Promise((resolve, reject) => {
    asked.on('upgrade', (answer, socket, head) => resolve(new Connection(answer, socket, head)))
    asked.on('response', (answer) => {
      answer.resume()
      reject(new Error(String(answer.statusCode)))
    })
    asked.on('error', () => reject(new Error('closed')))
  })
  asked.end()
  return within(`a connection to port ${port}`, connected)
}

class Connection {
  constructor(answer, socket, head) {
    this.headers = answer.headers
    this.cookie = answer.headers['set-cookie']?.[0]
    this.socket = socket
    this.messages = []
    this.waiting = []
    this.buffer = Buffer.alloc(0)
    this.answersPings = true
    this.nextId = 1
    this.ended = new Promise((resolve) => {
      this.closeCode = undefined
      socket.on('close', () => {
        this.over = true
        for (const { reject } of this.waiting.splice(0)) reject(new Error(`closed ${this.closeCode}`))
        resolve(this.closeCode)
      })
    })
    socket.on('error', () => {})
    socket.on('data', (bytes) => this.receive(bytes))
    this.receive(head)
  }

  receive(bytes) {
    this.buffer = Buffer.concat([this.buffer, bytes])
    for (;;) {
      if (this.buffer.length < 2) return
      let size = this.buffer[1] & 0x7f
      let start = 2
      if (size === 126) {
        if (this.buffer.length < 4) return
        size = this.buffer.readUInt16BE(2)
        start = 4
      } else if (size === 127) {
        if (this.buffer.length < 10) return
        size = Number(this.buffer.readBigUInt64BE(2))
        start = 10
      }
      if (this.buffer.length < start + size) return
      const opcode = this.buffer[0] & 0xf
      const payload = this.buffer.subarray(start, start + size)
      this.buffer = this.buffer.subarray(start + size)
      this.take(opcode, payload)
    }
  }

  take(opcode, payload) {
    if (opcode === opcodes.ping && this.answersPings) this.raw(frame('pong', payload))
    if (opcode === opcodes.close) {
      this.closeCode = payload.length >= 2 ? payload.readUInt16BE(0) : 1005
      this.socket.end(frame('close', payload))
    }
    if (opcode !== opcodes.text) return
    const message = JSON.parse(payload.toString())
    const waiter = this.waiting.shift()
    if (waiter) waiter.resolve(message)
    else this.messages.push(message)
  }

  raw(bytes) {
    if (!this.over) this.socket.write(bytes)
  }

  say(message) {
    this.raw(frame('text', typeof message === 'string' ? message : JSON.stringify(message)))
  }

  // The end of the connection; gives the reason as a number.
  get closed() {
    return within('the end of a connection', this.ended)
  }

  // The next message, whatever it is.
  async next(what = 'a message') {
    if (this.messages.length > 0) return this.messages.shift()
    if (this.over) throw new Error(`closed ${this.closeCode} before ${what}`)
    let waiter
    const message = new Promise((resolve, reject) => this.waiting.push((waiter = { resolve, reject })))
    return within(what, message).finally(() => {
      this.waiting = this.waiting.filter((each) => each !== waiter)
    })
  }

  // The next message that has these values; those before it are dropped.
  async until(values) {
    let last
    const what = () => `a message with ${JSON.stringify(values)}, the last one being ${JSON.stringify(last)?.slice(0, 500)}`
    for (;;) {
      const message = await this.next(what)
      if (Object.entries(values).every(([name, value]) => message[name] === value)) return message
      last = message
    }
  }

  // Sends a request and gives its answer.
  ask(t, fields = {}) {
    const id = this.nextId++
    this.say({ t, id, ...fields })
    return this.until({ id })
  }

  end() {
    this.socket.destroy()
    return this.closed
  }
}

// Connects and says hello.
export async function enter(port, options) {
  const connection = await connect(port, options)
  connection.hello = await connection.ask('hello', { version: 1, name: options?.name ?? '' })
  return connection
}

// What a browser would send back of a Set-Cookie.
export const cookieOf = (connection) => connection.cookie.split(';')[0]

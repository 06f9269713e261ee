// What the checks of accounts share: a browser that keeps its cookies, asks under /api/, and connects to games.
import { ask } from './support.mjs'
import { enter } from './websocket.mjs'

export class Browser {
  constructor(port, { origin = `http://127.0.0.1:${port}`, address, agent = 'Test/1.0' } = {}) {
    this.port = port
    this.origin = origin
    this.agent = agent
    this.jar = new Map()
    this.more = address ? { 'x-forwarded-for': address } : {}
  }

  get cookie() {
    return [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  keep(lines) {
    for (const line of [lines ?? []].flat()) {
      const [pair] = line.split(';')
      const at = pair.indexOf('=')
      if (/Max-Age=0(;|$)/.test(line)) this.jar.delete(pair.slice(0, at))
      else this.jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
  }

  // One request: { status, headers, body }, with the body as JSON where it is.
  async ask(method, path, fields, headers = {}) {
    const body = fields === undefined ? undefined : typeof fields === 'string' ? fields : JSON.stringify(fields)
    const answer = await ask(this.port, `/api${path}`, {
      method,
      body,
      headers: {
        'user-agent': this.agent,
        ...(this.jar.size > 0 && { cookie: this.cookie }),
        ...(method !== 'GET' && this.origin && { origin: this.origin }),
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        ...this.more,
        ...headers,
      },
    })
    this.keep(answer.headers['set-cookie'])
    const text = answer.body.toString()
    const json = answer.headers['content-type'] === 'application/json' && text !== ''
    return { status: answer.status, headers: answer.headers, body: json ? JSON.parse(text) : text }
  }

  get(path) {
    return this.ask('GET', path)
  }

  post(path, fields = {}) {
    return this.ask('POST', path, fields)
  }

  delete(path) {
    return this.ask('DELETE', path)
  }

  // A connection to the games, as whoever the cookies say.
  async enter(name = '') {
    const connection = await enter(this.port, { name, origin: this.origin, ...(this.jar.size > 0 && { cookie: this.cookie }), headers: this.more })
    this.keep(connection.cookie)
    return connection
  }
}

export const password = 'correct horse 7'

// A browser that is signed in to a new account.
export async function registered(port, name, options) {
  const browser = new Browser(port, options)
  const answer = await browser.post('/accounts', { name, password })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return browser
}

// Requests under /api/: for a browser with cookies, or a program with a token.
import { ask } from './support.mjs'

// { status, body } of a request; the body is read as JSON where it is.
export async function api(port, method, path, body, { cookie, token, origin = `http://127.0.0.1:${port}`, headers = {} } = {}) {
  const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await ask(port, `/api${path}`, {
    method,
    body: text,
    headers: {
      ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      ...(cookie && { cookie }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(origin && !token && { origin }),
      ...headers,
    },
  })
  const json = /^application\/json/.test(answer.headers['content-type'] ?? '')
  return { status: answer.status, headers: answer.headers, body: json ? JSON.parse(answer.body) : answer.body }
}

// Makes an account in a browser of its own: { name, cookie, ask }.
export async function account(port, name, password = 'a long password for tests') {
  const made = await api(port, 'POST', '/accounts', { name, password })
  if (made.status !== 200) throw new Error(`no account ${name}: ${JSON.stringify(made.body)}`)
  const cookie = made.headers['set-cookie'].map((each) => each.split(';')[0]).join('; ')
  return { name, password, cookie, ask: (method, path, body) => api(port, method, path, body, { cookie }) }
}

// Makes an account a program's, with a token to play.
export async function botAccount(port, name) {
  const made = await account(port, name)
  await made.ask('POST', '/bot', {})
  const token = await made.ask('POST', '/tokens', { password: made.password, name: 'test', scope: 'play', days: 1 })
  return { ...made, token: token.body.token, tokenId: token.body.id }
}

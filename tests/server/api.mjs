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

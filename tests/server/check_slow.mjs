// Sockets that take their time: a request that does not come within ten seconds is not waited for.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { ask, folderMake, serverStart } from './support.mjs'
import { within } from './waiting.mjs'

let folder, server

before(async () => {
  folder = folderMake({ 'web/index.html': '<!doctype html>' })
  server = await serverStart('--web', `${folder.path}/web`)
})

after(async () => {
  assert.equal(await server.stop(), 0)
  folder.remove()
})

// Writes a text, then a byte of `more` a second until the server closes; gives what it answered.
function dribble(first, more) {
  const closed = new Promise((resolve) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(first))
    const timer = setInterval(() => socket.write(more), 1000)
    let text = ''
    socket.on('data', (bytes) => (text += bytes))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      resolve(text)
    })
  })
  return within(`the server to close after ${JSON.stringify(first)}`, closed)
}

test('a request that does not come to its end is not waited for', async () => {
  const answers = await Promise.all([
    dribble('', ''),
    dribble('GET / HTTP/1.1\r\nHost: x\r\nX-Long: ', 'x'),
    dribble('GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: ', 'x'),
    dribble('POST /api/message HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{', ' '),
  ])
  for (const answer of answers) assert.doesNotMatch(answer, /200 OK|101/)
  assert.equal((await ask(server.port, '/')).status, 200)
})

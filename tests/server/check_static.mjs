// `tablier serve` as a server of files: what browsers get for every kind of request.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { ask, exchange, folderMake, programRun, serverStart } from './support.mjs'

const page = '<!doctype html><title>Tablier</title>'
const script = Array.from({ length: 20000 }, (_, i) => `let line${i}`).join('\n')
const hashed = '/assets/main-Ab3_x-9Z.js'
let folder, server
const get = (path, options) => ask(server.port, path, options)

before(async () => {
  folder = folderMake({
    'index.html': page,
    'manifest.webmanifest': '{}',
    'data.json': '{}',
    'icon.svg': '<svg/>',
    'style.css': 'a{}',
    'assets/main-Ab3_x-9Z.js': script,
    'assets/main-Ab3_x-9Z.js.br': brotliCompressSync(script),
    'assets/main-Ab3_x-9Z.js.gz': gzipSync(script),
    'assets/engine-12345678.wasm': '\0asm',
    'assets/plain.js': 'let plain',
    'alone.br': 'no form of anything',
    '.hidden': 'secret',
  })
  server = await serverStart('--web', folder.path)
})

after(async () => {
  assert.equal(await server.stop(), 0)
  folder.remove()
})

test('the page, and every header that keeps it safe', async () => {
  const answer = await get('/')
  assert.equal(answer.status, 200)
  assert.equal(answer.body.toString(), page)
  const expected = {
    'content-security-policy':
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
      "connect-src 'self' ws: wss:; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; " +
      "frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  }
  for (const path of ['/', '/nothing.js', hashed, '/%', '/api/me?x=%zz', '/api/me', '/api/nothing'])
    for (const [name, value] of Object.entries(expected)) assert.equal((await get(path)).headers[name], value)
})

for (const [path, type] of [
  ['/index.html', 'text/html; charset=utf-8'],
  [hashed, 'text/javascript; charset=utf-8'],
  ['/assets/engine-12345678.wasm', 'application/wasm'],
  ['/style.css', 'text/css; charset=utf-8'],
  ['/icon.svg', 'image/svg+xml'],
  ['/data.json', 'application/json'],
  ['/manifest.webmanifest', 'application/manifest+json'],
])
  test(`${path} is ${type}`, async () => {
    const answer = await get(path)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['content-type'], type)
  })

for (const path of ['/play', '/play/17', '/analysis?at=siam', '/a/b/c/d'])
  test(`${path} is an address of the page`, async () => {
    const answer = await get(path)
    assert.equal(answer.status, 200)
    assert.equal(answer.body.toString(), page)
  })

for (const path of ['/nothing.js', '/assets/other-Ab3_x-9Z.js', '/.hidden', '/assets/../.hidden', '/%2ehidden',
  `${hashed}.br`, `${hashed}.gz`, '/index.html/', '/index.html%00.js'])
  test(`${path} does not exist`, async () => {
    const answer = await get(path).catch(() => ({ status: 404, body: '' })) // or the connection is closed
    assert.notEqual(answer.body.toString(), 'secret')
    assert.ok(answer.status === 404 || answer.body.toString() === page, `${answer.status} ${answer.body}`)
  })

test('no path leads out of the folder', async () => {
  const ways = ['/../../../../etc/passwd', '/..%2f..%2f..%2fetc/passwd', '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/....//....//etc/passwd', '//etc/passwd', '/assets/..\\..\\..\\etc\\passwd', '/%252e%252e/etc/passwd']
  for (const path of ways) {
    const answer = await get(path).catch(() => ({ body: '' }))
    assert.doesNotMatch(answer.body.toString(), /root:/, path)
  }
})

for (const [accepted, coding] of [
  ['', undefined],
  ['identity', undefined],
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['GZIP;q=1, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, gzip;q=0.0', undefined],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['brotli, xgzip', undefined],
])
  test(`Accept-Encoding: ${accepted}`, async () => {
    const answer = await get(hashed, { headers: { 'accept-encoding': accepted } })
    assert.equal(answer.headers['content-encoding'], coding)
    assert.equal(answer.headers.vary, 'accept-encoding')
    const plain = { br: brotliDecompressSync, gzip: gunzipSync }[coding] ?? ((bytes) => bytes)
    assert.equal(plain(answer.body).toString(), script)
  })

test('files with a hash in their name are kept for ever, others are asked for again', async () => {
  assert.equal((await get(hashed)).headers['cache-control'], 'public, max-age=31536000, immutable')
  for (const path of ['/', '/play', '/assets/plain.js', '/nothing.js'])
    assert.equal((await get(path)).headers['cache-control'], 'no-cache')
  assert.equal((await get('/assets/plain.js')).headers.vary, undefined)
})

test('what has not changed is not sent again', async () => {
  const { etag } = (await get('/')).headers
  for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await get('/', { headers: { 'if-none-match': tags } })
    assert.equal(answer.status, 304)
    assert.equal(answer.body.length, 0)
    assert.equal(answer.headers.etag, etag)
  }
  const changed = await get('/', { headers: { 'if-none-match': '"other"' } })
  assert.equal(changed.status, 200)
  const compressed = await get(hashed, { headers: { 'accept-encoding': 'br' } })
  assert.notEqual(compressed.headers.etag, (await get(hashed)).headers.etag)
})

test('HEAD tells what GET would, without the body', async () => {
  const answer = await get(hashed, { method: 'HEAD' })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers['content-length'], String(script.length))
  assert.equal(answer.body.length, 0)
})

for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])
  test(`${method} is refused`, async () => {
    const answer = await get('/', { method, body: method === 'OPTIONS' ? undefined : 'x'.repeat(10) })
    assert.equal(answer.status, 405)
    assert.equal(answer.headers.allow, 'GET, HEAD')
  })

test('what is not HTTP is closed', async () => {
  assert.doesNotMatch(await exchange(server.port, '\x16\x03\x01 nonsense\r\n\r\n'), /200 OK/)
  assert.equal((await get('/')).status, 200)
})

test('several requests on one connection', async () => {
  let asked = false
  const text = await exchange(server.port, 'GET /data.json HTTP/1.1\r\nHost: x\r\n\r\n', (answers) => {
    if (asked || !answers.endsWith('{}')) return ''
    asked = true
    return 'GET /style.css HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  })
  assert.equal(text.match(/HTTP\/1\.1 200 OK/g).length, 2)
  assert.match(text, /\{\}[\s\S]*a\{\}$/)
})

test('a port that is taken is named', async () => {
  const result = await programRun('serve', '--web', folder.path, '--port', String(server.port), '--data', folder.path)
  assert.equal(result.code, 1)
  assert.equal(result.errors, `tablier: port ${server.port} is taken by another program; choose another with --port\n`)
})

test('a folder that is not there, or no folder of pages, is named', async () => {
  const missing = await programRun('serve', '--web', `${folder.path}/nowhere`, '--port', '0', '--data', folder.path)
  assert.equal(missing.code, 1)
  assert.match(missing.errors, /^tablier: cannot read the folder .*nowhere: No such file or directory\n$/)
  const empty = await programRun('serve', '--web', `${folder.path}/assets`, '--port', '0', '--data', folder.path)
  assert.equal(empty.code, 1)
  assert.match(empty.errors, /has no index.html\n$/)
})

test('an address of another machine is refused', async () => {
  const result = await programRun('serve', '--web', folder.path, '--host', '192.0.2.1', '--port', '0', '--data', folder.path)
  assert.equal(result.code, 1)
  assert.equal(result.errors, "tablier: '192.0.2.1' is no address of this machine\n")
})

test('SIGINT and SIGTERM end it in order', async () => {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    const other = await serverStart('--web', folder.path, '--host', 'localhost')
    assert.equal(await other.stop(signal), 0)
  }
})

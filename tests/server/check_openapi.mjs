// docs/openapi.json against the running server: every operation that is described is asked, with and without being allowed
// to, and what comes back is as described.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { account, api } from './api.mjs'
import { problems } from './schema.mjs'
import { folderMake, serverStart } from './support.mjs'

const description = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url)))
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })))
let folder, server, owner, values

before(async () => {
  folder = folderMake({
    'web/index.html': '<!doctype html>',
    config: 'requests_per_second = 1000\npassword_tries = 1000\nengine_ms = 20\ntournaments = 1000\ntournaments_per_address_day = 1000\n',
  })
  server = await serverStart('--web', `${folder.path}/web`, '--config', `${folder.path}/config`)
  owner = await account(server.port, 'owner')
  values = await things(owner)
})

after(async () => {
  assert.equal(await server.stop(), 0)
  folder.remove()
})

// What the braces of paths stand for, and queries that need a value, for one account.
async function things({ ask, name, password }) {
  const two = [{ kind: 'me' }, { kind: 'engine', level: 1 }]
  const { body } = await ask('POST', '/message', { t: 'create', spec: 'siam', clock: { kind: 'fischer', base: 60, increment: 1 }, seats: two })
  const made = await ask('POST', '/tokens', { password, name: 'test', scope: 'read', days: 1 })
  const finished = await ask('POST', '/message', { t: 'create', spec: 'siam', clock: { kind: 'none' }, seats: two })
  await ask('POST', '/message', { t: 'move', game: finished.body.game, ply: 0, move: '@c1n' })
  await ask('POST', '/message', { t: 'chat', game: finished.body.game, text: 'Good luck' })
  await ask('POST', '/message', { t: 'resign', game: finished.body.game })
  await ask('POST', '/message', { t: 'offer', game: finished.body.game, offer: 'rematch' })
  const evening = await ask('POST', '/tournaments', { title: 'Evening', kind: 'swiss', rounds: 3, spec: 'siam', clock: { kind: 'fischer', base: 60, increment: 1 } })
  return { game: body.game, name, tournament: evening.body.tournament, finished: finished.body.game, '/tokens/{id}': made.body.id }
}

const filled = (operation, known) =>
  operation.path.replace(/\{(\w+)\}/g, (_, name) => {
    const parameter = operation.parameters.find((each) => each.name === name)
    return encodeURIComponent(known[operation.path] ?? known[parameter['x-thing'] ?? name] ?? parameter.example)
  })

const query = (operation) => {
  const given = (operation.parameters ?? []).filter((each) => each.in === 'query' && each.example !== undefined)
  return given.length > 0 ? `?${given.map((each) => `${each.name}=${encodeURIComponent(each.example)}`)}` : ''
}

// The example of the body; {game} in it is one that is there.
const bodyOf = (operation, known = values) => {
  const body = operation.requestBody?.content['application/json'].example
  return body && JSON.parse(JSON.stringify(body).replace('{game}', known.game))
}

// That an answer is one that the description knows.
function check(operation, answer) {
  const response = operation.responses[answer.status] ?? operation.responses.default
  const { content } = response.$ref ? response.$ref.split('/').slice(1).reduce((at, key) => at[key], description) : response
  const type = answer.headers['content-type'].split(';')[0]
  assert.ok(content[type], `${type} is not described: ${JSON.stringify(answer.body).slice(0, 200)}`)
  if (type === 'application/json') assert.deepEqual(problems(content[type].schema, answer.body, description), [])
}

test('there are operations', () => assert.ok(operations.length >= 10))

test('a game with chat and a rematch, and what happened in it', async () => {
  const answers = {}
  for (const path of ['/games/{game}', '/games/{game}/events']) {
    answers[path] = await owner.ask('GET', path.replace('{game}', values.finished))
    check(description.paths[path].get, answers[path])
  }
  const rematch = answers['/games/{game}/events'].body.events.find(({ kind }) => kind === 'rematch')
  assert.equal(rematch.next, answers['/games/{game}'].body.next)
  assert.equal(answers['/games/{game}'].body.chat[0].text, 'Good luck')
})

for (const operation of operations) {
  const title = `${operation.method} ${operation.path}`
  const free = operation.security.some((each) => Object.keys(each).length === 0)

  test(`${title} as an account`, async () => {
    // What changes the account is tried with one of its own.
    const fresh = operation.method === 'GET' ? owner : await account(server.port, `user${operations.indexOf(operation)}`)
    const known = operation.method === 'GET' ? values : await things(fresh)
    const answer = await fresh.ask(operation.method, filled(operation, known) + query(operation), bodyOf(operation, known))
    check(operation, answer)
    const expected = operation['x-example-status'] ?? 200
    assert.equal(answer.status, expected, JSON.stringify(answer.body))
  })

  if (!free)
    test(`${title} as nobody is refused`, async () => {
      const answer = await api(server.port, operation.method, filled(operation, values) + query(operation), bodyOf(operation))
      check(operation, answer)
      assert.equal(answer.status, 401)
    })

  test(`${title} with a token that is none is refused`, async () => {
    const options = { token: `tablier_${'0'.repeat(64)}` }
    const answer = await api(server.port, operation.method, filled(operation, values) + query(operation), bodyOf(operation), options)
    check(operation, answer)
    assert.deepEqual([answer.status, answer.body.error.code], [401, 'token'])
  })

  test(`${title} with a field too many is refused`, async () => {
    const posted = operation.method === 'POST'
    const asked = query(operation)
    const path = filled(operation, values) + (posted ? '' : `${asked || '?'}${asked && '&'}surplus=1`)
    const answer = await owner.ask(operation.method, path, posted ? { ...bodyOf(operation), surplus: 1 } : undefined)
    check(operation, answer)
    assert.deepEqual([answer.status, answer.body.error.code, answer.body.error.field], [400, 'field', 'surplus'])
  })
}

// What is kept: games survive a reload at any moment, and everything works without a network after the first visit.
import { expect } from 'vitest'
import { chance, makeMove } from './hands.ts'
import { test, type Visitor } from './harness.ts'
import { beginGame, myTurn } from './playing.ts'

const moves = async (visitor: Visitor): Promise<string[]> => visitor.page.locator('main [data-ply]').allTextContents()

test('a game survives reloads at any moment', { hurry: false }, async (visitor) => {
  const random = chance(11)
  await beginGame(visitor, 'siam')
  for (let turn = 0; turn < 4; turn++) {
    await myTurn(visitor.page)
    const before = await moves(visitor)
    await makeMove(visitor.page, random)
    const after = await moves(visitor)
    // The computer thinks, or has just answered: the move made is there in any case.
    await visitor.page.reload()
    await myTurn(visitor.page)
    expect((await moves(visitor)).slice(0, after.length)).toEqual(after)
    expect((await moves(visitor)).length).toBeGreaterThan(before.length + 1)
  }
})

test('an unfinished game is offered on the first page', {}, async (visitor) => {
  const random = chance(2)
  await beginGame(visitor, 'anneaux')
  const address = visitor.page.url()
  await myTurn(visitor.page)
  await makeMove(visitor.page, random)
  await visitor.go('/')
  await visitor.page.locator(`main a[href="${new URL(address).pathname}"]`).first().click()
  await visitor.page.locator('main [data-ply]').first().waitFor()
})

test('everything works offline after the first visit', {}, async (visitor) => {
  await visitor.go('/')
  await visitor.page.evaluate(async () => {
    await navigator.serviceWorker.ready
    const cached = async (): Promise<number> => {
      const names = await caches.keys()
      const sizes = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length))
      return sizes.reduce((sum, size) => sum + size, 0)
    }
    for (let before = -1, now = await cached(); now !== before || now === 0; before = now, now = await cached()) await new Promise((resolve) => setTimeout(resolve, 4000))
  })
  await visitor.context.setOffline(true)
  for (const path of ['/', '/play', '/analysis', '/rules/siam', '/learn/khantsin', '/puzzles/anneaux']) {
    await visitor.page.goto(path)
    await visitor.page.locator('main h1').first().waitFor({ state: 'attached' })
  }
  await beginGame(visitor, 'santasi')
  await myTurn(visitor.page)
  await makeMove(visitor.page, chance(1))
})

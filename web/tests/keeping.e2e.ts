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

// Waits until the page says, in its settings, that everything is kept.
async function keepEverything(visitor: Visitor): Promise<void> {
  await visitor.context.addInitScript(sayLine)
  await visitor.go('/')
  await visitor.button('settings').click()
  await visitor.page.getByText(visitor.text('kept.all')).waitFor()
}

// Runs in the page, before anything of it: whether the browser says that it has a network.
function sayLine(): void {
  Object.defineProperty(Navigator.prototype, 'onLine', { get: () => sessionStorage.getItem('line') !== 'cut' })
}

// Cuts the line, or joins it. What the browser says of it is set as well: with more than one tool attached, such as one that
// slows the page down, each page that is opened may be told the contrary.
async function setLine({ context, page }: Visitor, line: 'cut' | 'joined'): Promise<void> {
  await context.setOffline(line === 'cut')
  await page.evaluate((now) => {
    sessionStorage.setItem('line', now)
    dispatchEvent(new Event(now === 'cut' ? 'offline' : 'online'))
  }, line)
}

test('everything works offline after the first visit', {}, async (visitor) => {
  const { page } = visitor
  await keepEverything(visitor)
  await setLine(visitor, 'cut')
  for (const path of ['/', '/play', '/analysis', '/rules/siam', '/learn/khantsin', '/puzzles/anneaux', '/online', '/account', '/tournaments', '/u/nobody', '/g/CwRutuCjjj6J', '/t/CwRutuCjjj6J']) {
    await page.goto(path)
    await page.locator('main h1').first().waitFor({ state: 'attached' })
  }
  await beginGame(visitor, 'santasi')
  await myTurn(page)
  await makeMove(page, chance(1))
})

test('what needs the service says so offline, and asks when the line is back', {}, async (visitor) => {
  const { page } = visitor
  await keepEverything(visitor)
  await setLine(visitor, 'cut')
  await page.goto('/account')
  await page.getByRole('heading', { name: visitor.text('online.away') }).waitFor()
  await setLine(visitor, 'joined')
  await page.getByRole('button', { name: visitor.text('account.signin'), exact: true }).first().waitFor()
  await setLine(visitor, 'cut')
  await page.goto('/analysis')
  const explorer = page.locator('section[data-count]')
  await explorer.getByRole('status').waitFor()
  await page.locator('main [data-place]').first().waitFor()
  await setLine(visitor, 'joined')
  await explorer.getByRole('status').waitFor({ state: 'detached' })
  await page.locator('section[data-count]:not([data-count="-1"])').waitFor() // how many moves depends on the games played
  await page.goto('/online')
  await visitor.button('online.create').first().waitFor()
  await setLine(visitor, 'cut')
  await visitor.button('online.create').first().waitFor({ state: 'detached' })
  await setLine(visitor, 'joined')
  await visitor.button('online.create').first().waitFor()
})

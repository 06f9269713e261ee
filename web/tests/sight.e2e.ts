// What has happened is on the screen, the focus is where it should be, and the words are in one language.
import { describe, expect } from 'vitest'
import type { Locator } from 'playwright-core'
import { chance, look, tapSomething } from './hands.ts'
import { test, type Visitor } from './harness.ts'
import { expectFitting } from './looking.ts'
import { meeting, openingMoves, resign, sitDown } from './meeting.ts'
import { beginGame, myTurn, openKept } from './playing.ts'

const person = { kind: 'person' } as const

// Whether the middle of something is on the screen, with nothing over it; pages may scroll there first.
async function expectSeen(found: Locator): Promise<void> {
  const seen = (): Promise<boolean> =>
    found.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
  await expect.poll(seen).toBe(true)
}

// Whether nothing lies over any part of something, neither in its corners nor in its middle.
async function expectBare(found: Locator): Promise<void> {
  const covered = (): Promise<string[]> =>
    found.evaluate((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect()
      const places = [[left + 3, top + 3], [right - 3, top + 3], [left + 3, bottom - 3], [right - 3, bottom - 3], [(left + right) / 2, (top + bottom) / 2]]
      const met = places.map(([x = 0, y = 0]) => document.elementFromPoint(x, y))
      return met.filter((each) => !each || !element.contains(each)).map((each) => each?.outerHTML.slice(0, 60) ?? 'beyond the window')
    })
  await expect.poll(covered).toEqual([])
}

// Taps on the board until something is said.
async function tapUntilSaid(visitor: Visitor): Promise<void> {
  const { page } = visitor, random = chance(3), said = page.locator('main .said')
  await page.locator('main [data-offered]').first().waitFor()
  while ((await said.count()) === 0) if ((await look(page)).targets.length > 0) await tapSomething(page, random)
}

describe('on a phone', () => {
  for (const path of ['/learn/anneaux', '/puzzles/anneaux', '/puzzles/khantsin'])
    test(`what is said to a move is seen: ${path}`, { phone: true, language: 'fr' }, async (visitor) => {
      await visitor.go(path)
      await tapUntilSaid(visitor)
      await expectSeen(visitor.page.locator('main .said'))
      await expectSeen(visitor.page.locator('main .rest .button').first())
    })
  for (const path of ['/learn/siam', '/puzzles/siam'])
    test(`what is to be done is seen after picking a number: ${path}`, { phone: true, language: 'fr' }, async (visitor) => {
      const heading = visitor.page.locator('main h2').first()
      await visitor.go(path)
      await visitor.page.locator('main ol button').nth(4).tap()
      await visitor.page.locator('main .count').filter({ hasText: '5' }).waitFor()
      await expectSeen(heading)
    })
  for (const spec of ['khantsin', 'anneaux'])
    test(`who has won is seen: ${spec}`, { phone: true, language: 'fr' }, async (visitor) => {
      await openKept(visitor, { spec, seats: [person, person], time: null })
      await resign(visitor)
      await expectSeen(visitor.page.locator('#outcome'))
      await expect.poll(() => visitor.page.evaluate(() => document.activeElement?.className)).toContain('outcome')
    })
  for (const [width, height] of [[360, 740], [390, 844]] as const)
    for (const spec of ['anneaux:players=4', 'anneaux:players=3', 'anneaux', 'khantsin', 'santasi', 'siam'])
      test(`what to choose is seen at ${width}×${height}: ${spec}`, { phone: true }, async (visitor) => {
        const { page } = visitor, seats = Array.from({ length: Number(/\d$/.exec(spec)?.[0] ?? 2) }, () => person)
        await page.setViewportSize({ width, height })
        await openKept(visitor, { spec, seats, time: null })
        const prompt = page.locator('main .prompt').filter({ hasText: /./ })
        await prompt.waitFor()
        for (const down of [0, 80, 160]) {
          await page.evaluate((to) => scrollTo(0, to), down)
          await expectBare(prompt)
        }
      })
  meeting('what the other one asks is seen, and takes no focus', 2, async (one, other) => {
    await other.page.setViewportSize({ width: 360, height: 640 })
    await sitDown(one, other)
    await openingMoves(one, other)
    const square = other.page.locator('main [data-place=c5]')
    for (const ask of ['draw', 'takeback'] as const) {
      await other.page.evaluate(() => scrollTo(0, 0))
      await square.focus()
      await one.button(`live.${ask}`).click()
      for (const answer of ['live.accept', 'live.decline'] as const) await expectSeen(other.button(answer))
      expect(await square.evaluate((element) => element === document.activeElement)).toBe(true)
      await other.button('live.decline').click()
      await other.button('live.decline').waitFor({ state: 'detached' })
    }
  })
})

test('the focus goes to the heading of a game that begins', {}, async (visitor) => {
  await visitor.go('/play')
  await beginGame(visitor, 'siam')
  await myTurn(visitor.page)
  const focused = (): Promise<string | undefined> => visitor.page.evaluate(() => document.activeElement?.tagName)
  await expect.poll(focused).toBe('H1')
  await resign(visitor)
  await visitor.button('game.rematch').click()
  await visitor.page.locator('#outcome').waitFor({ state: 'detached' })
  await expect.poll(focused).toBe('H1')
})

test('what is to be chosen is said in the language of the page', { language: 'fr' }, async (visitor) => {
  const { page } = visitor, prompt = page.locator('main .prompt')
  await visitor.go('/puzzles/siam')
  await expect.poll(() => prompt.textContent()).toMatch(/^choisissez/i)
  await page.getByRole('button', { name: 'Réglages' }).click()
  await page.getByText('English', { exact: true }).click()
  await expect.poll(() => prompt.textContent()).toMatch(/^choose/i)
})

test('low windows are wide enough', { language: 'fr' }, async (visitor) => {
  for (const [spec, players] of [['siam', 2], ['anneaux:players=4', 4]] as const) {
    await openKept(visitor, { spec, seats: Array.from({ length: players }, () => person), time: null })
    for (const [width, height] of [[320, 568], [640, 360], [667, 375], [740, 360], [844, 390]] as const) {
      await visitor.page.setViewportSize({ width, height })
      await expectFitting(visitor, `${spec} at ${width} by ${height}`)
      const outside = await visitor.page.locator('.side > *').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.className))
      expect({ spec, width, outside }).toEqual({ spec, width, outside: [] })
    }
  }
})

test('what is to be chosen beside a place is on the screen', { phone: true, language: 'fr' }, async (visitor) => {
  const board = (square: number): Locator => visitor.page.locator(`main [data-place="${square}"]`)
  await openKept(visitor, { spec: 'khantsin:setup=striped,flips=both', seats: [person, person], time: null })
  await board(2).tap()
  for (const square of [36, 13, 18, 7]) {
    await board(square).tap()
    const items = visitor.page.locator('.chooser button')
    await items.first().waitFor()
    for (let i = 0; i < (await items.count()); i++) await expectSeen(items.nth(i))
    await visitor.button('board.cancel').tap() // gives one step back: what was chosen first stays chosen
    await items.first().waitFor({ state: 'detached' })
  }
})

// A finger on the board: what it touches counts once, whatever comes up below it and however late its click comes.
import { describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { look } from './hands.ts'
import { test, type Visitor } from './harness.ts'
import { openKept } from './playing.ts'

const person = { kind: 'person' } as const
const moves = ['@c1n', '@a5s', 'c1c2n', '@a4s']

const openGame = (visitor: Visitor): Promise<void> => openKept(visitor, { spec: 'siam', seats: [person, person], time: null }, moves)

// Taps on a place, so far from its middle: 0.5 is the edge.
async function tap(page: Page, place: string, right = 0, down = 0): Promise<void> {
  await look(page)
  const box = await page.locator(`main [data-place=${place}]`).boundingBox()
  if (!box) throw new Error(`${place} is not there`)
  await page.touchscreen.tap(box.x + box.width * (0.5 + right), box.y + box.height * (0.5 + down))
}

describe.each([[-0.42, 0], [0.42, 0], [0, -0.42], [0, 0.42]])('%d to the right and %d down', (right, down) => {
  test('a square is touched, and which way to face is still to be chosen', { phone: true, hurry: false }, async (visitor) => {
    const { page } = visitor
    await openGame(visitor)
    await tap(page, 'c2')
    await tap(page, 'b2', right, down)
    await page.locator('.chooser [data-item]').first().waitFor()
    await look(page)
    expect(await page.locator('.chooser [data-item]').count()).toBe(4)
    expect(await page.locator('main [data-ply]').allTextContents()).toEqual(moves)
    await page.locator('.chooser [data-item=e]').tap()
    await page.locator('main [data-ply]', { hasText: 'c2b2e' }).waitFor()
  })
})

test('a click that comes late chooses nothing more', { phone: true, hurry: false }, async (visitor) => {
  const { page } = visitor, square = page.locator('main [data-place=c2]')
  await openGame(visitor)
  await tap(page, 'c2')
  await look(page)
  expect(await square.getAttribute('aria-pressed')).toBe('true')
  await square.evaluate((element) => element.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 })))
  await look(page)
  expect(await square.getAttribute('aria-pressed')).toBe('true')
  expect(await page.locator('.chooser').count()).toBe(0)
})

test('who touched the board and goes on by key is heard', { phone: true, hurry: false }, async (visitor) => {
  const { page } = visitor
  await openGame(visitor)
  await tap(page, 'c2')
  await page.locator('main [data-place=b2]').press('Enter')
  await page.locator('.chooser [data-item=s]').press('Enter')
  await page.locator('main [data-ply]', { hasText: 'c2b2s' }).waitFor()
})

// A finger on the board: what it touches counts once, whatever comes up below it and however late its click comes.
import { describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { look, swipe, type Point } from './hands.ts'
import { test, type Visitor } from './harness.ts'
import { openKept } from './playing.ts'

const person = { kind: 'person' } as const
const moves = ['@c1n', '@a5s', 'c1c2n', '@a4s']

const openGame = (visitor: Visitor): Promise<void> => openKept(visitor, { spec: 'siam', seats: [person, person], time: null }, moves)

// Taps on a place, so far from its middle: 0.5 is the edge.
async function tap(page: Page, place: string, right = 0, down = 0): Promise<void> {
  await look(page)
  const box = await page.locator(`main [data-place="${place}"]`).boundingBox()
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

// ---- Swiping ---------------------------------------------------------------------------------------------------------

// Where a place is on the screen, so far from its middle: 0.5 is the edge.
async function pointOf(page: Page, place: string, right = 0, down = 0): Promise<Point> {
  const box = await page.locator(`main [data-place="${place}"]`).boundingBox()
  if (!box) throw new Error(`${place} is not there`)
  return { x: box.x + box.width * (0.5 + right), y: box.y + box.height * (0.5 + down) }
}

const movesOf = (page: Page): Promise<string[]> => page.locator('main [data-ply]').allTextContents()
const scrolled = (page: Page): Promise<number> => page.evaluate(() => scrollY)
const up = ({ x, y }: Point): Point => ({ x, y: y - 150 })

// A game of two people on this screen; the first of them sets up Khan Tsin alone.
function openTable(visitor: Visitor, spec: string, played: string[]): Promise<void> {
  const plies = played.map((move, i) => ({ move, player: spec === 'khantsin' ? 1 : (i % 2) + 1, left: [] }))
  return openKept(visitor, { spec, seats: [person, person], time: null }, [], { plies, ply: plies.length })
}

const phone = { phone: true, hurry: false }
const tables: [string, string, string[], string[]][] = [
  ['siam', 'an animal that can push', ['@c1n', '@a5s', 'c1c2n', '@a4s'], ['c2', '@1', 'd4']],
  ['santasi', 'a cylinder and a tower', ['bA1', 'sB2'], ['bB', 'sA', '2']],
  ['khantsin:setup=striped', 'a pile', ['1-2', '36-35'], ['2', '5', '21']],
  ['khantsin', 'a free square, and one that was filled', ['1', '2', '3'], ['8', '15', '1']],
  ['anneaux', 'a cell, a pawn, and the rings on all sides', ['a1', 'b2', 'c7', 'b6'], ['c7', 'c3', 'b3', 'b5', 'a1', 'a7', '@1']],
]

describe.each(tables)('%s', (spec, _what, played, places) => {
  test('a swipe up or down scrolls the page and touches nothing', phone, async (visitor) => {
    const { page } = visitor
    await openTable(visitor, spec, played)
    for (const place of places) {
      await page.evaluate(() => scrollTo(0, 0))
      const { seen } = await look(page)
      const from = await pointOf(page, place, 0.1)
      await swipe(page, from, up(from))
      await expect.poll(() => scrolled(page), { message: `${place}: the page scrolls` }).toBeGreaterThan(60)
      expect((await look(page)).seen, place).toBe(seen)
      expect(await movesOf(page)).toEqual(played)
    }
  })
})

// Lets a finger go from one place to another, as people do: where the board can be touched without scrolling.
async function drag(page: Page, from: Point, to: Point, rest = false): Promise<void> {
  const before = await scrolled(page)
  await swipe(page, from, to, rest)
  await look(page)
  expect(await scrolled(page)).toBe(before)
}

describe('a finger that has hold', () => {
  test('draws barons along a row', phone, async (visitor) => {
    const { page } = visitor
    await openTable(visitor, 'khantsin', [])
    await drag(page, await pointOf(page, '7'), await pointOf(page, '9'))
    await expect.poll(() => movesOf(page)).toEqual(['7', '8', '9'])
  })
  test('draws barons any way once it has rested', phone, async (visitor) => {
    const { page } = visitor
    await openTable(visitor, 'khantsin', [])
    await drag(page, await pointOf(page, '3'), await pointOf(page, '10'), true)
    await expect.poll(() => movesOf(page)).toEqual(['3', '10'])
  })
  test('places and takes back one baron by a tap', phone, async (visitor) => {
    const { page } = visitor
    await openTable(visitor, 'khantsin', ['1'])
    await tap(page, '2')
    await expect.poll(() => movesOf(page)).toEqual(['1', '2'])
    await tap(page, '1')
    await expect.poll(() => movesOf(page)).toEqual(['2'])
  })
  test('carries an animal any way once it has rested', phone, async (visitor) => {
    const { page } = visitor
    await openTable(visitor, 'siam', ['@c1n', '@a5s', 'c1c2n', '@a4s'])
    await drag(page, await pointOf(page, 'c2'), await pointOf(page, 'c3'), true)
    await expect.poll(() => movesOf(page)).toContain('c2c3n')
  })
  test('turns a ring by its rim, along it', phone, async (visitor) => {
    const { page } = visitor
    await openTable(visitor, 'anneaux', ['a1', 'b2'])
    const [top, next, centre] = [await pointOf(page, 'c1'), await pointOf(page, 'c2'), await pointOf(page, 'a1')]
    const out = (centre.y - top.y) * 0.1 // to the outer half of the ring
    await drag(page, { x: top.x, y: top.y - out }, { x: next.x, y: next.y - out })
    await expect.poll(() => movesOf(page)).toEqual(['a1', 'b2', 'c+'])
  })
  test('turns no ring across its cells, nor off its rim', phone, async (visitor) => {
    const { page } = visitor
    await openTable(visitor, 'anneaux', ['a1', 'b2'])
    const [top, next, side, inner] = [await pointOf(page, 'c1'), await pointOf(page, 'c2'), await pointOf(page, 'c7'), await pointOf(page, 'a7')]
    await drag(page, { x: top.x, y: top.y + 8 }, { x: next.x, y: next.y + 8 })
    await drag(page, side, inner)
    expect(await movesOf(page)).toEqual(['a1', 'b2'])
  })
})

test('a swipe over the towers in space scrolls the page', phone, async (visitor) => {
  const { page } = visitor
  await openTable(visitor, 'santasi', ['bA1', 'sB2'])
  await visitor.button('board.solid.towers').click()
  const box = await page.locator('main canvas').boundingBox()
  if (!box) throw new Error('there is no canvas')
  const { seen } = await look(page)
  for (const part of [0.3, 0.7]) {
    await page.evaluate(() => scrollTo(0, 0))
    const from = { x: box.x + box.width * part, y: box.y + box.height * 0.8 }
    await swipe(page, from, up(from))
    await expect.poll(() => scrolled(page)).toBeGreaterThan(60)
  }
  expect((await look(page)).seen).toBe(seen)
  expect(await movesOf(page)).toEqual(['bA1', 'sB2'])
})

test('a swipe over a position that is set up moves none of its pieces', phone, async (visitor) => {
  const { page } = visitor, text = page.getByRole('textbox', { name: visitor.text('edit.text') })
  await visitor.go('/analysis')
  await visitor.button('analysis.position').tap()
  await expect.poll(() => text.inputValue()).toBe('5/5/1###1/5/5 1 0 00')
  const square = page.locator('dialog [data-place=c3]')
  await square.scrollIntoViewIfNeeded()
  const box = await square.boundingBox()
  if (!box) throw new Error('c3 is not there')
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await swipe(page, from, { x: from.x, y: from.y + 1.1 * box.height })
  await page.locator('dialog .palette .choice').nth(1).tap()
  await page.locator('dialog [data-place=a1]').tap()
  await expect.poll(() => text.inputValue()).toBe('5/5/1###1/5/N4 1 0 00')
})

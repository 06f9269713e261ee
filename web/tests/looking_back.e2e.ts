// Around a game: looking back at its moves by keys and buttons, players who are eliminated, and windows that are low.
import { describe, expect } from 'vitest'
import type { Locator } from 'playwright-core'
import { gameIds } from '../src/state/routes.ts'
import { test, type Visitor } from './harness.ts'
import { expectFitting } from './looking.ts'
import { openKept } from './playing.ts'

const person = { kind: 'person' } as const
const moves = ['@c1n', '@c5s', '@a1n', '@e5s']

const openGame = (visitor: Visitor, over: boolean): Promise<void> =>
  openKept(visitor, { spec: 'siam', seats: [person, person], time: null }, moves, over ? { ending: { kind: 'resigned', player: 1 } } : {})

const shown = (visitor: Visitor): Promise<string[]> => visitor.page.locator('[data-ply][aria-current]').allTextContents()
const animals = (visitor: Visitor): Promise<string[]> => visitor.page.locator('.scores tbody tr').first().locator('td').allTextContents()

// Whether all of it is in the window.
async function inWindow(element: Locator): Promise<boolean> {
  return element.evaluate((one) => {
    const box = one.getBoundingClientRect()
    return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth
  })
}

describe.each([true, false])('over: %s', (over) => {
  test('a game is walked through by keys and buttons, and the score goes along', { language: 'fr' }, async (visitor) => {
    const { page } = visitor
    await openGame(visitor, over)
    await expect.poll(() => animals(visitor)).toEqual(['2', '2'])
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => animals(visitor)).toEqual(['2', '1'])
    await expect.poll(() => shown(visitor)).toEqual(['@a1n'])
    await page.keyboard.press('Home')
    await expect.poll(() => animals(visitor)).toEqual(['0', '0'])
    await visitor.button('analysis.on').click()
    await expect.poll(() => animals(visitor)).toEqual(['1', '0'])
    await visitor.button('analysis.end').click()
    await expect.poll(() => animals(visitor)).toEqual(['2', '2'])
    await expect.poll(() => visitor.button('analysis.end').isDisabled()).toBe(true)
  })
  test('arrow keys walk on after a click on the board or on a move', {}, async (visitor) => {
    const { page } = visitor
    await openGame(visitor, over)
    await page.locator('main [data-place=b2]').click({ force: true })
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => shown(visitor)).toEqual(['@a1n'])
    await page.locator('[data-ply="2"]').click()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => shown(visitor)).toEqual(['@c1n'])
    await expect.poll(() => page.locator('[data-ply="1"]').evaluate((one) => one === document.activeElement)).toBe(true)
  })
})

test('a hint is given on the position of the game', { language: 'fr' }, async (visitor) => {
  const { page } = visitor
  await openGame(visitor, false)
  await page.keyboard.press('Home')
  await page.getByText(visitor.text('game.looking')).waitFor()
  await visitor.button('game.hint').click()
  await page.getByText(/^Essayez /).waitFor()
  await expect.poll(() => page.getByText(visitor.text('game.looking')).count()).toBe(0)
  await expect.poll(() => shown(visitor)).toEqual(['@e5s'])
})

test('the board keeps its arrow keys for those who came by key', {}, async (visitor) => {
  const { page } = visitor
  await openGame(visitor, false)
  await page.locator('main [data-place][tabindex="0"]').focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => page.locator('main [data-place]:focus').count()).toBe(1)
  await expect.poll(() => shown(visitor)).toEqual(['@e5s'])
})

test('board and moves of a game that is over are seen together', { language: 'fr' }, async (visitor) => {
  await openGame(visitor, true)
  await expect.poll(() => inWindow(visitor.page.locator('.tablier-board .ground'))).toBe(true)
  await expect.poll(() => inWindow(visitor.page.locator('.moves'))).toBe(true)
  await visitor.page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => inWindow(visitor.button('analysis.back'))).toBe(true)
  await expect.poll(() => inWindow(visitor.page.locator('.tablier-board .ground'))).toBe(true)
})

test('a player who is eliminated is told so, and marked', { language: 'fr', hurry: false }, async (visitor) => {
  const engine = { kind: 'engine', level: 1 } as const
  const first = '1.1..2../3...3.2./2..1.1.. 2 2,3,x c -'
  await openKept(visitor, { spec: 'anneaux:players=3', first, seats: [engine, engine, person], time: null })
  await visitor.page.getByText(visitor.text('game.out')).waitFor()
  await expect.poll(() => visitor.page.locator('.bar .state').nth(2).textContent()).toBe('éliminé')
})

describe.each(gameIds)('%s', (spec) => {
  test('fits a phone that lies on its side, with reserves and buttons', { language: 'fr' }, async (visitor) => {
    await visitor.page.setViewportSize({ width: 844, height: 390 })
    await openKept(visitor, { spec, seats: [person, person], time: null })
    await expectFitting(visitor, spec)
    await expect.poll(() => inWindow(visitor.page.locator('.tablier-board .ground'))).toBe(true)
    await expect.poll(() => inWindow(visitor.button('game.resign'))).toBe(true)
  })
})

// Every game once entirely by keyboard, from the first page to the end of the game.
import { describe, expect } from 'vitest'
import { gameIds } from '../src/state/routes.ts'
import { chance, pressSomething, tabTo } from './hands.ts'
import { test } from './harness.ts'
import { isOver, myTurn } from './playing.ts'

describe.each(gameIds)('%s', (game) => {
  test('is begun and played to its end by keys', {}, async (visitor) => {
    const { page } = visitor, random = chance(3)
    await visitor.go('/')
    await tabTo(page, 'header a[href="/play"]')
    await page.keyboard.press('Enter')
    await page.locator(`main a[href="/play?game=${game}"]`).waitFor()
    await tabTo(page, `main a[href="/play?game=${game}"]`)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('slider').waitFor()
    await tabTo(page, 'dialog input[type=range]')
    await page.keyboard.press('Home')
    await tabTo(page, 'dialog [type=submit]')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/play\/[^/?]+$/)
    await myTurn(page)
    await tabTo(page, 'main [data-place]')
    while (await myTurn(page)) await pressSomething(page, random)
    expect(await isOver(page)).toBe(true)
  })
})

// Games on the page: beginning one, and whose turn it is.
import type { Page } from 'playwright-core'
import type { GameId } from '../src/state/routes.ts'
import type { Visitor } from './harness.ts'

// Begins a game in the dialog, with the person first and the computer at level 1.
export async function beginGame(visitor: Visitor, game: GameId): Promise<void> {
  const { page } = visitor
  await visitor.go(`/play?game=${game}`)
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  const slider = dialog.getByRole('slider')
  await slider.fill('1')
  await dialog.getByRole('button', { name: visitor.text('new.start'), exact: true }).press('Enter')
  await page.waitForURL(/\/play\/[^/?]+$/)
}

export async function isOver(page: Page): Promise<boolean> {
  return (await page.locator('#outcome').count()) > 0
}

// Waits until something can be chosen; false when the game is over instead.
export async function myTurn(page: Page): Promise<boolean> {
  await page.waitForFunction(() => document.querySelector('main [data-offered], main [data-item], #outcome') !== null, undefined, { polling: 20, timeout: 30_000 })
  return !(await isOver(page))
}

// Games on the page: beginning one, and whose turn it is.
import type { Page } from 'playwright-core'
import { newPlay, type NewPlay, type Play } from '../src/state/game.ts'
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

// Opens a game that was kept in the browser, with moves made alternately.
export async function openKept(visitor: Visitor, wanted: NewPlay, moves: string[] = [], more: Partial<Play> = {}): Promise<void> {
  const plies = moves.map((move, index) => ({ move, player: (index % wanted.seats.length) + 1, left: [] }))
  const play: Play = { ...newPlay(wanted, 'kept', 1, 1), plies, ply: plies.length, ...more }
  await visitor.go('/nowhere')
  await visitor.page.evaluate((text) => localStorage.setItem('tablier.game.kept', text), JSON.stringify(play))
  await visitor.go('/play/kept')
  await visitor.page.locator('.gametable [data-place]').first().waitFor()
}

export async function isOver(page: Page): Promise<boolean> {
  return (await page.locator('#outcome').count()) > 0
}

// Waits until something can be chosen; false when the game is over instead.
export async function myTurn(page: Page): Promise<boolean> {
  await page.waitForFunction(() => document.querySelector('main [data-offered], main [data-item], #outcome') !== null, undefined, { polling: 20 })
  return !(await isOver(page))
}

// People who meet in games of the service: they create games, join them, and make the first moves.
import type { BrowserContext } from 'playwright-core'
import { afterAll, test } from 'vitest'
import type { GameId } from '../src/state/routes.ts'
import { choose } from './hands.ts'
import { open, openContext, watch, type Visit, type Visitor } from './harness.ts'

export const anna: Partial<Visit> = { hurry: false }
export const bert: Partial<Visit> = { hurry: false, language: 'fr', phone: true, theme: 'dark' }

// The same people meet in all tests of a file: their browsers load everything once.
const company: BrowserContext[] = []

async function visitorAt(index: number): Promise<Visitor> {
  const visit = index === 1 || index === 3 ? bert : anna
  return open(visit, (company[index] ??= await openContext(visit)))
}

async function separate(): Promise<void> {
  await Promise.all(company.splice(0).map((context) => context.close()))
}

afterAll(separate)

// Runs a test with some of them. After one that failed others come, who know nothing of it.
export function meeting(name: string, count: number, run: (...visitors: [Visitor, Visitor, Visitor, Visitor]) => Promise<void>): void {
  test(name, async () => {
    try {
      await watch(name, async () => {
        const visitors: Visitor[] = []
        for (let index = 0; index < count; index++) visitors.push(await visitorAt(index))
        await run(...(visitors as [Visitor, Visitor, Visitor, Visitor]))
      })
    } catch (error) {
      await separate()
      throw error
    }
  })
}

export interface Wanted { game?: GameId; players?: string; clock?: 'none' | 'seconds' | 'days'; listed?: boolean; computer?: boolean; byHand?: boolean; rule?: string /* one that is not the usual one */ }

// Creates a game in the lobby, with oneself on the first seat; gives the path of its page.
export async function create(visitor: Visitor, wanted: Wanted = {}): Promise<string> {
  const { page } = visitor
  await visitor.go('/online')
  await visitor.button('online.create').click()
  const dialog = page.getByRole('dialog')
  const pick = (label: string): Promise<void> => dialog.locator('label').filter({ has: page.getByRole('radio', { name: label, exact: true }) }).first().click()
  if (wanted.game) await dialog.locator(`label:has(input[value=${wanted.game}])`).click()
  if (wanted.players) await pick(wanted.players)
  if (wanted.listed) await pick(visitor.text('online.listed'))
  if (wanted.computer) {
    await pick(visitor.text('new.computer'))
    await dialog.getByRole('slider').fill('1')
  }
  if (wanted.rule) {
    await dialog.locator('summary').click()
    await pick(wanted.rule)
  }
  if (wanted.byHand) await pick(visitor.text('online.deal.no'))
  if (wanted.clock === 'none') await pick(visitor.text('new.noclock'))
  if (wanted.clock === 'seconds') {
    await pick(visitor.text('new.custom'))
    await dialog.getByLabel(visitor.text('new.minutes')).fill('0.17')
    await dialog.getByLabel(visitor.text('new.increment')).fill('0')
  }
  if (wanted.clock === 'days') {
    await pick(visitor.text('online.clock.bydays'))
    await dialog.getByLabel(visitor.text('online.days')).fill('2')
  }
  await dialog.getByRole('button', { name: visitor.text('online.create'), exact: true }).click()
  await page.waitForURL(/\/g\/\w{12}$/)
  await page.locator(wanted.computer ? '#moves' : '#invitation').waitFor()
  return new URL(page.url()).pathname
}

export async function join(visitor: Visitor, path: string): Promise<void> {
  await visitor.go(path)
  await visitor.page.locator('#invitation ~ .row button').first().click()
}

// Two at a table of Siam, the first one to move.
export async function sitDown(one: Visitor, other: Visitor, wanted: Wanted = { clock: 'none' }): Promise<string> {
  const path = await create(one, wanted)
  await join(other, path)
  await begun(one, other)
  return path
}

export const begun = async (...visitors: Visitor[]): Promise<void> => {
  for (const { page } of visitors) await page.locator('#moves').waitFor()
}

// Waits until a page shows so many moves.
export async function seen(visitor: Visitor, count: number): Promise<void> {
  await visitor.page.waitForFunction((wanted) => document.querySelectorAll('main [data-ply]').length === wanted, count)
}

export const place = (visitor: Visitor, square: string, facing: string): Promise<void> =>
  choose(visitor.page, [{ name: square, item: false }, { name: facing, item: true }])

// A move each.
export async function openingMoves(one: Visitor, other: Visitor): Promise<void> {
  await place(one, 'c1', 'n')
  await seen(other, 1)
  await place(other, 'c5', 's')
  await seen(one, 2)
}

export async function resign(visitor: Visitor): Promise<void> {
  await visitor.button('game.resign').click()
  await visitor.button('game.resign.yes').click()
}

export const outcome = (visitor: Visitor): Promise<string> => visitor.page.locator('#outcome').innerText()

// What becomes of games: ratings after a rated one, the server's analysis beside it, and what people played at the board.
import { describe, expect } from 'vitest'
import { format, type Args } from '../src/i18n/message.ts'
import { ledger } from '../src/i18n/ledger.ts'
import type { Visitor } from './harness.ts'
import { expectAccessible, expectFitting } from './looking.ts'
import { begun, join, meeting, openingMoves, place, resign, seen, sitDown } from './meeting.ts'

const said = (visitor: Visitor, key: keyof typeof ledger, args: Args = {}): string => format(ledger[key][visitor.visit.language], visitor.visit.language, args)

// Makes an account, as the page for it does.
async function register(visitor: Visitor, name: string): Promise<void> {
  await visitor.go('/online')
  const status = await visitor.page.evaluate(async (wanted) => {
    const body = JSON.stringify({ name: wanted, password: 'correct horse 7' })
    return (await fetch('/api/accounts', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })).status
  }, name)
  expect(status).toBe(200)
}

// Creates a rated game of Siam in the lobby.
async function createRated(visitor: Visitor): Promise<string> {
  const { page } = visitor
  await page.reload()
  await visitor.button('online.create').click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('label').filter({ has: page.getByRole('radio', { name: said(visitor, 'rating.counts'), exact: true }) }).click()
  await dialog.getByRole('button', { name: visitor.text('online.create'), exact: true }).click()
  await page.waitForURL(/\/g\/\w{12}$/)
  await page.locator('#invitation').waitFor()
  return new URL(page.url()).pathname
}

describe('after a game', () => {
  meeting('two accounts play a rated game and see their new ratings, also on their profiles', 2, async (one, other) => {
    await register(one, 'Agathe')
    await register(other, 'Blaise')
    const path = await createRated(one)
    await join(other, path)
    await begun(one, other)
    for (const { page } of [one, other]) await expect.poll(() => page.locator('main .rating').count()).toBe(2)
    await openingMoves(one, other)
    await place(one, 'a1', 'e')
    await seen(other, 3)
    await resign(other)
    for (const visitor of [one, other]) {
      const card = visitor.page.locator('section:has(#outcome)')
      await card.getByText('1662 (+162)').waitFor()
      await card.getByText('1338 (−162)').waitFor()
    }
    for (const visitor of [one, other]) {
      await visitor.go('/u/Agathe')
      await visitor.page.locator('section:has(#ratings) li').getByText('1662').waitFor()
      await visitor.page.locator('section:has(#scores) tbody tr').waitFor()
      await expectAccessible(visitor, 'ratings')
      await expectFitting(visitor, 'ratings')
    }
  })

  meeting('the server analyses it, for both players', 2, async (one, other) => {
    await sitDown(one, other)
    await openingMoves(one, other)
    await place(one, 'a1', 'e')
    await seen(other, 3)
    await resign(other)
    await one.page.locator('#outcome').waitFor()
    const ask = one.page.getByRole('button', { name: said(one, 'server.ask') })
    await ask.click()
    for (const visitor of [one, other]) {
      if (visitor === other) await visitor.page.reload()
      const card = visitor.page.getByRole('region', { name: said(visitor, 'server.title') })
      await card.locator('svg[data-points="4"]').waitFor()
      await expectAccessible(visitor, 'analysis by the server')
      await expectFitting(visitor, 'analysis by the server')
    }
    await one.page.locator('main [data-ply="1"]').click()
    await one.page.getByRole('region', { name: said(one, 'server.title') }).getByText('@c1n').first().waitFor()
  })

  meeting('the analysis board shows what people played, and a click plays it', 2, async (one, other) => {
    await sitDown(one, other)
    await openingMoves(one, other)
    await resign(one)
    await other.page.locator('#outcome').waitFor()
    const played = (): Promise<string> => one.page.evaluate(async (position) => (await fetch(`/api/explorer?${new URLSearchParams({ spec: 'siam', position })}`)).text(), '5/5/1###1/5/5 1 0 00')
    await expect.poll(played).toContain('@c1n')
    for (const visitor of [one, other]) {
      const { page } = visitor
      await visitor.go('/analysis')
      const panel = page.getByRole('region', { name: said(visitor, 'explorer.title') })
      const move = panel.getByRole('button').filter({ hasText: '@c1n' })
      await move.waitFor()
      await expectAccessible(visitor, 'explorer')
      await expectFitting(visitor, 'explorer')
      await move.click()
      await page.locator('[data-moves="@c1n"]').first().waitFor()
      await panel.getByRole('button').filter({ hasText: '@c5s' }).waitFor()
    }
  })
})

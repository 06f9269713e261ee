// Programs and reports in browsers: tokens in the settings of an account, and telling of somebody.
import { expect } from 'vitest'
import { test, open, type Visitor } from './harness.ts'
import { expectAccessible, expectFitting } from './looking.ts'
import { begun, create, join } from './meeting.ts'

let count = 0

// Makes an account without its form, and opens its settings.
async function settings(visitor: Visitor): Promise<void> {
  const name = `Bot${++count}`
  await visitor.go('/account')
  const answer = await visitor.page.evaluate(async (body) =>
    (await fetch('/api/accounts', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })).status, JSON.stringify({ name, password: 'correct horse 7' }))
  expect(answer).toBe(200)
  await visitor.page.reload()
  await visitor.page.locator('#tokens').waitFor()
}

async function make(visitor: Visitor, name: string): Promise<string> {
  const { page } = visitor
  await page.getByLabel(visitor.text('bots.name')).fill(name)
  await page.getByLabel(visitor.text('bots.password')).fill('correct horse 7')
  await page.locator('section:has(#tokens) form button[type=submit]').click()
  await page.locator('section:has(#tokens) li').getByText(name, { exact: true }).waitFor()
  return page.locator('section:has(#tokens) .made input').inputValue()
}

for (const phone of [false, true])
  test(`tokens are made, shown once and revoked${phone ? ' on a phone, in French' : ''}`, { hurry: false, phone, ...(phone && { language: 'fr' as const, theme: 'dark' as const }) }, async (visitor) => {
    const { page } = visitor
    await settings(visitor)
    expect(await make(visitor, 'reader')).toMatch(/^tablier_[0-9a-f]{64}$/)
    await visitor.button('bots.declare').click()
    await page.getByRole('dialog').getByRole('button', { name: visitor.text('bots.declare.yes') }).click()
    await page.locator('label').filter({ has: page.getByRole('radio', { name: visitor.text('bots.token.play') }) }).click()
    const token = await make(visitor, 'player')
    await expectAccessible(visitor, 'tokens')
    await expectFitting(visitor, 'tokens')
    const allowed = (): Promise<number> => page.evaluate(async (bearer) =>
      (await fetch('/api/games', { credentials: 'omit', headers: { Authorization: `Bearer ${bearer}` } })).status, token)
    expect(await allowed()).toBe(200)
    visitor.refused = /\/api\/games$/
    await page.getByRole('button', { name: visitor.text('bots.revoke.of', { name: 'player' }) }).click()
    await page.locator('section:has(#tokens) li').getByText('player', { exact: true }).waitFor({ state: 'detached' })
    expect(await allowed()).toBe(401)
  })

test('a player and a line of chat are reported', { hurry: false }, async (visitor) => {
  const other = await open({ hurry: false, language: 'fr', phone: true, theme: 'dark' })
  const path = await create(visitor, { clock: 'none' })
  await join(other, path)
  await begun(visitor, other)
  const field = visitor.page.getByLabel(visitor.text('chat.write'))
  await field.fill('something rude')
  await field.press('Enter')
  const line = other.page.locator('section:has(#chat) li')
  await line.getByText('something rude').waitFor()
  for (const button of [line.getByRole('button').last(), other.page.getByRole('button', { name: /^Signaler/ }).last()]) {
    await button.click()
    const dialog = other.page.getByRole('dialog')
    await dialog.getByLabel(other.text('report.what')).fill('Il est impoli.')
    await expectAccessible(other, 'report')
    await dialog.getByRole('button', { name: other.text('report.send') }).click()
    await dialog.waitFor({ state: 'detached' })
  }
})

// Accounts in browsers: made, signed in to elsewhere, played with, changed, taken along, deleted.
import { describe, expect } from 'vitest'
import { test, open, type Visitor } from './harness.ts'
import { expectAccessible, expectFitting } from './looking.ts'
import { begun, create, join, openingMoves, place, seen } from './meeting.ts'

const password = 'correct horse 7'
let count = 0
const fresh = (): string => `Anna${++count}`

// Fills the form on /account.
async function enter(visitor: Visitor, kind: 'signin' | 'register', name: string, secret = password): Promise<void> {
  const { page } = visitor
  if (!page.url().endsWith('/account')) await visitor.go('/account')
  await page.locator('main form').waitFor()
  await page.locator('label').filter({ has: page.getByRole('radio', { name: visitor.text(`account.${kind}`), exact: true }) }).click()
  await page.getByLabel(visitor.text('account.name'), { exact: true }).fill(name)
  await page.getByLabel(visitor.text('account.password'), { exact: true }).fill(secret)
  await page.locator('main form button[type=submit]').click()
}

const settled = (visitor: Visitor, name: string): Promise<void> => visitor.page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const said = (visitor: Visitor, text: string): Promise<void> => visitor.page.locator('main').getByText(text).first().waitFor()

test('a guest plays, makes an account, and the game goes on under the new name', { hurry: false }, async (visitor) => {
  const other = await open({ hurry: false, language: 'fr', phone: true })
  const name = fresh()
  const path = await create(visitor, { clock: 'none' })
  await join(other, path)
  await begun(visitor, other)
  await openingMoves(visitor, other)
  await enter(visitor, 'register', name)
  await settled(visitor, name)
  await said(visitor, visitor.text('account.claimed', { n: 1 }))
  const link = other.page.getByRole('link', { name, exact: true })
  await link.waitFor()
  await visitor.go(path)
  await begun(visitor)
  await place(visitor, 'a1', 'e')
  await seen(other, 3)
  await link.click()
  await settled(other, name)
  await said(other, other.text('user.nogames'))
  await visitor.go('/online')
  await visitor.page.locator('main').getByRole('link', { name, exact: true }).first().click()
  await settled(visitor, name)
  await visitor.page.locator(`main a[href="${path}"]`).waitFor()
})

test('who signs out in one tab has no seat in another one any more', { hurry: false }, async (visitor) => {
  const other = await open({ hurry: false, language: 'fr', phone: true })
  const name = fresh()
  await enter(visitor, 'register', name)
  await settled(visitor, name)
  const path = await create(visitor, { clock: 'none' })
  await join(other, path)
  await begun(visitor, other)
  await visitor.page.getByText(visitor.text('live.you', { name })).waitFor()
  const tab = await visitor.context.newPage()
  await tab.goto('/account')
  await tab.getByRole('button', { name: visitor.text('account.signout'), exact: true }).click()
  await said(visitor, visitor.text('live.watching'))
  await expect.poll(() => visitor.page.locator('main [data-offered]').count()).toBe(0)
  await expect.poll(() => visitor.page.getByText(visitor.text('live.you', { name })).count()).toBe(0)
})

test('sessions are listed and ended, and a changed password ends the others', { hurry: false }, async (visitor) => {
  const [second, third] = [await open({ hurry: false }), await open({ hurry: false, language: 'fr', phone: true })]
  const name = fresh()
  await enter(visitor, 'register', name)
  await settled(visitor, name)
  second.refused = /\/api\/session$/
  await enter(second, 'signin', name, 'wrong horse 77')
  await second.page.getByRole('alert').getByText(second.text('account.no.password')).waitFor()
  for (const each of [second, third]) {
    await enter(each, 'signin', name.toUpperCase())
    await settled(each, name)
  }
  await visitor.page.reload()
  const rows = visitor.page.locator('section:has(#sessions) li')
  await rows.nth(2).waitFor()
  await expect.poll(() => rows.count()).toBe(3)
  expect(await rows.getByText(visitor.text('account.session.this')).count()).toBe(1)
  await second.go('/online')
  await second.page.getByText(second.text('online.as')).waitFor()
  await rows.getByRole('button').first().click()
  await said(visitor, visitor.text('account.sessions.ended', { n: 1 }))
  await visitor.page.getByLabel(visitor.text('account.old')).fill(password)
  await visitor.page.getByLabel(visitor.text('account.new')).fill('battery staple 8')
  await visitor.page.locator('section:has(#change) button[type=submit]').click()
  await said(visitor, visitor.text('account.changed'))
  await expect.poll(() => rows.count()).toBe(1)
  // The page of whoever was signed out notices by itself: it is a guest's again.
  await second.page.getByLabel(second.text('online.name'), { exact: true }).waitFor()
  await third.page.reload()
  await third.page.locator('main form').waitFor()
})

test('games and data are taken along, and the account is deleted', { hurry: false }, async (visitor) => {
  const name = fresh()
  await enter(visitor, 'register', name)
  await settled(visitor, name)
  const path = await create(visitor, { computer: true, clock: 'none' })
  await visitor.go('/account')
  const [games] = await Promise.all([visitor.page.waitForEvent('download'), visitor.link('account.export.games').click()])
  expect(games.suggestedFilename()).toBe('tablier-games.pgn')
  expect(await (await visitor.context.request.get('/api/account/games.pgn')).text()).toContain(`[Player1 "${name}"]`)
  const [data] = await Promise.all([visitor.page.waitForEvent('download'), visitor.link('account.export.data').click()])
  expect(data.suggestedFilename()).toBe('tablier-account.json')
  expect(await (await visitor.context.request.get('/api/account/data.json')).json()).toMatchObject({ name, games: [{ game: path.slice(3) }] })
  await visitor.button('account.delete').click()
  const dialog = visitor.page.getByRole('dialog')
  await dialog.getByLabel(visitor.text('account.password'), { exact: true }).fill('wrong horse 77')
  visitor.refused = /\/api\/(account|users)/
  await dialog.getByRole('button', { name: visitor.text('account.delete.yes') }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel(visitor.text('account.password'), { exact: true }).fill(password)
  await dialog.getByRole('button', { name: visitor.text('account.delete.yes') }).click()
  await said(visitor, visitor.text('account.deleted'))
  await visitor.page.locator('main form').waitFor()
  await visitor.go(path)
  await visitor.page.locator('#outcome').waitFor()
  expect(await visitor.page.locator('main').getByText(name).count()).toBe(0)
  await visitor.go(`/u/${name}`)
  await said(visitor, visitor.text('user.none.text'))
})

test('signing out, and what the header says', { hurry: false }, async (visitor) => {
  const name = fresh()
  await enter(visitor, 'register', name)
  await settled(visitor, name)
  const header = visitor.page.getByRole('banner')
  await header.getByRole('link', { name: visitor.text('nav.account.of', { name }) }).waitFor()
  await visitor.button('account.signout').click()
  await said(visitor, visitor.text('account.signedout'))
  await header.getByRole('link', { name: visitor.text('nav.account'), exact: true }).waitFor()
  visitor.refused = /\/api\/accounts$/
  await enter(visitor, 'register', name.toUpperCase())
  await visitor.page.getByRole('alert').getByText(visitor.text('account.no.taken')).waitFor()
  await visitor.page.getByLabel(visitor.text('account.password'), { exact: true }).fill('1234567890')
  await visitor.page.getByLabel(visitor.text('account.name'), { exact: true }).fill(fresh())
  await visitor.page.locator('main form button[type=submit]').click()
  await visitor.page.getByRole('alert').getByText(visitor.text('account.no.weak')).waitFor()
})

describe.each([{ language: 'en', theme: 'light' }, { language: 'fr', theme: 'dark', phone: true }] as const)('$language, $theme', (visit) => {
  test('the pages of accounts: nothing for axe-core to find, nothing too wide, everything by keys', visit, async (visitor) => {
    const name = fresh()
    const look = async (what: string): Promise<void> => {
      await expectFitting(visitor, what)
      await expectAccessible(visitor, what)
      if (process.env.PICTURES) await visitor.page.screenshot({ path: `${process.env.PICTURES}/${what}-${visit.language}.png`, fullPage: true })
    }
    await visitor.go('/account')
    await visitor.page.locator('main form').waitFor()
    await look('sign in')
    await visitor.page.getByRole('radio').first().focus()
    await visitor.page.keyboard.press('ArrowRight')
    await look('register')
    await visitor.page.keyboard.press('Tab')
    await visitor.page.keyboard.type(name)
    await visitor.page.keyboard.press('Tab')
    await visitor.page.keyboard.type(password)
    await visitor.page.keyboard.press('Enter')
    await settled(visitor, name)
    await visitor.page.locator('section:has(#sessions) li').first().waitFor()
    await look('account')
    await visitor.button('account.delete').click()
    await visitor.page.getByRole('dialog').waitFor()
    await look('delete')
    await visitor.page.keyboard.press('Escape')
    await create(visitor, { computer: true, clock: 'none' })
    await visitor.go(`/u/${name}`)
    await visitor.page.locator('section:has(#games) li.card').waitFor()
    await look('profile')
    await visitor.go('/online')
    await visitor.page.getByText(visitor.text('online.as')).waitFor()
    await look('lobby')
  })
})

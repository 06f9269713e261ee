// The dialogs that begin a game say what the rules make of the options.
import { expect } from 'vitest'
import type { Locator } from 'playwright-core'
import { test, type Visitor } from './harness.ts'

async function dialogOf(visitor: Visitor, game: string): Promise<Locator> {
  await visitor.go(`/play?game=${game}`)
  const dialog = visitor.page.getByRole('dialog')
  await dialog.waitFor()
  return dialog
}

test('who moves first is the one whom the options let begin', { language: 'fr' }, async (visitor) => {
  const dialog = await dialogOf(visitor, 'khantsin')
  const begins = (): Promise<string[]> => dialog.locator('.who').filter({ hasText: visitor.text('new.first') }).locator('.name').allTextContents()
  await expect.poll(begins).toEqual(['Sud'])
  await dialog.getByText(visitor.text('new.options')).click()
  await dialog.getByText(/^Personne ne place/).click()
  await dialog.getByText(/^Nord joue le premier coup/).click()
  await expect.poll(begins).toEqual(['Nord'])
})

test('who moves first in a game online depends on how the board is set out', {}, async (visitor) => {
  await visitor.go('/online')
  await visitor.button('online.create').click()
  const dialog = visitor.page.getByRole('dialog')
  const begins = (): Promise<string[]> => dialog.locator('.who').filter({ hasText: visitor.text('new.first') }).locator('.name').allTextContents()
  await dialog.getByText('Khan Tsin', { exact: true }).click()
  await expect.poll(begins).toEqual(['South'])
  await dialog.getByText(visitor.text('new.options')).click()
  await dialog.getByText(/^North moves first/).click()
  await expect.poll(begins).toEqual(['North'])
  await dialog.getByText(visitor.text('online.deal.no'), { exact: true }).click()
  await expect.poll(begins).toEqual(['South'])
})

test('what a clock means depends on how many play', {}, async (visitor) => {
  const dialog = await dialogOf(visitor, 'anneaux')
  await dialog.getByText('5 + 3', { exact: true }).click()
  await dialog.getByText(visitor.text('clock.two')).waitFor()
  await dialog.getByText('Three players', { exact: true }).click()
  await dialog.getByText(visitor.text('clock.many')).waitFor()
})

test('a clock of one\'s own is still there in a dialog that is opened again', {}, async (visitor) => {
  const { page } = visitor, dialog = await dialogOf(visitor, 'siam')
  await dialog.getByText(visitor.text('new.custom'), { exact: true }).click()
  await dialog.getByLabel(visitor.text('new.minutes')).fill('25')
  await visitor.button('cancel').click()
  await dialog.waitFor({ state: 'hidden' })
  await page.locator('main a[href="/play?game=santasi"]').click()
  await dialog.waitFor()
  await expect.poll(() => dialog.getByLabel(visitor.text('new.minutes')).inputValue()).toBe('25')
  expect(await dialog.getByRole('radio', { name: visitor.text('new.custom'), exact: true }).isChecked()).toBe(true)
})

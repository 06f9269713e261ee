// What people who listen to the page are told of a game: each thing once.
import { describe, expect } from 'vitest'
import type { Seat } from '../src/state/game.ts'
import { test } from './harness.ts'
import { heard, listen } from './listening.ts'
import { meeting, place, resign, seen, sitDown } from './meeting.ts'
import { openKept } from './playing.ts'

const person: Seat = { kind: 'person' }

describe('giving up', () => {
  test('ends a game of two; the last move is not said again', {}, async (visitor) => {
    await openKept(visitor, { spec: 'siam', seats: [person, person], time: null }, ['@c1n', '@c5s'])
    await listen(visitor)
    await resign(visitor)
    await visitor.page.locator('#outcome').waitFor()
    await expect.poll(() => heard(visitor)).toEqual(['Rhinos won. Elephants resigned.'])
  })

  test('leaves a seat among three to the computer, which is said, shown, and taken back', {}, async (visitor) => {
    const { page } = visitor
    await openKept(visitor, { spec: 'anneaux:players=3', seats: [person, person, person], time: null }, ['a1', 'b1'])
    await listen(visitor)
    await resign(visitor)
    const gone = visitor.text('replaced.here', { who: 'Player 3' })
    await page.locator('.side').getByText(gone).waitFor()
    await expect.poll(async () => (await heard(visitor))[0]).toBe(gone)
    await page.waitForFunction(() => document.querySelectorAll('main [data-ply]').length === 3)
    await visitor.button('game.undo').click()
    await page.locator('.side').getByText(gone).waitFor({ state: 'detached' })
    await page.locator('main [data-offered]').first().waitFor()
    await expect.poll(async () => (await heard(visitor)).at(-1)).toBe('Moves are taken back. Player 3 to move.')
  })
})

test('taking back and making again are said', {}, async (visitor) => {
  await openKept(visitor, { spec: 'siam', seats: [person, person], time: null }, ['@c1n', '@c5s'])
  await listen(visitor)
  await visitor.button('game.undo').click()
  await expect.poll(() => heard(visitor)).toEqual(['Moves are taken back. Rhinos to move.'])
  await visitor.button('game.redo').click()
  await expect.poll(async () => (await heard(visitor)).slice(1)).toEqual(['Moves are made again. Elephants to move.'])
})

describe('far apart', () => {
  meeting('a move in advance, an offer, and what a guest says are said once', 2, async (one, other) => {
    await sitDown(one, other)
    await place(one, 'c1', 'n')
    await seen(other, 1)
    await listen(one)
    await one.page.locator('main [data-offered]').first().waitFor()
    await place(one, 'a1', 'e')
    await expect.poll(async () => (await heard(one)).filter((text) => text === 'Played in advance: @a1e.')).toHaveLength(1)
    await one.button('live.draw').click()
    await other.button('live.decline').click()
    await other.page.getByLabel(other.text('chat.write')).fill('Bonjour')
    await other.button('chat.send').click()
    await expect.poll(async () => (await heard(one)).slice(-3)).toEqual(['You offer a draw.', 'The draw is declined.', 'Rhinos says: Bonjour'])
  })

  meeting('a personal link: the new device is told once, without old chat; the old one is told too', 3, async (one, other, device) => {
    await sitDown(one, other)
    await one.page.getByLabel(one.text('chat.write')).fill('Hello')
    await one.button('chat.send').click()
    await one.page.locator('main').getByText('Hello').waitFor()
    await one.button('live.share').click()
    await one.button('live.device.show').click()
    const link = await one.page.getByLabel(one.text('live.device.link')).inputValue()
    await listen(one)
    await device.go('/nowhere')
    await listen(device)
    await device.follow(link)
    await device.page.locator('main').getByText('Hello').waitFor()
    await expect.poll(() => heard(one)).toContain('Your seat is no longer on this device.')
    await expect.poll(() => heard(device)).toEqual([device.text('live.device.taken')])
    await expect.poll(() => device.page.locator('[role=status]').getByText(device.text('live.device.taken')).count()).toBe(1)
  })
})

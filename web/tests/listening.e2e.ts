// What people who listen to the page are told of a game on this screen: each thing once.
import { describe, expect } from 'vitest'
import type { Seat } from '../src/state/game.ts'
import { test, type Visitor } from './harness.ts'
import { heard, listen } from './listening.ts'
import { openKept } from './playing.ts'

const person: Seat = { kind: 'person' }

async function resign(visitor: Visitor): Promise<void> {
  await visitor.button('game.resign').click()
  await visitor.button('game.resign.yes').click()
}

describe('giving up', () => {
  test('ends a game of two; the last move is not said again', {}, async (visitor) => {
    await openKept(visitor, { spec: 'siam', seats: [person, person], time: null }, ['@c1n', '@c5s'])
    await listen(visitor)
    await resign(visitor)
    await visitor.page.locator('#outcome').waitFor()
    expect(await heard(visitor)).toEqual(['Rhinos won. Elephants resigned.'])
  })

  test('leaves a seat among three to the computer, which is said, shown, and taken back', {}, async (visitor) => {
    const { page } = visitor
    await openKept(visitor, { spec: 'anneaux:players=3', seats: [person, person, person], time: null }, ['a1', 'b1'])
    await listen(visitor)
    await resign(visitor)
    const gone = visitor.text('replaced.other', { who: 'Player 3' })
    await page.locator('.side').getByText(gone).waitFor()
    expect((await heard(visitor))[0]).toBe(gone)
    await page.waitForFunction(() => document.querySelectorAll('main [data-ply]').length === 3)
    await visitor.button('game.undo').click()
    await page.locator('.side').getByText(gone).waitFor({ state: 'detached' })
    await page.locator('main [data-offered]').first().waitFor()
  })
})

// The focus of somebody who uses keys is never lost: after what they press it is still on something they can go on from.
import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { test, type Key, type Visitor } from './harness.ts'
import { settle } from './looking.ts'
import { create, meeting, openingMoves, place, resign, seen, sitDown } from './meeting.ts'
import { openKept } from './playing.ts'

const person = { kind: 'person' } as const
const siam = { spec: 'siam', seats: [person, person], time: null }

// What has the focus: its name for those who listen, or its text.
async function focused(visitor: Visitor): Promise<string> {
  return visitor.page.evaluate(() => {
    const { activeElement: one } = document
    return one === document.body ? 'nothing' : one?.getAttribute('aria-label') || one?.textContent?.trim() || ''
  })
}

// Presses a button by key, and waits for what comes of it and until nothing changes any more.
async function press(visitor: Visitor, button: Locator, outcome: Locator, state: 'attached' | 'detached' = 'attached'): Promise<void> {
  await button.focus()
  await visitor.page.keyboard.press('Enter')
  await outcome.waitFor({ state })
  await settle(visitor)
}

const unusable = (visitor: Visitor, key: Key): Locator => visitor.page.locator(`button[aria-disabled=true][title="${visitor.text(key)}"]`)

describe('in a game here it stays', () => {
  for (const [key, more] of [['game.undo', {}], ['game.redo', { ply: 0 }], ['analysis.start', {}]] as const)
    test(`on a button that is of no use any more: ${key}`, {}, async (visitor) => {
      await openKept(visitor, siam, ['@a1n'], more)
      await press(visitor, visitor.button(key), unusable(visitor, key))
      await expect.poll(() => focused(visitor)).toBe(visitor.text(key))
    })
  test('on the hint that is thought about', { hurry: false }, async (visitor) => {
    await openKept(visitor, siam)
    await press(visitor, visitor.button('game.hint'), unusable(visitor, 'game.hint'))
    await expect.poll(() => focused(visitor)).toBe(visitor.text('game.hint'))
  })
  test('at the moves after looking back', {}, async (visitor) => {
    await openKept(visitor, siam, ['@a1n', '@e5s'])
    await press(visitor, visitor.button('analysis.start'), visitor.button('game.return'))
    await press(visitor, visitor.button('game.return'), visitor.button('game.return'), 'detached')
    await expect.poll(() => focused(visitor)).toMatch(/@a1n|@e5s/)
  })
  test('at the games that are kept when one is removed', {}, async (visitor) => {
    await openKept(visitor, siam, ['@a1n'])
    await visitor.page.evaluate(() => localStorage.setItem('tablier.game.more', (localStorage.getItem('tablier.game.kept') ?? '').replace('"kept"', '"more"')))
    await visitor.go('/play')
    const games = visitor.page.locator('.saved .card button')
    await press(visitor, games.nth(1), visitor.button('play.remove.yes'))
    await press(visitor, visitor.button('play.remove.yes'), games.nth(1), 'detached')
    await expect.poll(() => focused(visitor)).toBe(visitor.text('play.remove', { game: 'Siam' }))
  })
})

describe('in a game with others it stays', () => {
  const offer = (visitor: Visitor, kind: string): Locator => visitor.page.locator(`[data-offer=${kind}]`)

  meeting('when the game begins', 2, async (one, other) => {
    await other.go(await create(one, { clock: 'none' }))
    await press(other, other.page.locator('#invitation ~ .row button').first(), other.page.locator('#moves'))
    await expect.poll(() => focused(other)).not.toBe('nothing')
  })
  meeting('when a move in advance is taken back', 2, async (one, other) => {
    await sitDown(one, other)
    await place(one, 'c1', 'n')
    await seen(other, 1)
    await place(one, 'b1', 'n')
    await press(one, one.button('live.premove.cancel'), one.button('live.premove.cancel'), 'detached')
    await expect.poll(() => focused(one)).toBe(one.text('live.share'))
  })
  meeting('when something is asked, declined and agreed', 2, async (one, other) => {
    await sitDown(one, other)
    await openingMoves(one, other)
    for (const [ask, kind, answer] of [['live.draw', 'draw', 'live.decline'], ['live.takeback', 'takeback', 'live.accept']] as const) {
      await press(one, one.button(ask), offer(one, kind))
      await expect.poll(() => focused(one)).toBe(one.text(ask))
      await offer(other, kind).waitFor()
      await press(other, other.button(answer), offer(other, kind), 'detached')
      await expect.poll(() => focused(other)).toMatch(/^[a-e][1-5]/)
    }
  })
  meeting('when a rematch is asked for', 2, async (one, other) => {
    await sitDown(one, other)
    await openingMoves(one, other)
    await resign(one)
    await press(one, one.button('live.rematch'), offer(one, 'rematch'))
    await expect.poll(() => focused(one)).toBe(one.text('live.rematch'))
  })
})

describe('in an analysis it stays at the notes', () => {
  for (const [key, at] of [['tree.remove', '@a1n'], ['tree.promote', '@a1n @e1n']] as const)
    test(`after ${key}`, {}, async (visitor) => {
      await visitor.go('/analysis')
      await visitor.button('analysis.open').click()
      await visitor.page.getByRole('textbox', { name: visitor.text('open.text') }).fill('[Game "siam"]\n\n1. @a1n @e5s (1... @e1n) *\n')
      await visitor.button('open.open').click()
      await visitor.page.locator(`[data-path="${at}"]`).click()
      await press(visitor, visitor.button(key), visitor.button(key), 'detached')
      await expect.poll(() => visitor.page.evaluate(() => document.activeElement?.closest('.notes') !== null)).toBe(true)
    })
})

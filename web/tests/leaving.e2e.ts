// Pages that are left before what they have asked is answered: what comes late is for nobody, and no page complains.
import { describe, expect } from 'vitest'
import { test, type Visitor } from './harness.ts'
import { canHoldRules, holdRules, letGoRules } from './holding.ts'
import { myTurn, openKept } from './playing.ts'

// Goes to another page as a link does, until its heading is there.
async function follow({ page }: Visitor, path: string): Promise<void> {
  await page.locator('main h1').evaluate((before, wanted) => {
    before.dataset.before = ''
    history.pushState(null, '', wanted)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.locator('main h1:not([data-before])').waitFor({ state: 'attached' })
}

test('a game is begun before the rules have said what its options amount to', {}, async (visitor) => {
  const { page } = visitor
  await canHoldRules(visitor)
  await visitor.go('/play')
  await holdRules(visitor)
  await page.locator('main a[href="/play?game=siam"]').click()
  await page.getByRole('dialog').getByRole('button', { name: visitor.text('new.start'), exact: true }).press('Enter')
  await page.waitForURL(/\/play\/[^/?]+$/)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await letGoRules(visitor)).toBeGreaterThan(0)
  expect(await myTurn(page)).toBe(true)
})

const person = { kind: 'person' } as const

// What one has begun on a page when one leaves it.
const doings: { name: string; open: (visitor: Visitor) => Promise<void>; begin: (visitor: Visitor) => Promise<void> }[] = [
  {
    name: 'a move is taken back',
    open: (visitor) => openKept(visitor, { spec: 'siam', seats: [person, person], time: null }, ['@c1n', '@a5s']),
    begin: (visitor) => visitor.button('game.undo').click(),
  },
  {
    name: 'a set-up is dealt',
    open: (visitor) => openKept(visitor, { spec: 'khantsin', seats: [person, person], time: null }),
    begin: ({ page }) => page.locator('main [data-action=deal]').click(),
  },
  {
    name: 'a game is analysed',
    open: (visitor) => visitor.go('/analysis#at=siam;;@a1n_@e5s_a1a2n'),
    begin: (visitor) => visitor.button('analysis.back').click(),
  },
]

describe.each(doings)('while $name', ({ open, begin }) => {
  test('the page is left', {}, async (visitor) => {
    await canHoldRules(visitor)
    await open(visitor)
    await visitor.page.locator('main [data-place]').first().waitFor()
    await holdRules(visitor)
    await begin(visitor)
    await follow(visitor, '/nowhere')
    expect(await letGoRules(visitor)).toBeGreaterThan(0)
    await follow(visitor, '/learn')
    await visitor.page.locator('main .card svg g').first().waitFor()
  })
})

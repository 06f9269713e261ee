// Live games of every kind: days for a move, the computer at a seat, all games with their set-up, and those that end because
// somebody goes away or calls them off. By keys alone, on a phone, and looked at by axe-core.
import { describe, expect } from 'vitest'
import { chance, look, makeMove, pressSomething, tabTo } from './hands.ts'
import { open, test, type Visit, type Visitor } from './harness.ts'
import { expectAccessible, expectFitting } from './looking.ts'
import { begun, bert, create, join, meeting, openingMoves, outcome, place, resign, seen, sitDown } from './meeting.ts'

// Makes moves up to a ply; `turn` tells who makes each.
async function playOn(one: Visitor, other: Visitor, plies: number, turn = (ply: number): Visitor => (ply % 2 === 0 ? one : other)): Promise<void> {
  const random = chance(7)
  for (let ply = await one.page.locator('main [data-ply]').count(); ply < plies; ply++) {
    await makeMove(turn(ply).page, random)
    for (const visitor of [one, other]) await seen(visitor, ply + 1)
  }
}

// Writes down what is said of somebody who is away, as it is said (what stands before the colon), and whether the game can be
// claimed then.
async function listen({ page }: Visitor): Promise<() => Promise<string[]>> {
  const region = await page.locator('main p.sr[role=status]').elementHandle()
  const heard = await page.evaluateHandle((element) => {
    const texts: string[] = []
    const claim = (): string => (document.querySelector('.absent button:enabled') ? 'claim' : 'wait')
    const note = (): number => texts.push(`${element?.textContent?.split(':')[0]}: ${claim()}`)
    if (element) new MutationObserver(note).observe(element, { subtree: true, childList: true, characterData: true })
    return texts
  }, region)
  return () => heard.jsonValue()
}

describe('clocks and seats', () => {
  meeting('days for a move: the time is told in days, and in the list of one\'s games', 2, async (one, other) => {
    const path = await sitDown(one, other, { clock: 'days' })
    await openingMoves(one, other)
    await one.page.locator('main').getByText(/^1 d 23 h$/).first().waitFor()
    await other.page.locator('main').getByText('2 j 0 h').first().waitFor()
    expect(await one.button('live.claim').count()).toBe(0)
    await one.go('/online')
    const row = one.page.locator('#mine ~ ul li').filter({ has: one.page.locator(`a[href="${path}"]`) })
    await row.getByText(one.text('online.clock.days', { n: 2 })).waitFor()
    await row.getByText(one.text('online.yourturn')).waitFor()
  })

  meeting('the computer answers at its seat, and nothing can be asked of it', 1, async (one) => {
    await create(one, { computer: true, clock: 'none' })
    await place(one, 'c1', 'n')
    await seen(one, 2)
    await makeMove(one.page, chance(2))
    await seen(one, 4)
    await expect.poll(() => one.button('live.draw').isDisabled()).toBe(true)
    await resign(one)
    expect(await outcome(one)).toMatch(/won$/)
  })
})

describe('rules of the table', () => {
  meeting('are told in the lobby, with the invitation, and during the game', 2, async (one, other) => {
    const path = await create(one, { clock: 'none', listed: true, rule: 'Each player may leave the board once in the game' })
    const words = "Chaque joueur ne peut sortir qu'une fois dans la partie"
    await other.go('/online')
    await other.page.locator('#challenges ~ ul li').filter({ has: other.page.locator(`a[href="${path}"]`) }).getByText(words).waitFor()
    await other.go(path)
    await other.page.locator('section:has(#invitation)').getByText(words).waitFor()
    await join(other, path)
    await begun(one, other)
    await other.page.locator('.side').getByText(words).waitFor()
    await one.page.locator('.side').getByText('Each player may leave the board once in the game').waitFor()
  })
})

describe('games that come to nothing', () => {
  meeting('whoever is away too long loses when it is claimed', 2, async (one, other) => {
    const path = await sitDown(one, other)
    await openingMoves(one, other)
    await place(one, 'a1', 'e')
    await seen(other, 3)
    const heard = await listen(one)
    await other.page.goto('about:blank')
    await one.page.locator('.absent button:enabled').waitFor()
    await expect.poll(heard).toEqual(['Away: wait', 'Away for long: claim']) // once each, and not every second
    await one.button('live.claim').click()
    await one.page.locator('#outcome').waitFor()
    expect(await outcome(one)).toBe(one.text('live.over.youwon'))
    await one.page.locator('.outcome').getByText(/ left the game\.$/).waitFor()
    await other.go(path)
    await other.page.locator('.outcome').getByText(other.text('left.you')).waitFor()
  })

  meeting('a game is called off before it has really begun', 2, async (one, other) => {
    await sitDown(one, other)
    await place(one, 'c1', 'n')
    await seen(other, 1)
    await other.button('live.abort').click()
    for (const visitor of [one, other]) {
      await visitor.page.locator('#outcome').waitFor()
      expect(await outcome(visitor)).toBe(visitor.text('live.over.none'))
      await visitor.page.locator('main').getByText(visitor.text('live.reason.aborted')).waitFor()
    }
  })

  meeting('an open game is cancelled, and its page says so to whoever comes', 2, async (one, other) => {
    const path = await create(one, { clock: 'none' })
    await other.go(path)
    await one.button('live.cancel').click()
    await one.page.waitForURL(/\/online$/)
    await other.page.locator('main').getByText(other.text('live.reason.aborted')).waitFor()
  })
})

describe('every game', () => {
  meeting('Khan Tsin begins with a board that is set out', 2, async (one, other) => {
    await sitDown(one, other, { game: 'khantsin', clock: 'none' })
    await playOn(one, other, 4)
  })

  meeting('Khan Tsin is set out by its players, one piece or all at once', 2, async (one, other) => {
    await sitDown(one, other, { game: 'khantsin', clock: 'none', byHand: true })
    await playOn(one, other, 2, () => one)
    await one.page.locator('[data-action=deal]').click()
    for (const visitor of [one, other]) await seen(visitor, 12)
    await playOn(one, other, 13, () => other)
    await other.page.locator('[data-action=deal]').click()
    for (const visitor of [one, other]) await seen(visitor, 24)
    await playOn(one, other, 26)
  })

  meeting('San Ta Si: both see the same towers', 2, async (one, other) => {
    await sitDown(one, other, { game: 'santasi', clock: 'none' })
    await playOn(one, other, 5)
    const visible = async (visitor: Visitor): Promise<string[]> => visitor.page.locator('main .scores td').allTextContents()
    const seenByOne = await visible(one)
    expect(seenByOne.length).toBeGreaterThan(4)
    await expect.poll(() => visible(other)).toEqual(seenByOne)
  })
})

describe('hands and eyes', () => {
  test('a game is created, played and given up by keys alone', { hurry: false }, async (visitor) => {
    const { page } = visitor, random = chance(3)
    await visitor.go('/')
    await tabTo(page, 'header a[href="/online"]')
    await page.keyboard.press('Enter')
    await page.locator('main section.begin button').first().waitFor()
    await tabTo(page, 'main section.begin button')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await tabTo(page, 'dialog [role=radiogroup] input[value=open]')
    await page.keyboard.press('ArrowRight')
    await tabTo(page, 'dialog input[type=range]')
    await page.keyboard.press('Home')
    await tabTo(page, 'dialog [type=submit]')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/g\/\w{12}$/)
    await page.locator('#moves').waitFor()
    await tabTo(page, 'main [data-place]')
    for (let made = 0; made < 2; made = await page.locator('main [data-ply]').count())
      if ((await look(page)).targets.length > 0) await pressSomething(page, random)
    await page.waitForFunction(() => document.querySelectorAll('main [data-ply]').length >= 2)
    await tabTo(page, `main button[aria-label="${visitor.text('game.resign')}"]`)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await tabTo(page, 'dialog .button.primary')
    await page.keyboard.press('Enter')
    await page.locator('#outcome').waitFor()
  })

  for (const visit of [{ hurry: false }, bert] as Partial<Visit>[])
    test(`axe-core finds nothing on the pages of live games, ${visit.phone ? 'phone' : 'desktop'}`, visit, async (visitor) => {
      const friend = await open({ hurry: false })
      const check = async (name: string): Promise<void> => {
        await expectFitting(visitor, name)
        await expectAccessible(visitor, name)
      }
      const path = await create(visitor, { clock: 'days', listed: true })
      await check('an open game')
      await visitor.go('/online')
      await visitor.page.locator(`a[href="${path}"]`).first().waitFor()
      await check('the lobby with games')
      await visitor.button('online.create').click()
      await visitor.page.getByRole('dialog').waitFor()
      await check('the dialog for a new game')
      await visitor.go(path)
      await join(friend, path)
      await begun(visitor, friend)
      await openingMoves(visitor, friend)
      await friend.button('live.draw').click()
      await visitor.button('live.accept').waitFor()
      await check('a game with an offer')
      await visitor.button('live.share').click()
      await visitor.button('live.device.show').click()
      await check('the dialog for sharing')
      await visitor.page.keyboard.press('Escape')
      await visitor.button('live.accept').click()
      await visitor.page.locator('#outcome').waitFor()
      await check('a game that is over')
    })
})

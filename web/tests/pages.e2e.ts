// Every page in both languages and both themes, on a desktop and on a phone: axe-core finds nothing, everything is in the
// page's language, and nothing is wider than the window.
import { describe, expect } from 'vitest'
import { gameIds } from '../src/state/routes.ts'
import { chance, clickSomething, tapSomething } from './hands.ts'
import { test, type Visit, type Visitor } from './harness.ts'
import { expectAccessible, expectFitting, expectUncut, settle } from './looking.ts'
import { create } from './meeting.ts'
import { beginGame, myTurn, openKept } from './playing.ts'

// Pages that a test goes through, one after the other.
const walks: { of: string; paths: string[] }[] = [
  { of: 'for one alone', paths: ['/', '/play', '/learn', '/puzzles', '/analysis', '/rules'] },
  { of: 'for several', paths: ['/online', '/account', '/tournaments', '/nowhere'] },
  ...gameIds.map((id) => ({ of: `of ${id}`, paths: [`/learn/${id}`, `/puzzles/${id}`, `/rules/${id}`, `/play?game=${id}`] })),
]

// Goes to another page, and waits until there is something on it.
async function follow(visitor: Visitor, path: string): Promise<void> {
  await visitor.follow(path)
  await visitor.page.waitForFunction(() => document.querySelector('main h1') !== null && !document.querySelector('main [aria-busy=true]'))
  await settle(visitor)
}

async function resize(visitor: Visitor, width: number): Promise<void> {
  await visitor.page.setViewportSize({ width, height: 800 })
  await visitor.page.waitForFunction((wanted) => document.documentElement.clientWidth === wanted && document.body.clientWidth === wanted, width)
}

const visits: Partial<Visit>[] = [{ language: 'en', theme: 'light' }, { language: 'fr', theme: 'dark', phone: true }]

describe.each(visits)('$language, $theme', (visit) => {
  for (const { of, paths } of walks)
    test(`all pages ${of}`, visit, async (visitor) => {
      await visitor.go('/')
      for (const path of paths) {
        await follow(visitor, path)
        expect(await visitor.page.locator('html').getAttribute('lang')).toBe(visit.language)
        await expectFitting(visitor, path)
        await expectAccessible(visitor, path)
      }
    })
  for (const game of gameIds)
    test(`a game of ${game} under way`, visit, async (visitor) => {
      const random = chance(5)
      await beginGame(visitor, game)
      for (let i = 0; i < 3 && (await myTurn(visitor.page)); i++) await (visit.phone ? tapSomething : clickSomething)(visitor.page, random)
      await expectFitting(visitor, game)
      await expectAccessible(visitor, game)
    })
  test('the analysis of a game', visit, async (visitor) => {
    await visitor.go('/analysis#at=siam;;@a1n_@e5s_a1a2n')
    await visitor.page.locator('[role=treeitem]').first().waitFor()
    await expectFitting(visitor, 'analysis')
    await expectAccessible(visitor, 'analysis of a game')
    for (const button of ['analysis.position', 'analysis.open', 'analysis.share'] as const) {
      await visitor.button(button).click()
      await visitor.page.getByRole('dialog').waitFor()
      await expectAccessible(visitor, button)
      await visitor.page.keyboard.press('Escape')
    }
  })
})

describe('in windows of all widths', () => {
  for (const { of, paths } of walks)
    test(`pages ${of}`, { language: 'fr' }, async (visitor) => {
      await visitor.go('/')
      for (const path of paths.filter((one) => !/(learn|puzzles|play).*(santasi|khantsin)/.test(one))) {
        await follow(visitor, path)
        for (const width of [320, 640, 720, 834, 900, 1060]) {
          await resize(visitor, width)
          await expectFitting(visitor, `${path} at ${width}`)
        }
      }
    })
  test('nothing is cut in the header', { language: 'fr' }, async (visitor) => {
    await visitor.go('/')
    for (const width of [320, 900, 1024, 1060]) {
      await resize(visitor, width)
      await expectUncut(visitor, 'header nav a > span, header .account > span')
    }
  })
})

// As for somebody who has chosen larger letters in the browser.
const enlarge = (visitor: Visitor): Promise<unknown> => visitor.page.evaluate(() => (document.documentElement.style.fontSize = '200%'))

describe('letters twice as large', () => {
  // In French, whose words are the longer ones.
  const wanted = { language: 'fr', phone: true } as const

  async function expectReach(visitor: Visitor, paths: string[]): Promise<void> {
    const last = visitor.page.locator('header nav a').last()
    await visitor.go('/')
    await enlarge(visitor)
    for (const path of paths) {
      await follow(visitor, path)
      for (const width of [360, 900, 1280]) {
        await resize(visitor, width)
        await expectFitting(visitor, `${path} at ${width}`)
        await last.scrollIntoViewIfNeeded()
        await expect.poll(() => last.evaluate((link) => link.getBoundingClientRect().right <= innerWidth)).toBe(true)
      }
    }
  }

  test('fit phones and wide windows, and every page can be reached', wanted, (visitor) =>
    expectReach(visitor, ['/', '/play', '/analysis#at=siam;;@a1n_@e5s_a1a2n', '/puzzles/santasi', '/learn/siam', '/rules/siam']))
  test('fit where people meet, too', wanted, async (visitor) => {
    await create(visitor, { game: 'anneaux', clock: 'days', listed: true }) // for the lists of games
    await expectReach(visitor, ['/online', '/tournaments', '/account'])
  })
  test('are larger everywhere', {}, async (visitor) => {
    const sizes = (): Promise<number[]> => visitor.page.locator('header nav a, [role=treeitem], .notes input, .tools .button, main p').evaluateAll((all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize)))
    await visitor.go('/analysis#at=siam;;@a1n_@e5s_a1a2n')
    await visitor.page.locator('[role=treeitem]').first().waitFor()
    const usual = await sizes()
    await enlarge(visitor)
    await expect.poll(async () => (await sizes()).map((size) => size.toFixed(1))).toEqual(usual.map((size) => (2 * size).toFixed(1)))
  })
})

describe.each([{ width: 1280, height: 800 }, { width: 390, height: 844 }, { width: 320, height: 640 }])('$width wide', (size) => {
  test('who plays is told in full', { language: 'fr' }, async (visitor) => {
    await visitor.page.setViewportSize(size)
    const engine = { kind: 'engine', level: 10 } as const, time = { base: 300_000, increment: 0 }
    for (const seats of [[{ kind: 'person' } as const, engine], [{ kind: 'person' } as const, engine, engine, engine]]) {
      await openKept(visitor, { spec: seats.length === 2 ? 'siam' : 'anneaux:players=4', seats, time })
      await expectFitting(visitor, `${seats.length} players`)
      await expectUncut(visitor, '.gametable .bar .name, .gametable .bar .words')
      await visitor.page.getByText(visitor.text('game.computer', { level: 10 })).last().waitFor()
    }
  })
})

test('the language can be changed at any time', { language: 'fr' }, async (visitor) => {
  await visitor.go('/play')
  await visitor.page.getByRole('heading', { name: 'Nouvelle partie' }).waitFor()
  await visitor.page.getByRole('button', { name: 'Réglages' }).click()
  await visitor.page.getByText('English', { exact: true }).click()
  await visitor.page.getByRole('heading', { name: 'A new game' }).waitFor()
  await visitor.page.reload()
  await visitor.page.getByRole('heading', { name: 'A new game' }).waitFor()
})

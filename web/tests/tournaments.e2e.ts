// Tournaments between browsers: a short Swiss of four, and arenas that somebody watches.
import { describe, expect } from 'vitest'
import { format, type Args } from '../src/i18n/message.ts'
import { tournaments } from '../src/i18n/tournaments.ts'
import { readCup, type WholeCup } from '../src/online/tournament.ts'
import type { Visitor } from './harness.ts'
import { expectAccessible, expectFitting } from './looking.ts'
import { begun, meeting, openingMoves, resign } from './meeting.ts'

const said = (visitor: Visitor, key: keyof typeof tournaments, args: Args = {}): string => format(tournaments[key][visitor.visit.language], visitor.visit.language, args)

const press = (visitor: Visitor, key: keyof typeof tournaments): Promise<void> => visitor.page.getByRole('button', { name: said(visitor, key), exact: true }).first().click()

async function looksGood(visitor: Visitor, name: string): Promise<void> {
  await expectFitting(visitor, name)
  await expectAccessible(visitor, name)
}

// What the service tells a page about a tournament.
async function told(visitor: Visitor, name: string): Promise<WholeCup> {
  const cup = readCup(await visitor.page.evaluate(async (wanted): Promise<unknown> => (await fetch(`/api/tournaments/${wanted}`)).json(), name))
  if (!cup) throw new Error('no tournament')
  return cup
}

async function giveName(visitor: Visitor, name: string): Promise<void> {
  const field = visitor.page.getByLabel(visitor.text('online.name'), { exact: true })
  if (!(await field.isVisible())) return
  await field.fill(name)
  await field.blur()
}

async function enter(visitor: Visitor, path: string, name: string): Promise<void> {
  await visitor.go(path)
  await visitor.page.getByRole('button', { name: said(visitor, 'cup.join'), exact: true }).waitFor()
  await giveName(visitor, name)
  await press(visitor, 'cup.join')
}

// The same, where no game opens at once.
async function takePart(visitor: Visitor, path: string, name: string): Promise<void> {
  await enter(visitor, path, name)
  await visitor.page.getByText(said(visitor, 'cup.you'), { exact: true }).first().waitFor()
}

// Begins the game that has opened on the pages of two: a move each. Gives the second player.
async function beginTogether(one: Visitor, other: Visitor, name: string): Promise<Visitor> {
  await begun(one, other)
  const path = new URL(one.page.url()).pathname
  expect(new URL(other.page.url()).pathname).toBe(path)
  const { mine, pairings } = await told(one, name)
  const first = pairings.find(({ game }) => `/g/${game}` === path)?.first === mine.number ? one : other
  const second = first === one ? other : one
  await openingMoves(first, second)
  return second
}

// Plays that game: a move each, then the second player resigns. Gives its path. The next game may open at once.
async function playTogether(one: Visitor, other: Visitor, name: string): Promise<string> {
  const second = await beginTogether(one, other, name)
  const path = new URL(one.page.url()).pathname
  await resign(second)
  for (const { page } of [one, other]) await page.waitForFunction((played) => document.querySelector('#outcome') !== null || location.pathname !== played, path)
  return path
}

// Asks the service for something as a page does.
function send(visitor: Visitor, path: string, body: object = {}): Promise<unknown> {
  return visitor.page.evaluate(async ([where, text]) => {
    const answer = await fetch(where, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: text })
    return answer.json() as Promise<unknown>
  }, [path, JSON.stringify(body)] as const)
}

// Gives its name.
async function createTournament(visitor: Visitor, wanted: { kind: 'swiss'; rounds: number } | { kind: 'arena'; minutes: number; starts: number }): Promise<string> {
  const body = { title: 'Evening', spec: 'siam', clock: { kind: 'fischer', base: 300, increment: 3 }, name: 'Anna', ...wanted }
  return ((await send(visitor, '/api/tournaments', body)) as { tournament: string }).tournament
}

// An arena of some minutes that has begun a while ago.
const createArena = (visitor: Visitor, minutes: number, ago: number): Promise<string> =>
  createTournament(visitor, { kind: 'arena', minutes, starts: Date.now() - ago })

// Waits until a game has opened by itself on the pages, and pairs those who are in the same one.
async function tables(visitors: Visitor[], before: string[]): Promise<[Visitor, Visitor][]> {
  const found = new Map<string, Visitor[]>()
  for (const visitor of visitors) {
    await visitor.page.waitForURL((url) => /^\/g\/\w{12}$/.test(url.pathname) && !before.includes(url.pathname))
    const { pathname } = new URL(visitor.page.url())
    found.set(pathname, [...(found.get(pathname) ?? []), visitor])
  }
  return [...found.values()].map(([one, other, ...more]) => {
    if (!one || !other || more.length > 0) throw new Error('a game is not of two')
    return [one, other]
  })
}

describe('tournaments', () => {
  meeting('one is created in the dialog; its pages look good to those who take part', 2, async (one, two) => {
    await one.go('/tournaments')
    await looksGood(one, 'list')
    await press(one, 'cups.create')
    const dialog = one.page.getByRole('dialog')
    await dialog.getByLabel(said(one, 'cup.new.title')).fill('Evening')
    await dialog.getByLabel(said(one, 'cup.new.rounds'), { exact: true }).fill('2')
    await giveName(one, 'Anna')
    await looksGood(one, 'form')
    await dialog.getByRole('button', { name: said(one, 'cups.create'), exact: true }).click()
    await one.page.waitForURL(/\/t\/\w{12}$/)
    const { pathname } = new URL(one.page.url())
    for (const visitor of [one, two]) {
      await takePart(visitor, pathname, 'Anna')
      await looksGood(visitor, 'ahead')
    }
    expect(await told(one, pathname.slice(3))).toMatchObject({ title: 'Evening', kind: 'swiss', rounds: 2, state: 'ahead' })
  })

  meeting('four play a Swiss of two rounds: every game opens by itself, and there is a winner', 4, async (...people) => {
    const [one] = people
    await one.go('/tournaments')
    const name = await createTournament(one, { kind: 'swiss', rounds: 2 })
    await Promise.all(people.map((visitor, index) => takePart(visitor, `/t/${name}`, ['Anna', 'Bert', 'Clara', 'Diego'][index] ?? '')))
    await press(one, 'cup.start')

    const played: string[] = []
    for (let round = 1; round <= 2; round++) {
      const pairs = await tables(people, played)
      expect(pairs).toHaveLength(2)
      played.push(...(await Promise.all(pairs.map(([first, second]) => playTogether(first, second, name)))))
    }
    await Promise.all(people.map(async (visitor) => {
      await visitor.link('live.tournament').first().click()
      await visitor.page.locator('#podium').waitFor()
      await visitor.page.getByText(said(visitor, 'cup.over')).waitFor()
    }))
    const over = await told(one, name)
    expect(over.standings.map(({ points }) => points).sort()).toEqual([0, 2, 2, 4])
    await one.page.getByLabel(said(one, 'cup.choose')).selectOption('1')
    await one.page.waitForFunction(() => document.querySelectorAll('#pairings').length === 1)
    await expect.poll(() => one.page.locator('section:has(#pairings) li').count()).toBe(2)
  })

  meeting('an arena: the next game opens by itself, and somebody watches the top', 3, async (one, two, watcher) => {
    await one.go('/tournaments')
    const name = await createArena(one, 60, 0)
    await watcher.go(`/t/${name}`)
    await takePart(one, `/t/${name}`, 'Anna')
    await enter(two, `/t/${name}`, 'Bert')
    const played: string[] = []
    await tables([one, two], played)
    await watcher.page.locator('#top').waitFor()
    await looksGood(watcher, 'top game')
    played.push(await playTogether(one, two, name))
    await tables([one, two], played) // and the next one
    played.push(await playTogether(one, two, name))
    await expect.poll(async () => (await told(watcher, name)).standings.map(({ games }) => games)).toEqual([2, 2])
    await send(one, `/api/tournaments/${name}/cancel`)
    await watcher.page.getByText(said(watcher, 'cup.cancelled')).waitFor()
  })

  meeting('an arena ends in time, and the podium waits for the last game', 3, async (one, two, watcher) => {
    for (const visitor of [one, two]) await visitor.go('/tournaments')
    const name = await createArena(one, 1, 35_000)
    for (const visitor of [one, two]) await send(visitor, `/api/tournaments/${name}/join`, { name: 'Anna' })
    const game = async (): Promise<string> => (await told(one, name)).mine.game
    await expect.poll(game).not.toBe('')
    const path = `/g/${await game()}`
    for (const visitor of [one, two]) await visitor.go(path)
    const second = await beginTogether(one, two, name)
    await watcher.go(`/t/${name}`)
    await watcher.page.getByText(said(watcher, 'cup.last')).waitFor()
    expect(await watcher.page.locator('#podium').count()).toBe(0)
    await resign(second)
    await watcher.page.locator('#podium').waitFor()
    await two.go(`/t/${name}`)
    for (const visitor of [watcher, two]) {
      await visitor.page.locator('#podium').waitFor()
      await looksGood(visitor, 'over')
    }
    expect((await told(watcher, name)).standings.map(({ games }) => games)).toEqual([1, 1])
  })
})

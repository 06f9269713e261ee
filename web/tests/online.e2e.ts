// Games between browsers: by a link, over interruptions, with everything people may ask of each other.
import type { WebSocketRoute } from 'playwright-core'
import { describe, expect } from 'vitest'
import { chance, choose, makeMove } from './hands.ts'
import { base, test, type Visitor } from './harness.ts'
import { anna, begun, create, join, meeting, openingMoves, outcome, place, resign, seen, sitDown } from './meeting.ts'

// A hold on the connection of a visitor: it can be cut, and kept away.
async function holdLine(visitor: Visitor): Promise<{ cut: () => Promise<void>; mend: () => void }> {
  const lines: { page: WebSocketRoute; server: WebSocketRoute }[] = []
  let away = false
  await visitor.page.routeWebSocket(/\/ws$/, async (line) => {
    if (away) return line.close({ code: 1001 })
    lines.push({ page: line, server: line.connectToServer() })
  })
  return {
    cut: async () => {
      away = true
      const last = lines.at(-1)
      await last?.page.close({ code: 1001 }) // first: a page that does not know yet goes on sending
      await last?.server.close()
    },
    mend: () => (away = false),
  }
}

describe('two browsers', () => {
  meeting('a game by a link, moves both ways, somebody watches, and a reload loses nothing', 3, async (one, other, watcher) => {
    const path = await sitDown(one, other)
    await watcher.go(path)
    await begun(watcher)
    await openingMoves(one, other)
    await seen(watcher, 2)
    expect(await watcher.page.locator('main [data-offered]').count()).toBe(0)
    await other.page.reload()
    await seen(other, 2)
    await place(one, 'a1', 'e')
    await seen(other, 3)
    await place(other, 'e5', 'w')
    for (const visitor of [one, other, watcher]) await seen(visitor, 4)
  })

  meeting('a connection that is lost comes back, with the moves made meanwhile on both sides', 2, async (one, other) => {
    const line = await holdLine(other)
    await sitDown(one, other)
    await place(one, 'c1', 'n')
    await seen(other, 1)
    await line.cut()
    await other.page.locator('main').getByText(other.text('live.reconnecting')).waitFor()
    await one.page.locator('main').getByText(one.text('live.absent'), { exact: true }).waitFor()
    await place(other, 'c5', 's')
    await seen(other, 2)
    expect(await one.page.locator('main [data-ply]').count()).toBe(1)
    line.mend()
    await seen(one, 2)
    await other.page.locator('main').getByText(other.text('live.reconnecting')).waitFor({ state: 'detached' })
    await place(one, 'a1', 'e')
    await seen(other, 3)
  })

  meeting('what was said during a break is heard after it', 2, async (one, other) => {
    const line = await holdLine(other)
    await sitDown(one, other)
    await line.cut()
    await other.page.locator('main').getByText(other.text('live.reconnecting')).waitFor()
    await one.page.getByLabel(one.text('chat.write')).fill('Are you there?')
    await one.button('chat.send').click()
    await one.page.locator('section:has(#chat) li').getByText('Are you there?').waitFor()
    line.mend()
    await other.page.locator('section:has(#chat) li').getByText('Are you there?').waitFor()
  })

  meeting('moves are taken back by agreement', 2, async (one, other) => {
    await sitDown(one, other)
    await openingMoves(one, other)
    await one.button('live.takeback').click()
    await other.page.locator('main').getByText(other.text('live.asks.takeback', { who: 'Éléphants' })).waitFor()
    await other.button('live.decline').click()
    await one.page.locator('main').getByText(one.text('live.declined.takeback')).waitFor()
    await place(one, 'a1', 'e')
    await seen(other, 3)
    await one.button('live.takeback').click()
    await other.button('live.accept').click()
    for (const visitor of [one, other]) await seen(visitor, 2)
    await place(one, 'b1', 'n')
    await seen(other, 3)
  })

  meeting('a move declines what the other one offers, and both see it', 2, async (one, other) => {
    await sitDown(one, other)
    await place(one, 'c1', 'n')
    await seen(other, 1)
    await one.button('live.draw').click()
    await other.page.locator('[data-offer=draw]').waitFor()
    await place(other, 'c5', 's')
    for (const visitor of [one, other]) {
      await visitor.page.locator('main').getByText(visitor.text('live.declined.draw')).waitFor()
      expect(await visitor.page.locator('[data-offer=draw]').count()).toBe(0)
    }
  })

  meeting('a draw is offered and agreed; the record can be had, and the game analysed', 2, async (one, other) => {
    const path = await sitDown(one, other)
    await openingMoves(one, other)
    await other.button('live.draw').click()
    await one.button('live.accept').click()
    expect(await outcome(one)).toBe(one.text('live.over.drawn'))
    expect(await outcome(other)).toBe(other.text('live.over.drawn'))
    const [record] = await Promise.all([one.page.waitForEvent('download'), one.link('live.record').click()])
    expect(record.suggestedFilename()).toMatch(/\.pgn$/)
    expect(await (await one.context.request.get(`${path}.pgn`)).text()).toContain('@c1n')
    await one.link('game.analyse').click()
    await one.page.waitForURL(/\/analysis/)
    await one.page.locator('main [data-path]').first().waitFor()
  })

  meeting('who resigns loses, and in the rematch the seats are swapped', 2, async (one, other) => {
    await sitDown(one, other)
    await openingMoves(one, other)
    await resign(one)
    expect(await outcome(other)).toBe(other.text('live.over.youwon'))
    const before = one.page.url()
    await other.button('live.rematch').click()
    await one.page.locator('[data-offer=rematch]').waitFor()
    await one.button('live.rematch').click() // agrees to it
    for (const { page } of [one, other]) await page.waitForURL((url) => /\/g\//.test(url.pathname) && url.href !== before)
    await begun(one, other)
    await place(other, 'c1', 'n')
    await seen(one, 1)
  })

  meeting('a move in advance is made when its turn comes', 2, async (one, other) => {
    await sitDown(one, other)
    await other.page.locator('main [data-offered]').first().waitFor()
    await choose(other.page, [{ name: 'c5', item: false }, { name: 's', item: true }])
    await other.page.locator('main').getByText(other.text('live.premove', { move: '@c5s' })).waitFor()
    await place(one, 'c1', 'n')
    for (const visitor of [one, other]) await seen(visitor, 2)
    expect(await one.page.locator('main [data-ply]').allTextContents()).toEqual(['@c1n', '@c5s'])
  })

  meeting('the flag falls', 2, async (one, other) => {
    await sitDown(one, other, { clock: 'seconds' })
    await openingMoves(one, other)
    await other.page.locator('#outcome').waitFor()
    expect(await outcome(other)).toBe(other.text('live.over.youwon'))
    await one.page.locator('main').getByText(one.text('live.reason.time')).waitFor()
  })

  // Who has just said something has to wait for a moment, but not on another connection to another game.
  meeting('players chat, and can be muted, also in their next game', 2, async (one, other) => {
    const say = async (visitor: Visitor, text: string): Promise<void> => {
      await visitor.page.getByLabel(visitor.text('chat.write')).fill(text)
      await visitor.button('chat.send').click()
    }
    await sitDown(one, other)
    await say(one, 'Good luck <b>Bert</b>')
    await other.page.locator('main').getByText('Good luck <b>Bert</b>').waitFor()
    await other.button('chat.mute', { who: 'Éléphants' }).click()
    await other.page.locator('main').getByText('Good luck').waitFor({ state: 'detached' })
    const path = await create(one, { clock: 'none' })
    await other.follow(path)
    await other.page.locator('#invitation ~ .row button').first().click()
    await begun(one, other)
    await say(one, 'Still there?')
    await one.page.locator('main').getByText('Still there?').waitFor()
    await say(other, 'Merci')
    for (const { page } of [one, other]) await page.locator('main').getByText('Merci').waitFor()
    expect(await other.page.locator('main').getByText('Still there?').count()).toBe(0)
  })

  meeting('a personal link takes the seat to another device', 3, async (one, other, device) => {
    await sitDown(one, other)
    await one.button('live.share').click()
    await one.button('live.device.show').click()
    const link = await one.page.getByLabel(one.text('live.device.link')).inputValue()
    expect(link.startsWith(base)).toBe(true)
    await device.go(link.slice(base.length))
    await device.page.locator('main').getByText(device.text('live.device.taken')).waitFor()
    await place(device, 'c1', 'n')
    await seen(other, 1)
    expect(device.page.url()).not.toContain('#')
    await one.page.keyboard.press('Escape')
    await one.page.locator('main').getByText(one.text('live.watching')).waitFor()
  })
})

describe('the lobby', () => {
  meeting('shows an open challenge, and then the game', 3, async (one, other, third) => {
    await other.go('/online')
    const path = await create(one, { clock: 'none', listed: true })
    const challenge = other.page.locator(`a[href="${path}"]`)
    await challenge.click()
    await other.page.locator('#invitation ~ .row button').first().click()
    await begun(one, other)
    await third.go('/online')
    await third.page.locator(`#live ~ ul a[href="${path}"]`).click()
    await third.page.locator('main').getByText(third.text('live.watching')).waitFor()
  })

  meeting('is not needed to know that a game awaits one\'s move', 2, async (one, other) => {
    const path = await sitDown(one, other)
    for (const visitor of [one, other]) {
      await visitor.go('/')
      await visitor.page.locator(`main a[href="${path}"]`).waitFor()
    }
    await one.page.locator('nav a[href="/online"] b').waitFor()
  })

  meeting('pairs two who want the same', 2, async (one, other) => {
    for (const visitor of [one, other]) await visitor.go('/online')
    await one.button('online.seek').click()
    await one.button('online.unseek').waitFor()
    await other.button('online.seek').click()
    for (const { page } of [one, other]) await page.waitForURL(/\/g\/\w{12}$/)
    await begun(one, other)
  })

  test('explains it where no service answers', anna, async (visitor) => {
    await visitor.page.routeWebSocket(/\/ws$/, (line) => line.close({ code: 1001 }))
    await visitor.go('/online')
    await visitor.page.locator('main').getByText(visitor.text('online.away')).waitFor()
    await visitor.link('online.here').click()
    await visitor.page.waitForURL(/\/play$/)
  })
})

describe('four browsers', () => {
  meeting('play Three Rings', 4, async (...four) => {
    const [one] = four
    const path = await create(one, { game: 'anneaux', players: 'Four players', clock: 'none' })
    for (const visitor of four.slice(1)) await join(visitor, path)
    await begun(...four)
    const random = chance(4)
    for (let ply = 0; ply < 8; ply++) {
      const mover = four[ply % 4]
      if (!mover) throw new Error('four are enough')
      await seen(mover, ply)
      await makeMove(mover.page, random)
      for (const visitor of four) await seen(visitor, ply + 1)
    }
    await resign(four[1])
    await one.page.locator('main').getByText(one.text('live.standin', { name: one.text('online.nameless') })).waitFor({ state: 'attached' })
    await one.page.getByRole('status').filter({ hasText: / left the game; the computer goes on\.$/ }).waitFor({ state: 'attached' })
    await four[1].page.locator('.side').getByText(four[1].text('replaced.you')).waitFor()
    await four[1].page.locator('.bars').getByText(four[1].text('live.standin', { name: four[1].text('game.you') })).waitFor()
    const reports = one.page.getByRole('button', { name: /^Report / })
    await expect.poll(() => reports.allTextContents()).toEqual([2, 3, 4].map((player) => one.text('report.open', { who: `Player ${player}` })))
  })
})

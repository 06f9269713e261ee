// Every game, begun in the dialog and played to its end against the computer of level 1, by clicks.
import { describe, expect } from 'vitest'
import { gameIds } from '../src/state/routes.ts'
import { chance, clickSomething } from './hands.ts'
import { test } from './harness.ts'
import { beginGame, isOver, myTurn } from './playing.ts'

describe.each(gameIds)('%s', (game) => {
  test('is played to its end by clicks', {}, async (visitor) => {
    const random = chance(7)
    await beginGame(visitor, game)
    while (await myTurn(visitor.page)) await clickSomething(visitor.page, random)
    expect(await isOver(visitor.page)).toBe(true)
    const moves = await visitor.page.locator('main [data-ply]').count()
    await visitor.link('game.analyse').click()
    await visitor.page.locator('main [role=tree]').waitFor()
    await expect.poll(() => visitor.page.locator('main [role=treeitem]').count()).toBe(moves)
  })
})

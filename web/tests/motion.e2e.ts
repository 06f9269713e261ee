// Animations as people see them: some moves of every game with motion on, and the pieces come to rest where they belong.
import { describe, expect } from 'vitest'
import { gameIds } from '../src/state/routes.ts'
import { chance, makeMove } from './hands.ts'
import { test } from './harness.ts'
import { settle } from './looking.ts'
import { beginGame, myTurn } from './playing.ts'

describe.each(gameIds)('%s', (game) => {
  test('moves with motion', { motion: true, hurry: false }, async (visitor) => {
    const random = chance(4), { page } = visitor
    await beginGame(visitor, game)
    for (let i = 0; i < 3 && (await myTurn(page)); i++) await makeMove(page, random)
    await myTurn(page)
    const transforms = () => page.locator('main .tablier-board svg g.piece').evaluateAll((pieces) => pieces.map((piece) => piece.getAttribute('transform')).sort())
    await settle(visitor)
    const rest = await transforms()
    await page.reload()
    await myTurn(page)
    await expect.poll(transforms).toEqual(rest)
  })
})

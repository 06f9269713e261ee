// A puzzle of every game solved on its board, and the solution of the next one shown.
import { describe, expect } from 'vitest'
import { projectFile, testLibrary } from '../src/core/testing.ts'
import type { Puzzle } from '../src/core/types.ts'
import { readPuzzles } from '../src/state/puzzle.ts'
import { gameIds } from '../src/state/routes.ts'
import { choose } from './hands.ts'
import { test, type Visitor } from './harness.ts'

const { rules } = testLibrary()

// Makes the moves of the solver; those of the others are made by the page.
async function solve(visitor: Visitor, puzzle: Puzzle): Promise<void> {
  let solver = 0
  for (const [i, move] of puzzle.line.entries()) {
    const answer = await rules.view({ spec: puzzle.spec, first: puzzle.position, moves: puzzle.line.slice(0, i) })
    if (!answer.ok) throw new Error(answer.message)
    if (i === 0) solver = answer.value.player
    const choice = answer.value.choices.find((each) => each.move === move)
    if (answer.value.player === solver && choice) await choose(visitor.page, choice.steps)
  }
}

// Runs in the page: writes down where a place of the board is, whenever it has moved since the frame before.
function watchBoard(): void {
  const seen: string[] = []
  Object.assign(window, { boardSeen: seen })
  const watch = (): void => {
    const place = document.querySelector<HTMLElement>('main [data-place]')
    const { left = 0, top = 0 } = place?.getBoundingClientRect() ?? {}
    const now = `${place?.dataset.place} at ${left},${top}`
    if (place && seen.at(-1) !== now) seen.push(now)
    requestAnimationFrame(watch)
  }
  requestAnimationFrame(watch)
}

describe.each(gameIds)('%s', (game) => {
  test('a puzzle is solved', {}, async (visitor) => {
    const puzzles = readPuzzles(JSON.parse(projectFile(`data/puzzles/${game}.json`)))
    const [first] = puzzles
    if (!first) throw new Error('there are no puzzles')
    expect(puzzles.length).toBe(20)
    await visitor.page.addInitScript(watchBoard)
    await visitor.go(`/puzzles/${game}`)
    await solve(visitor, first)
    await visitor.page.getByText(visitor.text('puzzles.yes')).first().waitFor()
    const seen = await visitor.page.evaluate(() => (window as unknown as { boardSeen: string[] }).boardSeen)
    expect(seen, 'the board stays where it first is').toHaveLength(1)
    await visitor.button('puzzles.next').click()
    await visitor.button('puzzles.show').click()
    await visitor.page.getByText(puzzles[1]?.line[0] ?? '').first().waitFor()
    await visitor.go('/puzzles')
    await visitor.page.getByText(visitor.text('puzzles.progress', { n: 1, all: 20 })).waitFor()
  })
})

// A board between a question to the rules and their answer: it says that it is busy and offers nothing. What is touched while
// one's own move is on its way counts once that is shown, if the same still lies there; what is touched on a board that is
// about to show another position does not count.
import { expect } from 'vitest'
import { choose, look } from './hands.ts'
import { test, type Visitor } from './harness.ts'
import { canHoldRules, holdRules, letGoRules } from './holding.ts'
import { openKept } from './playing.ts'

const person = { kind: 'person' } as const
const place = ({ page }: Visitor, name: string) => page.locator(`main [data-place="${name}"]`)
const moves = ({ page }: Visitor): Promise<string[]> => page.locator('main [data-ply]').allTextContents()

// Touches the middle of a place at once, ready or not.
async function touch(visitor: Visitor, name: string): Promise<void> {
  const box = await place(visitor, name).boundingBox()
  if (!box) throw new Error(`${name} is not there`)
  await visitor.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

const isBusy = (visitor: Visitor): Promise<string | null> => visitor.page.locator('main .tablier-board .ground').getAttribute('aria-busy')

test('squares of a set-up that are touched quickly all count', {}, async (visitor) => {
  await canHoldRules(visitor)
  await openKept(visitor, { spec: 'khantsin', seats: [person, person], time: null })
  await look(visitor.page)
  await holdRules(visitor)
  for (const square of ['1', '2', '3']) await touch(visitor, square)
  await letGoRules(visitor)
  await visitor.page.locator('main [data-ply]').nth(2).waitFor()
  expect(await moves(visitor)).toEqual(['1', '2', '3'])
})

test('the next player touches a piece before the move has been shown', {}, async (visitor) => {
  await canHoldRules(visitor)
  await openKept(visitor, { spec: 'siam', seats: [person, person], time: null }, ['@c1n', '@a5s', 'c1c2n', '@a4s'])
  await look(visitor.page)
  await holdRules(visitor)
  await touch(visitor, 'c2')
  await touch(visitor, 'c3')
  expect(await isBusy(visitor)).toBe('true')
  await touch(visitor, 'a5')
  await letGoRules(visitor)
  await look(visitor.page)
  expect(await moves(visitor)).toEqual(['@c1n', '@a5s', 'c1c2n', '@a4s', 'c2c3n'])
  expect(await place(visitor, 'a5').getAttribute('aria-pressed')).toBe('true')
})

test('a lesson is tried again, and touched before it is back where it was', {}, async (visitor) => {
  await canHoldRules(visitor)
  await visitor.go('/learn/siam')
  for (const [name, item] of [['@1', false], ['a1', false], ['n', true]] as const) await choose(visitor.page, [{ name, item }])
  await visitor.button('learn.next').click()
  await visitor.page.getByRole('heading', { level: 2, name: 'Which way it faces' }).waitFor()
  await choose(visitor.page, [{ name: '@1', item: false }, { name: 'e1', item: false }, { name: 'n', item: true }])
  await visitor.page.locator('main .said.wrong').waitFor()
  await holdRules(visitor)
  await visitor.button('learn.retry').click()
  expect(await isBusy(visitor)).toBe('true')
  expect(await visitor.page.locator('main [data-offered]').count()).toBe(0)
  await touch(visitor, '@1')
  await letGoRules(visitor)
  await look(visitor.page)
  expect(await place(visitor, '@1').getAttribute('aria-pressed')).toBe('false')
  await choose(visitor.page, [{ name: '@1', item: false }, { name: 'c1', item: false }, { name: 'n', item: true }])
  await visitor.page.locator('main .said.right').waitFor()
})

test('a move on the board of the analysis is not made at another point of the game', {}, async (visitor) => {
  const { page } = visitor
  await canHoldRules(visitor)
  await visitor.go('/analysis#at=anneaux;;a1_b2_c3')
  await page.locator('main [role=treeitem]').first().waitFor()
  await look(page)
  await holdRules(visitor)
  await visitor.button('analysis.back').click()
  await touch(visitor, 'a5')
  await letGoRules(visitor)
  await page.locator('main .table[data-moves="a1 b2"]').waitFor()
  await look(page)
  expect(await page.locator('main [role=treeitem]').count()).toBe(3)
})

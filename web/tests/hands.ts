// Hands that play on a board of the page as people do: they see what can be chosen next, and click, tap or press keys.
import type { Page } from 'playwright-core'
import type { Step } from '../src/core/types.ts'

// Something that can be chosen: a place, or an item beside it.
interface Target { name: string; item: boolean }
// `seen` is a text that is another one whenever the board offers or shows something else, or a move has been made.
interface Sight { targets: Target[]; made: number /* moves in the lists of the page */; seen: string }
type Hand = (page: Page, x: number, y: number) => Promise<void>

const selectorOf = ({ name, item }: Target): string => `main [data-${item ? 'item' : 'place'}="${name}"]`

// Runs in the page: what the board shows; null as long as it says that it is not ready to be touched, or offers nothing that
// is waited for.
function seeBoard(offering: boolean): Sight | null {
  const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(`main ${selector}`)]
  if (all('.tablier-board [aria-busy=false]').length === 0) return null
  const items = all('[data-item]').map((element) => ({ name: element.dataset.item ?? '', item: true }))
  const places = all('[data-place][data-offered]').map((element) => ({ name: element.dataset.place ?? '', item: false }))
  const targets = [...items, ...places]
  if (offering && targets.length === 0) return null
  const chosen = all('[data-place][aria-pressed="true"]').map((element) => element.dataset.place)
  const pieces = all('.tablier-board svg :is(.piece, .arrows path)').map((element) => element.getAttribute('transform') ?? element.getAttribute('d'))
  const made = all(':is([data-ply], [data-path])').length, said = all(':is(#outcome, .said, .line)').length
  return { targets, made, seen: [targets.map(({ name }) => name), chosen, made, said, pieces].map(String).join('|') }
}

async function waitForSight(page: Page, offering: boolean, wanted: string): Promise<Sight> {
  const sight = await page.waitForFunction(seeBoard, offering).catch((error: Error) => {
    throw new Error(`${wanted}: ${error.message}`)
  })
  return (await sight.jsonValue()) as Sight
}

// Waits until the board is ready: what was asked is shown, and nothing moves.
export const look = (page: Page): Promise<Sight> => waitForSight(page, false, 'the board does not become ready')

// Waits until it offers something, too.
const lookForOffer = (page: Page): Promise<Sight> => waitForSight(page, true, 'the board offers nothing')

// Runs in the page: where to touch something that is offered, brought into sight as one would scroll; or what covers it.
function findTarget(selector: string): { x: number; y: number } | string {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) return 'nothing is there'
  const hidden = ({ top, bottom }: DOMRect): boolean => top < 60 || bottom > innerHeight - 60
  if (hidden(found.getBoundingClientRect())) found.scrollIntoView({ block: 'center' })
  const { left, top, width, height } = found.getBoundingClientRect()
  const x = left + width / 2, y = top + height / 2
  const met = document.elementFromPoint(x, y)
  return met?.closest('.tablier-board') ? { x, y } : `${met?.outerHTML.slice(0, 80) ?? 'nothing'} is in its place`
}

// Touches once what is offered; gives what the board shows then, which is something else.
async function touch(page: Page, { seen }: Sight, target: Target, hand: Hand): Promise<Sight> {
  const where = await page.evaluate(findTarget, selectorOf(target))
  if (typeof where === 'string') throw new Error(`${target.name} cannot be touched: ${where}`)
  await hand(page, where.x, where.y)
  return changed(page, seen, `touching ${target.name}`)
}

async function changed(page: Page, before: string, by: string): Promise<Sight> {
  const sight = await look(page)
  if (sight.seen === before) throw new Error(`${by} changes nothing: ${before}`)
  return sight
}

const click: Hand = (page, x, y) => page.mouse.click(x, y)
const tap: Hand = (page, x, y) => page.touchscreen.tap(x, y)

// What to touch for a step: the step itself, the reserve that it is taken from, or nothing when it is an item that left no
// choice.
function targetOf({ targets, seen }: Sight, step: Step): Target | null {
  const own = targets.find((target) => target.name === step.name && target.item === step.item)
  if (own) return own
  if (step.item && !targets.some((target) => target.item)) return null
  const reserve = targets.find((target) => /^(@\d|stock)$/.test(target.name))
  if (reserve && !step.item) return reserve
  throw new Error(`${step.name} is not offered: ${seen}`)
}

// Chooses the steps of one move by clicks, as soon as the board offers something.
export async function choose(page: Page, steps: Step[]): Promise<void> {
  let sight = await lookForOffer(page)
  for (const step of steps) {
    for (let target = targetOf(sight, step); target !== null; target = targetOf(sight, step)) {
      sight = await touch(page, sight, target, click)
      if (target.name === step.name) break
    }
  }
}

export interface Point { x: number; y: number }

// A finger goes from one point to another, without a stop in between on the slowest machine. It may rest first, until the
// board says that it has taken hold.
export async function swipe(page: Page, from: Point, to: Point, rest = false): Promise<void> {
  const session = await page.context().newCDPSession(page), steps = 10
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) => session.send('Input.dispatchTouchEvent', { type, touchPoints })
  const begun = send('touchStart', [from])
  if (rest) await begun.then(() => page.locator('main .holding').waitFor())
  const way = Array.from({ length: steps }, (_, i) => (i + 1) / steps).map((part) => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }))
  await Promise.all([begun, ...way.map((point) => send('touchMove', [point])), send('touchEnd', [])])
  await session.detach()
}

// Numbers that are the same every time.
export function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function pick<T>(list: readonly T[], random: () => number): T {
  const picked = list[Math.floor(random() * list.length)]
  if (picked === undefined) throw new Error('nothing is offered')
  return picked
}

async function something(page: Page, random: () => number, hand: Hand): Promise<Sight> {
  const sight = await lookForOffer(page)
  const items = sight.targets.filter((target) => target.item)
  return touch(page, sight, pick(items.length > 0 ? items : sight.targets, random), hand)
}

// Chooses one thing after the other until a move is made.
export async function makeMove(page: Page, random: () => number, chooseSomething: typeof clickSomething = clickSomething): Promise<void> {
  const { made } = await look(page)
  while ((await chooseSomething(page, random)).made === made);
}

// Chooses something that is offered.
export const clickSomething = (page: Page, random: () => number): Promise<Sight> => something(page, random, click)
export const tapSomething = (page: Page, random: () => number): Promise<Sight> => something(page, random, tap)

const arrowKeys = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'] as const

// The same by keys: the focus is on the board, the arrow keys lead to other places or items, Enter chooses.
export async function pressSomething(page: Page, random: () => number): Promise<Sight> {
  const { seen } = await lookForOffer(page)
  for (let presses = Math.floor(random() * 3); presses > 0; presses--) await page.keyboard.press(pick(arrowKeys, random))
  for (let tries = 0; tries < 20 && !(await page.evaluate(onSomethingOffered)); tries++) await page.keyboard.press(pick(arrowKeys, random))
  await tabTo(page, '[data-item], [data-offered]')
  await page.keyboard.press('Enter')
  return changed(page, seen, 'pressing Enter')
}

function onSomethingOffered(): boolean {
  const focused = document.activeElement
  return focused instanceof HTMLElement && (focused.dataset.item !== undefined || focused.dataset.offered !== undefined)
}

// Walks with the tab key until something has the focus.
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the tab key does not lead to ${selector}`)
}

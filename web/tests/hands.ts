// Hands that play on a board of the page as people do: they see what can be chosen next, and click, tap or press keys.
import type { Page } from 'playwright-core'
import type { Step } from '../src/core/types.ts'

// Something that can be chosen, and where its middle is in the window.
interface Target { name: string; item: boolean; x: number; y: number }
// `seen` is a text that changes whenever the board offers something else, or a move has been made.
interface Sight { targets: Target[]; seen: string }

// Runs in the page: looks at every frame until nothing moves any more, and the board shows something else than `before`.
// What is out of sight is brought into it first, as one would scroll. null when patience, in milliseconds, is at its end.
async function seeBoard({ before, patience }: { before: string; patience: number }): Promise<Sight | null> {
  const middle = (element: HTMLElement, item: boolean): Target => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { name: (item ? element.dataset.item : element.dataset.place) ?? '', item, x: left + width / 2, y: top + height / 2 }
  }
  const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(`main ${selector}`)]
  const see = (): Sight => {
    const offered = [...all('[data-item]'), ...all('[data-place][data-offered]')]
    const hidden = offered.some((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top < 60 || bottom > innerHeight - 60
    })
    if (hidden) document.querySelector('main .tablier-board')?.scrollIntoView({ block: 'center' })
    const targets = offered.map((element) => middle(element, element.dataset.item !== undefined))
    const chosen = all('[data-place][aria-pressed="true"]').map((element) => element.dataset.place)
    const made = all('[data-ply], [data-path], #outcome, .said, .line').length
    return { targets, seen: [targets.map(({ name }) => name), chosen, made].map(String).join('|') }
  }
  const until = performance.now() + patience
  for (let last = ''; performance.now() < until; await new Promise(requestAnimationFrame)) {
    const sight = see(), now = JSON.stringify(sight)
    if (now === last && sight.seen !== before) return sight
    last = now
  }
  return null
}

// Looks until nothing moves any more, and the board shows something else than it did.
async function changed(page: Page, before: string, patience = 15_000): Promise<Sight> {
  const sight = await page.evaluate(seeBoard, { before, patience })
  if (!sight) throw new Error(`nothing happens on the board: ${before}`)
  return sight
}

export const look = (page: Page): Promise<Sight> => changed(page, '')

// Touches something until the board shows something else; whoever hits a page that is just moving tries again.
async function touchUntilChanged(page: Page, target: Target, touch: typeof click): Promise<void> {
  const where = (targets: Target[]): Target => targets.find(({ name, item }) => name === target.name && item === target.item) ?? target
  const { seen, targets } = await look(page)
  await touch(page, where(targets))
  await changed(page, seen, 4_000).catch(async () => {
    const again = await look(page)
    if (again.seen === seen) await touch(page, where(again.targets))
    await changed(page, seen)
  })
}

async function click(page: Page, target: Target): Promise<void> {
  await page.mouse.click(target.x, target.y)
}

async function tap(page: Page, target: Target): Promise<void> {
  await page.touchscreen.tap(target.x, target.y)
}

// Waits until a step can be chosen, and gives what to click for it: the step itself, the reserve that it is taken from, or
// nothing when it is an item that left no choice.
async function waitFor(page: Page, step: Step): Promise<Target | null> {
  for (const patience = Date.now() + 15_000; ; await page.waitForTimeout(20)) {
    const { targets } = await look(page)
    const own = targets.find((target) => target.name === step.name && target.item === step.item)
    if (own) return own
    if (step.item && !targets.some((target) => target.item)) return null
    const reserve = targets.find((target) => /^(@\d|stock)$/.test(target.name))
    if (reserve && !step.item) return reserve
    if (Date.now() > patience) throw new Error(`${step.name} is not offered`)
  }
}

// Chooses the steps of one move by clicks.
export async function choose(page: Page, steps: Step[]): Promise<void> {
  for (const step of steps) {
    for (let target = await waitFor(page, step); target !== null; target = await waitFor(page, step)) {
      await touchUntilChanged(page, target, click)
      if (target.name === step.name) break
    }
  }
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

async function something(page: Page, random: () => number, touch: typeof click): Promise<void> {
  const { targets } = await look(page)
  const items = targets.filter((target) => target.item)
  await touchUntilChanged(page, pick(items.length > 0 ? items : targets, random), touch)
}

// Goes on choosing until a move is made.
export async function makeMove(page: Page, random: () => number, touch: typeof clickSomething = clickSomething): Promise<void> {
  const made = page.locator('main [data-ply], main [data-path]')
  for (const before = await made.count(); (await made.count()) === before; )
    if ((await look(page)).targets.length > 0) await touch(page, random)
    else await page.waitForTimeout(20)
}

// Chooses something that is offered.
export const clickSomething = (page: Page, random: () => number): Promise<void> => something(page, random, click)
export const tapSomething = (page: Page, random: () => number): Promise<void> => something(page, random, tap)

const arrowKeys = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'] as const

// The same by keys: the focus is on the board, the arrow keys lead to other places or items, Enter chooses.
export async function pressSomething(page: Page, random: () => number): Promise<void> {
  const { seen } = await look(page)
  for (let presses = Math.floor(random() * 3); presses > 0; presses--) await page.keyboard.press(pick(arrowKeys, random))
  for (let tries = 0; tries < 20 && !(await page.evaluate(onSomethingOffered)); tries++) await page.keyboard.press(pick(arrowKeys, random))
  await tabTo(page, '[data-item], [data-offered]')
  await page.keyboard.press('Enter')
  await changed(page, seen)
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

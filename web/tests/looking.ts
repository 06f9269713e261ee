// What every page has to be, whatever is on it.
import axe from 'axe-core'
import { expect } from 'vitest'
import type { Visitor } from './harness.ts'
import { patience } from './patience.ts'

// Runs in the page: waits until nothing has changed for some frames.
async function settled(patience: number): Promise<void> {
  const end = performance.now() + patience
  for (let last = '', still = 0; still < 6; await new Promise(requestAnimationFrame)) {
    if (performance.now() > end) throw new Error('the page does not come to rest')
    const now = document.body.innerHTML
    still = now === last && document.getAnimations().length === 0 ? still + 1 : 0
    last = now
  }
}

export const settle = (visitor: Visitor): Promise<void> => visitor.page.evaluate(settled, patience)

// Scripts from outside are forbidden on the page, so axe-core comes with the test.
export async function expectAccessible(visitor: Visitor, name: string): Promise<void> {
  if (!(await visitor.page.evaluate(() => 'axe' in window))) await visitor.page.evaluate(axe.source)
  const found = await visitor.page.evaluate(async () => {
    const results = await (window as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] })
    return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).slice(0, 3).join(' ; ')}`)
  })
  expect({ name, found }).toEqual({ name, found: [] })
}

// Texts that are cut off because there is too little room for them.
export async function expectUncut(visitor: Visitor, selector: string): Promise<void> {
  const cut = await visitor.page.locator(selector).evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1 || one.clientHeight > 28).map((one) => one.textContent))
  expect(cut).toEqual([])
}

export async function expectFitting(visitor: Visitor, name: string): Promise<void> {
  // A window that has just been given another size takes a moment.
  const wide = (): Promise<number> => visitor.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(async () => ({ name, wide: await wide() })).toEqual({ name, wide: 0 })
}

// What every page has to be, whatever is on it. The page brings axe-core along: context.addInitScript(axe.source).
import type axe from 'axe-core'
import { expect } from 'vitest'
import type { Visitor } from './harness.ts'

export async function expectAccessible(visitor: Visitor, name: string): Promise<void> {
  const found = await visitor.page.evaluate(async () => {
    const results = await (window as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] })
    return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).slice(0, 3).join(' ; ')}`)
  })
  expect({ name, found }).toEqual({ name, found: [] })
}

export async function expectFitting(visitor: Visitor, name: string): Promise<void> {
  const wide = await visitor.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect({ name, wide }).toEqual({ name, wide: 0 })
}

// Listening to a page: what its live region says, one after the other.
import type { Visitor } from './harness.ts'

declare global {
  interface Window { heard: string[] }
}

// Keeps from now on what is said, as long as the document stays.
export async function listen(visitor: Visitor): Promise<void> {
  await visitor.page.evaluate(() => {
    const region = document.querySelector('div[role=status][aria-live=polite]')
    if (!region) throw new Error('there is no live region')
    window.heard = []
    new MutationObserver(() => window.heard.push((region.textContent ?? '').trim())).observe(region, { childList: true, characterData: true, subtree: true })
  })
}

export const heard = (visitor: Visitor): Promise<string[]> => visitor.page.evaluate(() => window.heard)

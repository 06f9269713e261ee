// What the analysis board keeps in the browser, checked when it is read. Each tab has its own, also when it is loaded again;
// a new tab goes on with what was kept last in any. Of several stores the first that has something is read.
import type { Kept } from './analysis.svelte.ts'
import type { Store } from './storage.ts'

const key = 'tablier.analysis'
const longest = 4_000_000

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function isNumberLists(value: unknown): value is number[][] {
  return Array.isArray(value) && value.every((list) => Array.isArray(list) && list.every((item) => typeof item === 'number' && item >= 0 && item <= 1))
}

export function readKept(text: string | null): Kept | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    const { text: record, index, path, chances } = kept as Record<string, unknown>
    if (typeof record !== 'string' || !Number.isInteger(index) || !isTexts(path) || !isNumberLists(chances)) return null
    return (index as number) >= 0 ? { text: record, index: index as number, path, chances } : null
  } catch {
    return null
  }
}

export function loadKept(stores: Store[]): Kept | null {
  return stores.map((store) => readKept(store.getItem(key))).find((kept) => kept !== null) ?? null
}

// Games too many to be kept are not; what was kept before stays.
export function saveKept(stores: Store[], kept: Kept): void {
  if (kept.text.length > longest) return
  const text = JSON.stringify(kept)
  for (const store of stores) {
    try {
      store.setItem(key, text)
    } catch {
      // Storage is full or closed: the games last as long as the page.
    }
  }
}

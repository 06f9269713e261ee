import { tick } from 'svelte'

// Brings what has just appeared into view, by as little as that takes; and the focus to it, if what had it is gone. At once,
// so that nothing slides from under a finger that is already on its way.
export function appear(node: HTMLElement): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  void tick().then(() => {
    node.scrollIntoView({ block: 'nearest', behavior: still ? 'auto' : 'smooth' })
    if (document.activeElement === document.body) node.focus({ preventScroll: true })
  })
}

// The focus of somebody who uses keys stays where they work: when what has it is put elsewhere it keeps it, and when it goes,
// what stands before it takes it, or else what comes after it, or the heading when everything is new. Buttons that are of no
// use only for the moment are aria-disabled, and keep it themselves.
import { focusHeading } from './heading.ts'

const stops = ':is(a[href], button, input, select, textarea, summary, [tabindex]):not([tabindex="-1"])'

export function keepFocus(main: HTMLElement): void {
  let byKeys = false
  let heirs: HTMLElement[] = [] // of the focus, the best first: what has it now; none after a pointer was used elsewhere
  const lost = (): boolean => heirs.length > 0 && document.activeElement === document.body

  function hold({ target }: FocusEvent): void {
    // A dialog that is closed gives the focus back to what opened it: that is remembered meanwhile.
    if (!(target instanceof HTMLElement) || target.closest('dialog')) return
    const all = [...main.querySelectorAll<HTMLElement>(stops)]
    const before = all.filter((one) => target.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING)
    heirs = [target, ...before.reverse(), ...all.slice(before.length)]
  }

  function handOver(): void {
    if (!lost()) return
    const heir = heirs.find((one) => one.checkVisibility() && !one.matches(':disabled'))
    heirs = []
    if (!byKeys) return
    if (heir) heir.focus({ preventScroll: true })
    else focusHeading()
  }

  addEventListener('focusin', hold)
  addEventListener('keydown', () => (byKeys = true), true)
  addEventListener('pointerdown', () => {
    byKeys = false
    heirs = []
  })
  // By the next frame whatever has a better claim, such as an outcome that appears, has taken the focus.
  new MutationObserver(() => lost() && requestAnimationFrame(handOver)).observe(main, { childList: true, subtree: true })
}

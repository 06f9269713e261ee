// Where a new page begins, for people who listen or use the keyboard.
let moved = false // to another page than the first, where the focus is the browser's affair

export function focusHeading(): void {
  moved = true
  const heading = document.querySelector<HTMLElement>('main h1')
  heading?.setAttribute('tabindex', '-1')
  ;(heading ?? document.getElementById('main'))?.focus({ preventScroll: true })
}

// For a heading that may have taken the place of one that had the focus.
export function headingCame(): void {
  if (moved && document.activeElement === document.body) focusHeading()
}

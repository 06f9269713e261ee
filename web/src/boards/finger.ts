// How a finger on a board is told from one that scrolls the page: it takes hold of what it touches once it has rested there,
// or when it sets off along a row. What sets off up or down belongs to the page.

export const restFor = 300 // milliseconds

export function alongRow(from: { x: number; y: number }, to: { x: number; y: number }): boolean {
  return Math.abs(to.x - from.x) > Math.abs(to.y - from.y)
}

// Lets an element keep the fingers that have taken hold of something on it: the page does not scroll then.
export function keepFingers(element: HTMLElement, holds: () => boolean): () => void {
  const keep = (event: TouchEvent): void => {
    if (event.cancelable && holds()) event.preventDefault()
  }
  element.addEventListener('touchmove', keep, { passive: false })
  return () => element.removeEventListener('touchmove', keep)
}

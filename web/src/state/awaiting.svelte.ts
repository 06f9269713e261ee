// Games online in which this browser has a seat: how many there are, and how many wait for a move of its player. Only that
// there are some is kept between visits, so that a first visit asks nobody; the service tells the rest.
import { browserStore } from './storage.ts'

const key = 'tablier.online'

let known = $state.raw({ running: 0, awaiting: 0 })

export const running = (): number => known.running
export const awaiting = (): number => known.awaiting

export function playsOnline(): boolean {
  return browserStore().getItem(key) !== null
}

export function rememberGames(running: number, awaiting: number): void {
  known = { running, awaiting }
  try {
    if (running === 0) browserStore().removeItem(key)
    else browserStore().setItem(key, '1')
  } catch {
    // Where there is no room it lasts as long as the page.
  }
}

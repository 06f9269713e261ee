// The name of the account this browser is signed in to, as far as it is known: it is kept between visits, so that no page
// has to ask for it, and corrected whenever the service tells.
import { browserStore } from './storage.ts'

const key = 'tablier.account'

let name = $state(browserStore().getItem(key) ?? '')

export const accountName = (): string => name

// '': nobody is signed in.
export function rememberAccount(known: string): void {
  name = known
  try {
    if (known === '') browserStore().removeItem(key)
    else browserStore().setItem(key, known)
  } catch {
    // Where there is no room it lasts as long as the page.
  }
}

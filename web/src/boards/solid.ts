// Whether this person likes to see a game as solids: remembered for this browser.
const key = 'tablier.solid'

export function wantsSolid(): boolean {
  try {
    return localStorage.getItem(key) === 'yes'
  } catch {
    return false
  }
}

export function rememberSolid(wanted: boolean): void {
  try {
    localStorage.setItem(key, wanted ? 'yes' : 'no')
  } catch {
    // Without storage the choice lasts as long as the board.
  }
}

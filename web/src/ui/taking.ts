// Whether the last move took a piece off the board.
import type { View } from '../core/types.ts'

function onBoard(place: string): boolean {
  return !place.startsWith('@') && !place.startsWith('taken')
}

export function tookSomething(view: View): boolean {
  const { last, pieces } = view
  if (!last) return false
  return last.before.some((piece, index) => {
    const now = pieces[last.motion[index] ?? -1]
    return onBoard(piece.place) && now !== undefined && !onBoard(now.place)
  })
}

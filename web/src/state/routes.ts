// The addresses of the pages.
export const gameIds = ['siam', 'santasi', 'khantsin', 'anneaux'] as const
export type GameId = (typeof gameIds)[number]

export type Route =
  | { page: 'home' }
  | { page: 'play'; id: string | null }
  | { page: 'learn'; game: GameId | null }
  | { page: 'puzzles'; game: GameId | null }
  | { page: 'rules'; game: GameId | null }
  | { page: 'analysis' }
  | { page: 'online' }
  | { page: 'live'; game: string }
  | { page: 'tournaments' }
  | { page: 'tournament'; name: string }
  | { page: 'account' }
  | { page: 'user'; name: string }
  | { page: 'missing' }
export type Page = Route['page']

export function isGameId(text: string | undefined): text is GameId {
  return gameIds.some((id) => id === text)
}

// A part of an address as it was written; what cannot be read stays as it is.
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function parsePath(path: string): Route {
  const [page, rest, ...more] = path.split('/').filter((part) => part !== '')
  if (more.length > 0) return { page: 'missing' }
  switch (page) {
    case undefined:
      return { page: 'home' }
    case 'play':
      return { page, id: rest ?? null }
    case 'learn':
    case 'puzzles':
    case 'rules':
      if (rest === undefined) return { page, game: null }
      return isGameId(rest) ? { page, game: rest } : { page: 'missing' }
    case 'analysis':
    case 'online':
    case 'tournaments':
    case 'account':
      return rest === undefined ? { page } : { page: 'missing' }
    case 't':
      return rest === undefined ? { page: 'missing' } : { page: 'tournament', name: rest }
    case 'u':
      return rest === undefined ? { page: 'missing' } : { page: 'user', name: decoded(rest) }
    case 'g':
      return rest === undefined ? { page: 'missing' } : { page: 'live', game: rest }
    default:
      return { page: 'missing' }
  }
}

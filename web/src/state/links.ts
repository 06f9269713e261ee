// Addresses that carry a game or a position: spec, first position and moves as they are written in records.
import type { At } from '../core/types.ts'

export function analysisLink(at: At): string {
  const params = new URLSearchParams({ spec: at.spec })
  if (at.first) params.set('position', at.first)
  if (at.moves.length > 0) params.set('moves', at.moves.join(' '))
  return `/analysis?${params}`
}

// The game an address carries; null when it carries none.
export function linkedAt(params: URLSearchParams): At | null {
  const spec = params.get('spec')
  if (!spec) return null
  return { spec, first: params.get('position') ?? '', moves: (params.get('moves') ?? '').split(' ').filter((move) => move !== '') }
}

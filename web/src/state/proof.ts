// What proofs say of the positions of a line, also of those that the engine did not prove itself. A position of two players
// is worth at least (-1 lost, 0 drawn, 1 won, for player 1) and at most something. Nobody can make a position better for
// oneself by a move, so bounds hold for the positions beside the one they were proven of:
//     what the mover can reach at most before a move holds after it, and what is reached at least after it held before it;
//     a move that the proof recommends changes nothing.
import type { Finding } from './judge.ts'

export interface Bounds {
  low: number
  high: number
  plies: number // until the end of a win that is proven, at most
}

const unknown: Bounds = { low: -1, high: 1, plies: 0 }

// A win for one of two players, as player 1 sees it.
const winOf = (player: number): number => (player === 1 ? 1 : -1)

const exactly = (value: number, plies: number): Bounds => ({ low: value, high: value, plies })

// What is proven of a position by the engine, or by the end of the game.
function ownBounds({ player, payoff, news }: Finding): Bounds {
  if (player === 0) return exactly(Math.sign((payoff[0] ?? 0) - (payoff[1] ?? 0)), 0)
  const best = news?.lines[0]
  if (!best || (best.mate === 0 && !best.proven)) return unknown
  return exactly(best.mate === 0 ? 0 : Math.sign(best.mate) * winOf(player), Math.abs(best.mate))
}

// Both hold; what contradicts each other, as proofs that rest on different repetitions may, stays as it was.
function join(one: Bounds, other: Bounds, plies: number): Bounds {
  const low = Math.max(one.low, other.low), high = Math.min(one.high, other.high)
  if (low > high || (low === one.low && high === one.high)) return one
  return { low, high, plies: low === high && low !== 0 ? Math.max(1, plies) : 0 }
}

const upTo = (high: number, plies: number): Bounds => ({ low: -1, high, plies })
const from = (low: number, plies: number): Bounds => ({ low, high: 1, plies })

// What follows from a position for the one after a move, and the other way round.
function ahead(bounds: Bounds, player: number, recommended: boolean): Bounds {
  if (recommended) return bounds
  return player === 1 ? upTo(bounds.high, bounds.plies) : from(bounds.low, bounds.plies)
}

function behind(bounds: Bounds, player: number): Bounds {
  return player === 1 ? from(bounds.low, bounds.plies) : upTo(bounds.high, bounds.plies)
}

// Whether the move after a position is the one that its proof recommends.
function recommends({ news }: Finding, move: string | undefined): boolean {
  const best = news?.lines[0]
  return best !== undefined && (best.mate !== 0 || best.proven === true) && best.moves[0] === move
}

// Bounds for every position of a line of two players.
export function boundsOf(findings: readonly Finding[], moves: readonly string[]): Bounds[] {
  const bounds = findings.map(ownBounds)
  for (let changed = true; changed; ) {
    changed = false
    const improve = (i: number, by: Bounds, plies: number): void => {
      const before = bounds[i] as Bounds, after = join(before, by, plies)
      changed ||= after !== before
      bounds[i] = after
    }
    for (let i = 0; i + 1 < findings.length; i++) {
      const here = findings[i] as Finding, now = bounds[i] as Bounds
      improve(i + 1, ahead(now, here.player, recommends(here, moves[i])), now.plies - 1)
    }
    for (let i = findings.length - 2; i >= 0; i--) {
      const next = bounds[i + 1] as Bounds
      improve(i, behind(next, (findings[i] as Finding).player), next.plies + 1)
    }
  }
  return bounds
}

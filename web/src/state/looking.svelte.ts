// Looking back at earlier points of a game. Where one looks is known at once, its view a moment later.
import type { At, View } from '../core/types.ts'
import { rules } from './rules.svelte.ts'

export class Looking {
  ply: number | null = $state(null)
  earlier: View | null = $state.raw(null)

  async look(at: At, ply: number): Promise<void> {
    this.ply = ply
    const answer = await rules.view({ ...at, moves: at.moves.slice(0, ply) })
    if (this.ply === ply && answer.ok) this.earlier = answer.value
  }

  stop(): void {
    this.ply = null
    this.earlier = null
  }
}

// A move to be shown on a board: the engine's best, another good one, or a hint.
export interface Arrow {
  move: string
  weight: number // 0 to 1: how thick
  kind: 'best' | 'other' | 'hint'
}

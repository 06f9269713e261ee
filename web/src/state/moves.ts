// The moves of a game as a list to read: one row a round, one cell a player.
export interface Entry { ply: number; move: string } // ply: how many moves are made after it
export interface Round { number: number; turns: Entry[][] } // turns[i]: what player i + 1 did, nothing where it did not move

// A turn may have several moves. A round ends when a player moves who has moved in it, or comes before the one who has.
export function rounds(moves: { move: string; player: number }[], players: number): Round[] {
  const list: Round[] = []
  let last = Infinity
  moves.forEach(({ move, player }, index) => {
    if (player < last) list.push({ number: list.length + 1, turns: Array.from({ length: players }, () => []) })
    list.at(-1)?.turns[player - 1]?.push({ ply: index + 1, move })
    last = player
  })
  return list
}

// Games of the engine against itself, to be seen in small on the first page.
import type { At } from '../core/types.ts'
import type { GameId } from '../state/routes.ts'

function at(spec: string, first: string, moves: string): At {
  return { spec, first, moves: moves.split(' ') }
}

export const samples: Record<GameId, At> = {
  siam: at(
    'siam',
    '',
    '@e5e @c1w @c5s @b1e @c5s @b1n c5c4s b2c2e c4c3s b1b2n e5d5s b2b3n @b5s @e3w @a3n @e3w c2e d3s c2d2e ' +
      'd3d2s d1e1n @e3w @e1n d3c3w e2e3n @e4w e1- e4d4w d5c5s e5e4e @c5s d2d3w c4w c1- c4b4w @b5s c5c4w ' +
      'd3c3w c4b4w',
  ),
  santasi: at(
    'santasi',
    '',
    'sE2 bB3 sA1 bA3 sA2 bC3 sD2 bD3 sC1 bD3 sC2 bD2 sD1 bD1 sB2 bB1 sE1 bB1 sA1 sE3 bC3 sB2 sB1 bE3 bA2 ' +
      'bE1 bE2 sD1 sD2 bA1',
  ),
  khantsin: at(
    'khantsin',
    'r/b/r/b/r/r/r/w/r/b/w/r/w/b/w/w/b/w/w/r/w/r/w/b/w/b/w/r/r/b/w/b/b/b/r/b 1',
    '4-30 34-18 5-1 33-30 3-6 31-36 2-7 30:2-36 6:1-7 32-29 6-9 29-28 9-10 28-30 8-10 27-26 7-11 35-26 ' +
      '1-13 25-30 13-14 26:2-30 12-18 30-16 14:3-36 24-16',
  ),
  anneaux: at(
    'anneaux',
    '',
    'c+ a6 b6 a5 b5 b4 b7 xb4 b4 b7-b8 a4 xb8 b7 c4 a7 a- xb6 a7 b+ b4 c5 c7 b7 a8 xc5 c5 a- a2-b2 a7-a8 ' +
      'c6 xb8 a7 xa3 c4-c3 a8-b8 b+ a- c5-c4 b5-c5 a3-a2 a4-a3 c- a- c- a4-a3 b+ xc3 a5-a4 xa1 c4-c3 xa3 ' +
      'a2-a1 c3-c4 b2-a2 b7-a7 b8-a8 xa7 c2-c3 a8-b8 b4-b3 a2-b2 c1-c2 xb2 a4-b2 c4-b4 c5-a8 c2-c1 a8-a2 ' +
      'c1-c2 b8-a3 xc3 b1-b5 xb2 a1-a8 b5-a1 a3-c8 b3-b8 a2-c1 a1-a4 a8-c7 xb4 a4-b1 c1-b2 c2-b7 xb2',
  ),
}

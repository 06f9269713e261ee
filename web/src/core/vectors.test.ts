// The module plays as the library does: the vectors of tests/data, and the signature of the search.
import { describe, expect, it } from 'vitest'
import { requestText } from './engine.ts'
import { valueOf } from './rules.ts'
import { projectFile, searchedPositions, searchedSpec, testLibrary } from './testing.ts'
import type { Answer, Thought } from './types.ts'

const PERFT_MOST = 2_000_000 // counts beyond are left to the C tests: one takes as long as the other

interface Vector { spec: string; from: string; play: string[]; at: string; moves: string[]; perfts: [number, bigint][] }

function readVectors(text: string): Vector[] {
  const vectors: Vector[] = []
  let vector: Vector | null = null
  for (const line of text.split('\n')) {
    const [key = '', ...words] = line.split(' ').filter(Boolean)
    if (key === 'game') vector = { spec: words[0] ?? '', from: '', play: [], at: '', moves: [], perfts: [] }
    if (vector === null || key === '' || key.startsWith('#')) continue
    if (key === 'from') vector.from = words.join(' ')
    if (key === 'play') vector.play = words
    if (key === 'at') vector.at = words.join(' ')
    if (key === 'moves') vector.moves = words
    if (key === 'perft') vector.perfts.push([Number(words[0]), BigInt(words[1] ?? 0)])
    if (key === 'end') vectors.push(vector)
  }
  return vectors
}

const { rules, library } = testLibrary()

describe.each(['siam', 'santasi', 'khantsin', 'anneaux'])('%s', (game) => {
  const vectors = ['', '-cases'].flatMap((kind) => readVectors(projectFile(`tests/data/${game}${kind}.vec`)))

  it.each(vectors.map((vector, index) => ({ index, vector })))('vector $index: $vector.at', async ({ vector }) => {
    const at = { spec: vector.spec, first: vector.from, moves: vector.play }
    const view = valueOf(await rules.view(at))
    expect(view.position).toBe(vector.at)
    expect(view.choices.map((choice) => choice.move).toSorted()).toEqual(vector.moves)
    for (const [depth, count] of vector.perfts.filter(([, most]) => most <= PERFT_MOST))
      expect(await rules.perft(at, depth)).toBe(count)
  })
})

// ---- The search -----------------------------------------------------------------------------------------------------

function nodesTo(depth: number, spec: string, position: string): number {
  const engine = library.engine(16)
  const request = { at: { spec, first: position, moves: [] }, level: 10, ms: 0, nodes: 0, depth, lines: 1, seed: 0 }
  const thought = valueOf(JSON.parse(library.think(engine, requestText(request))) as Answer<Thought>)
  library.endEngine(engine)
  return thought.news.nodes
}

describe('the search takes as many nodes as natively', () => {
  const rows = projectFile('tests/data/search-signature.txt').trim().split('\n').map((row) => row.split(' '))
  it.each(rows)('%s to depth %s', async (game = '', depth, nodes) => {
    const spec = searchedSpec(game)
    const counts = (await searchedPositions(rules, spec)).map((position) => nodesTo(Number(depth), spec, position))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(Number(nodes))
  })
})

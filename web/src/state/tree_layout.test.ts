import { expect, it } from 'vitest'
import { addLine, newTree, type Tree } from './tree.ts'
import { layoutTree, type Block } from './tree_layout.ts'

// Moves are named by their player and a letter.
function line(tree: Tree, path: string, moves: string): Tree {
  const words = (text: string): string[] => text.split(' ').filter((word) => word !== '')
  return addLine(tree, words(path), words(moves).map((move) => ({ move, player: Number(move[0]) })))
}

function show(blocks: Block[]): string {
  return blocks
    .map((block) => block.kind === 'moves'
      ? block.items.map(({ number, node }) => number + node.move).join(' ')
      : block.lines.map((each) => `(${show(each)})`).join(' '))
    .join(' ')
}

const start = newTree('siam')

it.each<[string, Tree, string]>([
  ['nothing', start, ''],
  ['two players', line(start, '', '1a 2b 1c'), '1.1a 2b 2.1c'],
  ['several moves in a turn', line(start, '', '1a 1b 2c 1d'), '1.1a 1b 2c 2.1d'],
  ['the second one begins', line(start, '', '2a 1b 2c'), '1.2a 2.1b 2c'],
  ['three players, one of them out', line(start, '', '1a 2b 3c 1d 3e'), '1.1a 2b 3c 2.1d 3e'],
  ['a variation', line(line(start, '', '1a 2b 1c'), '1a', '2d 1e'), '1.1a 2b (1…2d 2.1e) 2.1c'],
  ['a line goes on after a variation', line(line(start, '', '1a 2b'), '', '1c 2d'), '1.1a (1.1c 2d) 1…2b'],
  ['a variation of a variation', line(line(line(start, '', '1a 2b'), '1a', '2c 1d'), '1a 2c', '1e'), '1.1a 2b (1…2c 2.1d (2.1e))'],
])('%s', (_name, tree, text) => {
  expect(show(layoutTree(tree))).toBe(text)
})

it('names every move by its path', () => {
  const tree = line(line(start, '', '1a 2b'), '1a', '2c 1d')
  const variations = layoutTree(tree)[1]
  const first = variations?.kind === 'variations' ? variations.lines[0]?.[0] : null
  expect(first?.kind === 'moves' && first.items.map((item) => item.path)).toEqual([['1a', '2c'], ['1a', '2c', '1d']])
})

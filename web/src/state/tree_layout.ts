// A tree of moves laid out to be read: lines of moves, with the variations of a move between it and what follows.
import type { Path, Tree, TreeNode } from './tree.ts'

export interface Item {
  node: TreeNode
  path: string[]
  number: string // '3.' where a round begins, '3…' where moves begin in the middle of one, else ''
}
export type Block = { kind: 'moves'; items: Item[] } | { kind: 'variations'; lines: Block[][] }

interface Count { round: number; last: number } // the round under way, and who moved last

// A round ends when a player moves who comes before the one who has moved last.
function next(count: Count, player: number): Count {
  return { round: player < count.last ? count.round + 1 : count.round, last: player }
}

function numberOf(before: Count, after: Count, first: boolean): string {
  if (after.round > before.round) return `${after.round}.`
  return first ? `${after.round}…` : ''
}

// A line that begins with the first of some nodes, the others being variations of that move.
function lineOf(start: TreeNode[], before: Path, counted: Count): Block[] {
  const blocks: Block[] = []
  let items: Item[] = [], path = [...before], count = counted
  for (let [node, ...others] = start; node; [node, ...others] = node.children) {
    const after = next(count, node.player)
    items.push({ node, path: [...path, node.move], number: numberOf(count, after, items.length === 0) })
    if (others.length > 0) {
      const from = path, then = count
      blocks.push({ kind: 'moves', items }, { kind: 'variations', lines: others.map((other) => lineOf([other], from, then)) })
      items = []
    }
    path = [...path, node.move]
    count = after
  }
  if (items.length > 0) blocks.push({ kind: 'moves', items })
  return blocks
}

export function layoutTree(tree: Tree): Block[] {
  return lineOf(tree.root.children, [], { round: 0, last: Infinity })
}

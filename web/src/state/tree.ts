// A game under analysis: a tree of moves with comments, marks and values. Plain data and functions that give new data. A
// point of the tree is named by the moves that lead there, which is also how the rules are asked about it; no two
// children of a point have the same move.
import type { At, RecordNode, RecordTree } from '../core/types.ts'

// As in records: for the player who made the move. `proven`: for certain, with mate 0 a draw; records do not say it.
export interface Value { centi: number; mate: number; proven?: boolean }
export interface TreeNode {
  move: string // '' at the root
  player: number // who made it, 0 at the root
  children: TreeNode[] // the first one goes on with the line
  comment: string
  marks: number[] // as in PGN, $1 is 1
  value: Value | null
  chances: number[] // what every player can expect after the move, for more than two players; else empty
  clock: number | null // left to the player, in milliseconds
}
export interface Tree { spec: string; first: string; tags: [string, string][]; root: TreeNode }
export type Path = readonly string[]

export const limits = { comment: 4000 /* bytes */, marks: 8, line: 8192, moves: 65536 }

export function newNode(move: string, player: number): TreeNode {
  return { move, player, children: [], comment: '', marks: [], value: null, chances: [], clock: null }
}

export function newTree(spec: string, first = ''): Tree {
  return { spec, first, tags: [], root: newNode('', 0) }
}

export function atOf(tree: Tree, path: Path): At {
  return { spec: tree.spec, first: tree.first, moves: [...path] }
}

// ---- Finding ---------------------------------------------------------------------------------------------------------

function childBy(node: TreeNode, move: string | undefined): TreeNode | null {
  return node.children.find((child) => child.move === move) ?? null
}

// The nodes along a path, the root first; as many of them as there are.
export function nodesAlong(tree: Tree, path: Path): TreeNode[] {
  const nodes = [tree.root]
  for (const move of path) {
    const next = childBy(nodes[nodes.length - 1] as TreeNode, move)
    if (!next) break
    nodes.push(next)
  }
  return nodes
}

export function nodeAt(tree: Tree, path: Path): TreeNode | null {
  const nodes = nodesAlong(tree, path)
  return nodes.length === path.length + 1 ? (nodes.at(-1) ?? null) : null
}

// The path as far as the tree has it.
export function existing(tree: Tree, path: Path): string[] {
  return path.slice(0, nodesAlong(tree, path).length - 1)
}

// The path, and on along the first moves to the end of that line.
export function lineThrough(tree: Tree, path: Path): string[] {
  const line = [...path]
  for (let node = nodeAt(tree, path)?.children[0]; node; node = node.children[0]) line.push(node.move)
  return line
}

export function isMain(tree: Tree, path: Path): boolean {
  return nodesAlong(tree, path).every((node, i) => node.children.length === 0 || i >= path.length || node.children[0]?.move === path[i])
}

export function samePath(a: Path, b: Path): boolean {
  return a.length === b.length && a.every((move, i) => move === b[i])
}

function startsWith(path: Path, beginning: Path): boolean {
  return path.length >= beginning.length && beginning.every((move, i) => move === path[i])
}

// Lines may be thousands of moves long: what follows goes along them without recursion, and recurses into variations only.

export function countMoves(node: TreeNode): number {
  let count = 0
  for (const waiting = [node]; waiting.length > 0; ) {
    const next = waiting.pop() as TreeNode
    count += next.children.length
    waiting.push(...next.children)
  }
  return count
}

interface Branching<T> { children: T[] }

// A tree made from another one, node by node.
function mapNodes<From extends Branching<From>, To>(root: From, make: (node: From, children: To[]) => To): To {
  const line = [root]
  for (let first = root.children[0]; first; first = first.children[0]) line.push(first)
  return line.reduceRight<To[]>((following, node) => {
    const others = node.children.slice(1).map((other) => mapNodes(other, make))
    return [make(node, [...following, ...others])]
  }, [])[0] as To
}

// ---- Walking ---------------------------------------------------------------------------------------------------------

export type Direction = 'back' | 'on' | 'start' | 'end' | 'above' | 'below'

// Where a key leads: along the line, or to the variation above or below the one the point is in, that is to another move
// in the place of the nearest one that has one there.
export function walk(tree: Tree, path: Path, direction: Direction): string[] {
  switch (direction) {
    case 'back':
      return path.slice(0, -1)
    case 'on':
      return lineThrough(tree, path).slice(0, path.length + 1)
    case 'start':
      return []
    case 'end':
      return lineThrough(tree, path)
    case 'above':
      return besideNearest(tree, path, -1)
    case 'below':
      return besideNearest(tree, path, 1)
  }
}

function besideNearest(tree: Tree, path: Path, by: number): string[] {
  const nodes = nodesAlong(tree, path)
  for (let i = path.length - 1; i >= 0; i--) {
    const children = nodes[i]?.children ?? []
    const other = children[children.findIndex((child) => child.move === path[i]) + by]
    if (other) return [...path.slice(0, i), other.move]
  }
  return [...path]
}

// ---- Changing --------------------------------------------------------------------------------------------------------

// The tree with one node changed; the same tree when there is no such node.
export function changeNode(tree: Tree, path: Path, change: (node: TreeNode) => TreeNode): Tree {
  const nodes = nodesAlong(tree, path), last = nodes.pop()
  if (!last || nodes.length !== path.length) return tree
  const changed = change(last)
  const root = nodes.reduceRight((below, node, i) => ({ ...node, children: node.children.map((child) => (child.move === path[i] ? below : child)) }), changed)
  return changed === last ? tree : { ...tree, root }
}

// Adds a move after a point; nothing changes when it is there already.
export function addMove(tree: Tree, path: Path, move: string, player: number): Tree {
  if (path.length >= limits.line) return tree
  return changeNode(tree, path, (node) => (childBy(node, move) ? node : { ...node, children: [...node.children, newNode(move, player)] }))
}

// Adds the moves of a line one after the other.
export function addLine(tree: Tree, path: Path, line: readonly { move: string; player: number }[]): Tree {
  let grown = tree
  const at = [...path]
  for (const { move, player } of line) {
    grown = addMove(grown, at, move, player)
    at.push(move)
  }
  return grown
}

// Takes a move and all that follows away.
export function remove(tree: Tree, path: Path): Tree {
  if (path.length === 0) return tree
  const move = path.at(-1)
  return changeNode(tree, path.slice(0, -1), (node) => ({ ...node, children: node.children.filter((child) => child.move !== move) }))
}

function moveUp(node: TreeNode, move: string, to: number): TreeNode {
  const child = childBy(node, move)
  if (!child) return node
  const others = node.children.filter((other) => other !== child)
  return { ...node, children: [...others.slice(0, to), child, ...others.slice(to)] }
}

// The point where the innermost variation that a point is in leaves the line above it; null in the main line.
export function leaving(tree: Tree, path: Path): string[] | null {
  const nodes = nodesAlong(tree, path)
  for (let i = path.length - 1; i >= 0; i--) if (nodes[i]?.children[0]?.move !== path[i]) return path.slice(0, i + 1)
  return null
}

// Puts the variation that a point is in one place higher.
export function promote(tree: Tree, path: Path): Tree {
  const from = leaving(tree, path)
  if (!from) return tree
  const move = from.at(-1) ?? ''
  return changeNode(tree, from.slice(0, -1), (node) =>
    moveUp(node, move, node.children.findIndex((child) => child.move === move) - 1))
}

// Makes the way to a point the main line.
export function makeMain(tree: Tree, path: Path): Tree {
  return path.reduce((changed, move, i) => changeNode(changed, path.slice(0, i), (node) => moveUp(node, move, 0)), tree)
}

// A comment as records can hold it: without the brace that would end it, nothing that looks like a value or a clock, every
// white space one space.
export function tidyComment(text: string): string {
  const tidy = text.replace(/\}/g, ')').replace(/\[%/g, '[ %').replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return tidy.slice(0, new TextEncoder().encodeInto(tidy, new Uint8Array(limits.comment)).read)
}

export function setComment(tree: Tree, path: Path, text: string): Tree {
  return changeNode(tree, path, (node) => ({ ...node, comment: tidyComment(text) }))
}

// Marks for how good a move is; a move has at most one of them.
export const qualities = [3, 1, 5, 6, 2, 4] as const
const signs: Record<number, string> = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' }

export function isQuality(mark: number): boolean {
  return signs[mark] !== undefined
}

export function signOf(mark: number): string {
  return signs[mark] ?? `$${mark}`
}

// Sets one of the marks for quality, or takes it away when it is set.
export function toggleMark(tree: Tree, path: Path, mark: number): Tree {
  if (path.length === 0) return tree
  return changeNode(tree, path, (node) => {
    const others = node.marks.filter((other) => !isQuality(other))
    const set = !node.marks.includes(mark) && others.length < limits.marks
    return { ...node, marks: set ? [mark, ...others] : others }
  })
}

export function tagOf(tree: Tree, name: string): string {
  return tree.tags.find(([other]) => other === name)?.[1] ?? ''
}

// A path after a change of the tree that may have taken its end away.
export function pathAfterRemoval(path: Path, removed: Path): string[] {
  return startsWith(path, removed) && removed.length > 0 ? removed.slice(0, -1) : [...path]
}

// ---- Records ---------------------------------------------------------------------------------------------------------

export function fromRecord(record: RecordTree): Tree {
  const root = mapNodes<RecordNode, TreeNode>(record.root, ({ move, player, comment, marks, centi, mate, clock }, children) => {
    const value = centi === null && mate === null ? null : { centi: centi ?? 0, mate: mate ?? 0 }
    return { move, player, children, comment, marks, value, chances: [], clock }
  })
  return { spec: record.spec, first: record.first, tags: record.tags, root }
}

export function toRecord(tree: Tree): RecordTree {
  const root = mapNodes<TreeNode, RecordNode>(tree.root, ({ move, player, comment, marks, value, clock }, children) => {
    const centi = value && value.mate === 0 ? value.centi : null, mate = value && value.mate !== 0 ? value.mate : null
    return { move, player, children, comment, marks, centi, mate, clock }
  })
  return { spec: tree.spec, first: tree.first, tags: tree.tags, root }
}

// What records cannot hold, the chances of several players, node by node; and back into the same tree.
export function chancesOf(tree: Tree): number[][] {
  const all: number[][] = []
  mapNodes<TreeNode, void>(tree.root, (node) => void all.push(node.chances))
  return all
}

export function withChances(tree: Tree, all: readonly number[][]): Tree {
  if (all.length !== countMoves(tree.root) + 1) return tree
  const rest = all.values()
  const root = mapNodes<TreeNode, TreeNode>(tree.root, (node, children) => ({ ...node, children, chances: rest.next().value ?? [] }))
  return { ...tree, root }
}

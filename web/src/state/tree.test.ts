import { describe, expect, it } from 'vitest'
import type { RecordNode } from '../core/types.ts'
import {
  addLine, addMove, atOf, chancesOf, changeNode, countMoves, existing, fromRecord, isMain, leaving, lineThrough, makeMain, newTree, nodeAt, pathAfterRemoval,
  promote, remove, samePath, setComment, signOf, tagOf, tidyComment, toggleMark, toRecord, walk, withChances, type Direction, type Tree, type TreeNode,
} from './tree.ts'
import { layoutTree } from './tree_layout.ts'

// A tree from its text: moves in turn, variations of the last move in parentheses.
function grow(text: string): Tree {
  let tree = newTree('siam')
  let path: string[] = []
  const outer: string[][] = []
  for (const word of text.match(/[()]|[^\s()]+/g) ?? []) {
    if (word === '(') {
      outer.push(path)
      path = path.slice(0, -1)
    } else if (word === ')') path = outer.pop() ?? []
    else {
      tree = addMove(tree, path, word, (path.length % 2) + 1)
      path = [...path, word]
    }
  }
  return tree
}

// And back.
function show(tree: Tree): string {
  const line = (node: TreeNode): string => {
    const [first, ...others] = node.children
    if (!first) return ''
    const variations = others.map((other) => ` (${other.move}${line(other)})`).join('')
    return ` ${first.move}${variations}${line(first)}`
  }
  return line(tree.root).trim()
}

const tree = grow('a b (c d (e) f) (g) h i')

it('grows', () => {
  expect(show(tree)).toBe('a b (c d (e) f) (g) h i')
  expect(countMoves(tree.root)).toBe(9)
})

describe('adding', () => {
  it('changes nothing when the move is there', () => {
    expect(show(addMove(tree, ['a'], 'c', 2))).toBe(show(tree))
  })
  it('goes on with a line', () => {
    expect(show(addMove(tree, ['a', 'g'], 'x', 1))).toBe('a b (c d (e) f) (g x) h i')
  })
  it('begins a variation', () => {
    expect(show(addMove(tree, [], 'x', 1))).toBe('a (x) b (c d (e) f) (g) h i')
  })
  it('adds nothing where there is no such point', () => {
    expect(addMove(tree, ['x'], 'y', 1)).toBe(tree)
  })
  it('adds a line, of which a part is there', () => {
    const line = ['c', 'd', 'y', 'z'].map((move) => ({ move, player: 1 }))
    expect(show(addLine(tree, ['a'], line))).toBe('a b (c d (e) f (y z)) (g) h i')
  })
  it('leaves the tree it was given as it is', () => {
    addMove(tree, ['a'], 'x', 2)
    expect(show(tree)).toBe('a b (c d (e) f) (g) h i')
  })
})

describe('finding', () => {
  it('knows who made a move', () => {
    expect(nodeAt(tree, ['a', 'b'])?.player).toBe(2)
    expect(nodeAt(tree, ['a', 'x'])).toBeNull()
  })
  it('knows the lines', () => {
    expect(lineThrough(tree, [])).toEqual(['a', 'b', 'h', 'i'])
    expect(lineThrough(tree, ['a', 'c'])).toEqual(['a', 'c', 'd', 'f'])
    expect(isMain(tree, ['a', 'b'])).toBe(true)
    expect(isMain(tree, ['a', 'g'])).toBe(false)
    expect(isMain(tree, [])).toBe(true)
  })
  it('follows a path as far as it goes', () => {
    expect(existing(tree, ['a', 'c', 'x', 'd'])).toEqual(['a', 'c'])
  })
  it('asks about a point', () => {
    expect(atOf(newTree('siam', 'p'), ['a'])).toEqual({ spec: 'siam', first: 'p', moves: ['a'] })
  })
  it('compares paths', () => {
    expect(samePath(['a', 'b'], ['a', 'b'])).toBe(true)
    expect(samePath(['a'], ['a', 'b'])).toBe(false)
  })
})

describe('walking', () => {
  it.each<[string, Direction, string]>([
    ['a b', 'back', 'a'],
    ['', 'back', ''],
    ['a', 'on', 'a b'],
    ['a b h i', 'on', 'a b h i'],
    ['a c d', 'start', ''],
    ['a c', 'end', 'a c d f'],
    ['a b', 'below', 'a c'],
    ['a c', 'below', 'a g'],
    ['a g', 'below', 'a g'],
    ['a c', 'above', 'a b'],
    ['a b h i', 'below', 'a c'],
    ['a c d f', 'above', 'a b'],
    ['a c e', 'above', 'a c d'],
    ['', 'below', ''],
  ])('%s %s', (from, direction, to) => {
    const words = (text: string): string[] => text.split(' ').filter((word) => word !== '')
    expect(walk(tree, words(from), direction)).toEqual(words(to))
  })
})

describe('removing', () => {
  it('takes all that follows away', () => {
    expect(show(remove(tree, ['a', 'c', 'd']))).toBe('a b (c e) (g) h i')
  })
  it('lets a variation take the place of a line', () => {
    expect(show(remove(tree, ['a', 'b']))).toBe('a c (g) d (e) f')
  })
  it('never takes the beginning', () => {
    expect(remove(tree, [])).toBe(tree)
  })
  it.each([
    [['a', 'b', 'h'], ['a', 'b'], ['a']],
    [['a', 'c'], ['a', 'b'], ['a', 'c']],
    [['a'], ['a'], []],
    [['a'], [], ['a']],
  ])('leads from %o, when %o goes, to %o', (path, removed, expected) => {
    expect(pathAfterRemoval(path, removed)).toEqual(expected)
  })
})

describe('promoting', () => {
  it('knows where a variation leaves', () => {
    expect(leaving(tree, ['a', 'c', 'd', 'f'])).toEqual(['a', 'c'])
    expect(leaving(tree, ['a', 'c', 'e'])).toEqual(['a', 'c', 'e'])
    expect(leaving(tree, ['a', 'b'])).toBeNull()
  })
  it('puts a variation one place higher', () => {
    expect(show(promote(tree, ['a', 'g']))).toBe('a b (g) (c d (e) f) h i')
    expect(show(promote(tree, ['a', 'c', 'd', 'f']))).toBe('a c (b h i) (g) d (e) f')
  })
  it('leaves the main line', () => {
    expect(promote(tree, ['a', 'b', 'h'])).toBe(tree)
  })
  it('makes a way the main line', () => {
    expect(show(makeMain(tree, ['a', 'c', 'e']))).toBe('a c (b h i) (g) e (d f)')
  })
})

describe('notes', () => {
  it('keeps comments as records can hold them', () => {
    expect(tidyComment('  one\n two\t{three}  ')).toBe('one two {three)')
    expect(tidyComment('[%eval +3] and [%clk')).toBe('[ %eval +3] and [ %clk')
    expect(new TextEncoder().encode(tidyComment('\u{6f22}'.repeat(2000))).length).toBe(3999)
    expect(tidyComment('\u{1f600}'.repeat(2000))).toBe('\u{1f600}'.repeat(1000))
    expect(nodeAt(setComment(tree, ['a'], 'first '), ['a'])?.comment).toBe('first')
    expect(setComment(tree, [], 'at the start').root.comment).toBe('at the start')
  })
  it('has one mark for quality at most', () => {
    const once = toggleMark(changeNode(tree, ['a'], (node) => ({ ...node, marks: [2, 13] })), ['a'], 1)
    expect(nodeAt(once, ['a'])?.marks).toEqual([1, 13])
    expect(nodeAt(toggleMark(once, ['a'], 1), ['a'])?.marks).toEqual([13])
    expect(toggleMark(tree, [], 1)).toBe(tree)
  })
  it.each([[1, '!'], [4, '??'], [6, '?!'], [13, '$13']])('writes mark %i', (mark, sign) => {
    expect(signOf(mark)).toBe(sign)
  })
  it('finds tags', () => {
    const tagged: Tree = { ...tree, tags: [['Event', 'y']] }
    expect(tagOf(tagged, 'Event')).toBe('y')
    expect(tagOf(tagged, 'Site')).toBe('')
  })
})

describe('records', () => {
  it('come back as they were', () => {
    const noted = changeNode(changeNode(tree, ['a'], (node) => ({ ...node, value: { centi: 35, mate: 0 }, clock: 1000 })), ['a', 'b'], (node) => ({
      ...node, value: { centi: 0, mate: -4 }, marks: [4], comment: 'oh',
    }))
    expect(fromRecord(toRecord(noted))).toEqual(noted)
  })
  it('tell centi or mate, or neither', () => {
    const record = toRecord(changeNode(tree, ['a'], (node) => ({ ...node, value: { centi: 0, mate: 3 } })))
    expect(record.root.children[0]).toMatchObject({ centi: null, mate: 3 })
    expect(record.root).toMatchObject({ centi: null, mate: null })
  })
})

it('chances come back to their moves', () => {
  let told = tree
  for (const [i, path] of [['a'], ['a', 'c', 'd', 'f'], ['a', 'b', 'h', 'i']].entries())
    told = changeNode(told, path, (node) => ({ ...node, chances: [i, 0, 1] }))
  const bare = fromRecord(toRecord(told))
  expect(withChances(bare, chancesOf(told))).toEqual(told)
  expect(withChances(bare, [[1]])).toBe(bare)
})

it('copes with very long lines', () => {
  const empty = toRecord(newTree('siam'))
  let node: RecordNode | null = null
  for (let i = 8000; i > 0; i--) node = { ...empty.root, move: `m${i}`, player: 1, children: node ? [node] : [] }
  const long = fromRecord({ ...empty, root: { ...empty.root, children: node ? [node] : [] } })
  const line = lineThrough(long, [])
  expect(countMoves(long.root)).toBe(8000)
  expect(line.length).toBe(8000)
  expect(nodeAt(setComment(long, line, 'end'), line)?.comment).toBe('end')
  expect(layoutTree(long).length).toBe(1)
})

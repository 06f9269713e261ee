// Values and marks in words.
import type { Game } from '../../core/types.ts'
import { said } from '../../state/judge.ts'
import { signOf, type TreeNode, type Value } from '../../state/tree.ts'
import { playerName } from '../../ui/names.ts'
import { a } from './texts.ts'

export interface Spoken { player: number; short: string; long: string }

// A value for a player, short for the eye and long for the ear.
export function spoken(value: Value, player: number, game: Game, players: number): Spoken {
  const what = said(value, player, players)
  const short = what.kind === 'chance' ? a('value.chance', { percent: what.percent }) : a(`value.${what.kind}`, { n: what.plies })
  return { player: what.player, short, long: a('value.said', { player: playerName(game, what.player), what: short }) }
}

export function markWords(mark: number): string {
  switch (mark) {
    case 1: case 2: case 3: case 4: case 5: case 6:
      return a(`mark.${mark}`)
    default:
      return signOf(mark)
  }
}

// A move with all that is noted of it, as it is read out.
export function moveWords(node: TreeNode, number: string, game: Game): string {
  const move = a('tree.item', { number, move: node.move, player: playerName(game, node.player) }).trim()
  return [move, ...node.marks.map(markWords), node.comment].filter((part) => part !== '').join(', ')
}

const thousands = [{ from: 1e9, sign: 'G' }, { from: 1e6, sign: 'M' }, { from: 1e3, sign: 'k' }]

// 1234567 as 1.2 M, in the way of the language.
export function countWords(count: number, language: string): string {
  const unit = thousands.find(({ from }) => count >= from)
  const format = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 })
  return unit ? `${format.format(count / unit.from)} ${unit.sign}` : format.format(count)
}

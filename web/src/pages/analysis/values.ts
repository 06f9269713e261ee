// Values and marks in words.
import type { Game, Line } from '../../core/types.ts'
import { said, type Said } from '../../state/judge.ts'
import { signOf, type TreeNode, type Value } from '../../state/tree.ts'
import { playerName } from '../../ui/names.ts'
import { a } from './texts.ts'

export interface Spoken { player: number; short: string; long: string }

function shortWords(what: Said): string {
  switch (what.kind) {
    case 'chance': return a('value.chance', { percent: what.percent })
    case 'draw': return a('value.draw')
    case 'win': case 'loss': return a(what.atMost && what.turns > 1 ? `value.${what.kind}most` : `value.${what.kind}`, { n: what.turns })
  }
}

// A value for a player, short for the eye and long for the ear. A draw is for nobody: player 0.
export function spoken(value: Value & Partial<Pick<Line, 'turns' | 'atMost'>>, player: number, game: Game, players: number): Spoken {
  const what = said(value, player, players), short = shortWords(what)
  const whole = what.player === 0 ? short : a('value.said', { player: playerName(game, what.player), what: short })
  return { player: what.player, short, long: value.proven ? a('value.proven', { what: whole }) : whole }
}

export function markWords(mark: number): string {
  switch (mark) {
    case 1: case 2: case 3: case 4: case 5: case 6:
      return a(`mark.${mark}`)
    default:
      return signOf(mark)
  }
}

// What somebody has been reproached with: so many of each kind.
export function faultWords(marks: readonly number[]): string {
  const kinds = ([4, 2, 6] as const).map((mark) => ({ mark, n: marks.filter((each) => each === mark).length }))
  return kinds.filter(({ n }) => n > 0).map(({ mark, n }) => a(`fault.${mark}`, { n })).join(', ') || a('whole.clean')
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

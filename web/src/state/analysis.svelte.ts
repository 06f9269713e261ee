// The analysis board: some games, one of them open at some point. Every change is kept in the browser at once, as the text
// of a record, so that it is checked by the rules when it is read again.
import type { At, Rules, View } from '../core/types.ts'
import { valueOf, withVerdict } from './judge.ts'
import { linkOfAt, linkOfRecord } from './link.ts'
import {
  addLine, addMove, atOf, chancesOf, changeNode, existing, fromRecord, lineThrough, makeMain, newTree, nodeAt, pathAfterRemoval, promote, remove, samePath, setComment, tagOf,
  tidyComment, toggleMark, toRecord, walk, withChances, type Direction, type Path, type Tree, type TreeNode,
} from './tree.ts'
import type { Analyst } from './analyst.svelte.ts'

export interface Trouble { message: string; at: number }
interface Moment { games: Tree[]; index: number; path: string[] }
export interface Kept { text: string; index: number; path: string[]; chances: number[][] } // chances: of the game that is open

const variationMoves = 8
const undoable = 60

export interface Surroundings {
  rules: Rules
  analyst: Analyst
  save: (kept: Kept) => void
  arrived: (view: View) => void // another point is shown
}

export class Analysis {
  games: Tree[] = $state.raw([newTree('siam')])
  index = $state(0)
  path: string[] = $state.raw([])
  view: View | null = $state.raw(null)
  failure = $state('')
  remark = $state('') // what was put right in the games that were opened, until they are changed
  awaiting = $state(false) // the rules have been asked for another view than the one that is shown
  private past: Moment[] = $state.raw([])
  private readonly around: Surroundings
  private readonly texts = new WeakMap<Tree, string>()
  private turn = 0
  private commented: TreeNode | null = null // whose comment was changed last
  private saving: Promise<void> = Promise.resolve()

  constructor(around: Surroundings) {
    this.around = around
  }

  get tree(): Tree {
    return this.games[this.index] as Tree
  }

  get canUndo(): boolean {
    return this.past.length > 0
  }

  at(): At {
    return atOf(this.tree, this.path)
  }

  // ---- Opening -------------------------------------------------------------------------------------------------------

  // Opens games in the place of those that are open. They must not be empty.
  async open(games: Tree[], path: Path = []): Promise<void> {
    this.remember()
    await this.become({ games, index: 0, path: [...path] })
  }

  // Opens a game up to some point, once the rules have agreed.
  async openAt(at: At): Promise<Trouble | null> {
    const answer = await this.around.rules.view(at)
    if (!answer.ok) return answer
    const { spec, first, moves } = answer.value.at
    const players = await this.playersOf({ spec, first, moves: [] }, moves)
    const tree = addLine(newTree(spec, first), [], moves.map((move, i) => ({ move, player: players[i] ?? 0 })))
    await this.open([tree], moves)
    return null
  }

  // A text without games is trouble without a message.
  async openText(text: string): Promise<Trouble | null> {
    const answer = await this.around.rules.readRecord(text)
    if (!answer.ok) return answer
    if (answer.value.length === 0) return { message: '', at: -1 }
    await this.open(answer.value.map(fromRecord))
    this.remark = answer.value.map(({ remark = '' }) => remark).find((remark) => remark !== '') ?? ''
    return null
  }

  // Opens what was kept; nothing changes when it cannot be read any more.
  async reopen(kept: Kept): Promise<void> {
    const answer = await this.around.rules.readRecord(kept.text)
    const games = answer.ok ? answer.value.map(fromRecord) : []
    const index = Math.min(kept.index, games.length - 1), tree = games[index]
    if (tree) await this.become({ games: games.with(index, withChances(tree, kept.chances)), index, path: existing(tree, kept.path) })
  }

  async choose(index: number): Promise<void> {
    if (this.games[index]) await this.become({ games: this.games, index, path: [] })
  }

  async undo(): Promise<void> {
    const last = this.past.at(-1)
    if (!last) return
    this.past = this.past.slice(0, -1)
    await this.become(last)
  }

  // ---- Moving about --------------------------------------------------------------------------------------------------

  async goTo(path: Path): Promise<void> {
    if (!nodeAt(this.tree, path)) return
    this.path = [...path]
    await this.show()
  }

  async step(direction: Direction): Promise<void> {
    const to = walk(this.tree, this.path, direction)
    if (to.length !== this.path.length || to.some((move, i) => move !== this.path[i])) await this.goTo(to)
  }

  // Makes a move from the point that is shown.
  async move(move: string): Promise<void> {
    const view = this.view
    if (!view || this.awaiting || !view.choices.some((choice) => choice.move === move)) return
    if (!nodeAt(this.tree, [...this.path, move])) this.change(addMove(this.tree, this.path, move, view.player))
    await this.goTo([...this.path, move])
  }

  // Makes several moves from the point that is shown, such as those of a line of the engine.
  async play(moves: string[]): Promise<void> {
    if (this.awaiting) return
    const path = this.path, players = await this.playersOf(this.at(), moves)
    this.change(addLine(this.tree, path, moves.map((move, i) => ({ move, player: players[i] ?? 0 }))))
    await this.goTo([...path, ...moves])
  }

  // ---- Changing ------------------------------------------------------------------------------------------------------

  async remove(path: Path): Promise<void> {
    if (path.length === 0) return
    this.change(remove(this.tree, path))
    await this.goTo(pathAfterRemoval(this.path, path))
  }

  promote(path: Path): void {
    this.change(promote(this.tree, path))
  }

  makeMain(path: Path): void {
    this.change(makeMain(this.tree, path))
  }

  // To be called with every letter; what is typed without a pause for something else is undone at once.
  comment(path: Path, text: string): void {
    const node = nodeAt(this.tree, path)
    if (!node || node.comment === tidyComment(text)) return
    const goesOn = node === this.commented
    const before = this.past
    this.change(setComment(this.tree, path, text))
    if (goesOn) this.past = before
    this.commented = nodeAt(this.tree, path)
  }

  mark(path: Path, mark: number): void {
    this.change(toggleMark(this.tree, path, mark))
  }

  // Lets the engine judge the line that is shown, and notes what it says.
  async judge(ms: number): Promise<boolean> {
    const index = this.index, line = lineThrough(this.tree, this.path), game = atOf(this.tree, line)
    const judged = await this.around.analyst.judge(game, ms)
    if (!judged || this.index !== index || !nodeAt(this.tree, line)) return false
    const first = judged.findings[0]?.news
    let tree = changeNode(this.tree, [], (node) => (first?.lines[0] ? { ...node, value: judged.first, chances: first.chances } : node))
    for (const [i, verdict] of judged.verdicts.entries()) {
      tree = changeNode(tree, line.slice(0, i + 1), (node) => withVerdict(node, verdict))
      const best = judged.findings[i]?.news?.lines[0]
      if (verdict.mark === null || !best) continue
      const before = { ...game, moves: line.slice(0, i) }, moves = best.moves.slice(0, variationMoves)
      const players = await this.playersOf(before, moves)
      tree = addLine(tree, before.moves, moves.map((move, k) => ({ move, player: players[k] ?? 0 })))
      tree = changeNode(tree, [...before.moves, moves[0] ?? ''], (node) => ({ ...node, value: valueOf(best) }))
    }
    this.change(tree)
    return true
  }

  // ---- Giving away ---------------------------------------------------------------------------------------------------

  async textOf(tree: Tree): Promise<string> {
    const known = this.texts.get(tree)
    if (known !== undefined) return known
    const answer = await this.around.rules.writeRecord(toRecord(tree))
    if (!answer.ok) throw new Error(answer.message)
    this.texts.set(tree, answer.value)
    return answer.value
  }

  async textOfAll(): Promise<string> {
    const texts: string[] = []
    for (const tree of this.games) texts.push(await this.textOf(tree))
    return texts.join('')
  }

  // The part of a link after the #: the position that is shown alone, or the game; null when it is too long.
  async link(kind: 'position' | 'game'): Promise<string | null> {
    if (kind === 'position') return linkOfAt({ spec: this.tree.spec, first: this.view?.position ?? '', moves: [] })
    return linkOfRecord(await this.textOf(this.tree))
  }

  title(tree: Tree): string {
    const names = [1, 2, 3, 4].map((player) => tagOf(tree, `Player${player}`)).filter((name) => name !== '')
    return [names.join(' – '), tagOf(tree, 'Event'), tagOf(tree, 'Date')].filter((part) => part !== '').join(', ')
  }

  // ---- Inside --------------------------------------------------------------------------------------------------------

  // Who makes each of some moves from a point on.
  private async playersOf(at: At, moves: readonly string[]): Promise<number[]> {
    const players: number[] = []
    for (let i = 0; i < moves.length; i++) {
      const answer = await this.around.rules.view({ ...at, moves: [...at.moves, ...moves.slice(0, i + 1)] })
      players.push(answer.ok ? (answer.value.last?.player ?? 0) : 0)
    }
    return players
  }

  private remember(): void {
    this.past = [...this.past.slice(1 - undoable), { games: this.games, index: this.index, path: this.path }]
  }

  private change(tree: Tree): void {
    if (tree === this.tree) return
    this.remember()
    this.remark = ''
    this.games = this.games.with(this.index, tree)
    this.keep()
  }

  private async become(moment: Moment): Promise<void> {
    this.remark = ''
    this.games = moment.games
    this.index = moment.index
    this.path = moment.path
    await this.show()
  }

  // Asks again about the point that is shown: the rules speak another language now, or nothing was shown yet.
  async show(): Promise<void> {
    const turn = ++this.turn
    this.awaiting = true
    const answer = await this.around.rules.view(this.at())
    if (turn !== this.turn) return
    this.awaiting = false
    this.failure = answer.ok ? '' : answer.message
    if (answer.ok) {
      const moved = this.view !== null && !sameAt(this.view.at, answer.value.at)
      this.view = answer.value
      this.around.analyst.look(answer.value.player === 0 ? null : answer.value.at)
      if (moved) this.around.arrived(answer.value)
    }
    this.keep()
  }

  // Keeps everything as it stands at the end of what is under way.
  private keep(): void {
    const turn = this.games, point = this.path
    this.saving = this.saving.then(async () => {
      if (turn !== this.games || point !== this.path) return
      const text = await this.textOfAll().catch((error: Error) => {
        this.failure = error.message
        return null
      })
      if (text !== null) this.around.save({ text, index: this.index, path: this.path, chances: chancesOf(this.tree) })
    })
  }
}

function sameAt(one: At, other: At): boolean {
  return one.spec === other.spec && one.first === other.first && samePath(one.moves, other.moves)
}

// The rules as the page asks for them: typed questions over texts that go to the library.
import type { Answer, At, Draft, Game, Language, Lesson, RecordNode, RecordTree, Rules, Step, View } from './types.ts'

// Asks one function of the library, wherever it runs.
export type Ask = (name: string, argument: string) => Promise<string>

// The words of a text that must not break the lines it stands in.
const oneLine = (text: string): string => text.replace(/[\n\r\0]/g, ' ')

export const atText = (at: At): string => [at.spec, at.first, at.moves.join(' ')].map(oneLine).join('\n')

const stepsText = (steps: Step[]): string => steps.map((step) => (step.item ? ':' : '') + step.name).join(' ')

// Pieces and fields, one a line: p kind player place level facing spent; f key value.
export function draftText(draft: Draft): string {
  const pieces = draft.pieces.map((piece) =>
    ['p', piece.kind, piece.player, piece.place, piece.level, piece.facing || '-', piece.spent ? 1 : 0].join(' '),
  )
  const fields = draft.fields.map((field) => `f ${field.key} ${oneLine(field.value)}`)
  return [...pieces, ...fields].join('\n')
}

// Nodes in the order of the record, one a line, with tabs between: depth move marks centi mate clock comment.
function nodeLine(node: RecordNode, depth: number): string {
  const numbers = [node.centi, node.mate, node.clock].map((value) => (value === null ? '' : String(value)))
  return [depth, node.move, node.marks.join(' '), ...numbers, oneLine(node.comment).replaceAll('\t', ' ')].join('\t')
}

// Without recursion: a line may be thousands of moves long.
function nodeLines(root: RecordNode): string[] {
  const lines: string[] = []
  const waiting = [{ node: root, depth: 0 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next
    lines.push(nodeLine(node, depth))
    waiting.push(...node.children.map((child) => ({ node: child, depth: depth + 1 })).reverse())
  }
  return lines
}

export function recordText(record: RecordTree): string {
  const tags = record.tags.map(([name, value]) => `${oneLine(name)}\t${oneLine(value)}`)
  return [oneLine(record.spec), oneLine(record.first), ...tags, '', ...nodeLines(record.root)].join('\n')
}

export function valueOf<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(answer.message)
  return answer.value
}

export function rulesOver(ask: Ask, language: (language: Language) => Promise<void>): Rules {
  const parsed = async <T>(name: string, argument: string): Promise<T> => JSON.parse(await ask(name, argument)) as T
  return {
    language,
    games: () => parsed<Game[]>('games', ''),
    view: (at) => parsed<Answer<View>>('view', atText(at)),
    prompt: async (at, steps) => valueOf(await parsed<Answer<string>>('prompt', `${atText(at)}\n${stepsText(steps)}`)),
    deal: (at, seed) => parsed<Answer<string[]>>('deal', `${atText(at)}\n${Math.trunc(seed)}`),
    compose: (spec, draft) => parsed<Answer<string>>('compose', `${oneLine(spec)}\n${draftText(draft)}`),
    draft: (spec, position) => parsed<Answer<Draft>>('draft', `${oneLine(spec)}\n${oneLine(position)}`),
    readRecord: (text) => parsed<Answer<RecordTree[]>>('read_record', text),
    writeRecord: (record) => parsed<Answer<string>>('write_record', recordText(record)),
    svg: (at, turned) => parsed<Answer<string>>('svg', `${atText(at)}\n${turned ? 'turned' : ''}`),
    lesson: (text) => parsed<Answer<Lesson>>('lesson', text),
    perft: async (at, depth) => BigInt(valueOf(await parsed<Answer<string>>('perft', `${atText(at)}\n${depth}`))),
  }
}

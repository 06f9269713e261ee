// What a step of a lesson says to a move. All of it stands in the lesson; nothing is judged here.
import type { LessonStep, Words } from '../core/types.ts'

export type Verdict = { kind: 'right'; reply: string[] } | { kind: 'wrong'; why: Words | null }

export function judge(step: LessonStep, move: string): Verdict {
  const tried = step.tries.find((attempt) => attempt.moves.includes(move))
  if (tried) return { kind: 'wrong', why: tried.why }
  const answer = step.answers.find(({ any, moves }) => any || moves.includes(move))
  return answer ? { kind: 'right', reply: answer.reply } : { kind: 'wrong', why: step.otherwise }
}

// A text with its words in backquotes, which are what one writes, told apart.
export function pieces(text: string): { text: string; code: boolean }[] {
  return text.split('`').map((part, index) => ({ text: part, code: index % 2 === 1 })).filter((part) => part.text !== '')
}

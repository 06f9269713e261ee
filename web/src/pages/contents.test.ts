// What the pages show of the project's files follows the rules: lessons, puzzles, recorded games, diagrams.
import { describe, expect, it } from 'vitest'
import { stepCounts } from '../../plugins/lessons.ts'
import { readDiagrams } from '../../plugins/rules-pages.ts'
import { projectFile, testLibrary } from '../core/testing.ts'
import type { At, Words } from '../core/types.ts'
import { messages } from '../i18n/messages.ts'
import { gameIds } from '../state/routes.ts'
import { judge } from '../state/lesson.ts'
import { puzzlesOf } from './puzzles/texts.ts'
import { samples } from './samples.ts'

const { rules } = testLibrary()
const languages = ['en', 'fr'] as const

// The first word of a text, without what follows it: "Right!" and "Right, ..." begin alike.
const firstWord = (text: string): string => /^[\p{L}']+/u.exec(text)?.[0].toLowerCase() ?? ''

async function viewOf(at: At) {
  const answer = await rules.view(at)
  if (!answer.ok) throw new Error(answer.message)
  return answer.value
}

describe.each(gameIds)('the lesson of %s', async (game) => {
  const text = projectFile(`data/lessons/${game}.lesson`)
  const answer = await rules.lesson(text)
  const steps = answer.ok ? answer.value.steps : []

  it('has as many steps as the list of lessons says', () => {
    expect(steps.length).toBeGreaterThan(0)
    expect(stepCounts({ [game]: text })[game]).toBe(steps.length)
  })
  it.each(steps.map((step) => [step.title.en, step] as const))('step %s: what it accepts can be played, and its replies', async (_title, step) => {
    for (const { moves, reply } of step.answers)
      for (const move of moves) {
        expect(judge(step, move)).toEqual({ kind: 'right', reply })
        await viewOf({ spec: step.spec, first: step.position, moves: [move, ...reply] })
      }
  })
  it.each(steps.map((step) => [step.title.en, step] as const))('step %s: what it names as a mistake is one', (_title, step) => {
    for (const attempt of step.tries) for (const move of attempt.moves) expect(judge(step, move)).toEqual({ kind: 'wrong', why: attempt.why })
  })
  it.each(steps.map((step) => [step.title.en, step] as const))('step %s: its answers do not repeat the word before them', (_title, step) => {
    const doubles = (before: 'learn.right' | 'learn.wrong', after: (Words | null)[]): string[] =>
      languages.flatMap((language) =>
        after.flatMap((words) => (words && firstWord(words[language]) === firstWord(messages[before][language]) ? [words[language]] : [])),
      )
    expect(doubles('learn.right', [step.done])).toEqual([])
    expect(doubles('learn.wrong', [step.otherwise, ...step.tries.map((attempt) => attempt.why)])).toEqual([])
  })
})

describe.each(gameIds)('the puzzles of %s', async (game) => {
  const puzzles = await puzzlesOf(game)
  it('are twenty', () => {
    expect(new Set(puzzles.map((puzzle) => puzzle.id)).size).toBe(20)
  })
  it.each(puzzles.map((puzzle) => [puzzle.id, puzzle] as const))('%s can be solved', async (_id, puzzle) => {
    const view = await viewOf({ spec: puzzle.spec, first: puzzle.position, moves: puzzle.line })
    expect(puzzle.line.length).toBe(puzzle.plies)
    if (puzzle.kind === 'win' && game !== 'anneaux') expect(view.result.over).toBe(true)
  })
})

describe('the games on the first page', () => {
  it.each(gameIds)('%s is played to its end', async (game) => {
    expect((await viewOf(samples[game])).result.over).toBe(true)
  })
})

describe('the diagrams of the rules', () => {
  it.each([...readDiagrams(projectFile('scripts/rules-images'))])('%s', async (_name, { spec, first, moves, deal }) => {
    const dealt = deal === null ? null : await rules.deal({ spec, first, moves }, deal)
    const view = await viewOf({ spec, first, moves: dealt?.ok ? dealt.value : moves })
    expect(view.pieces.length).toBeGreaterThan(0)
    expect(view.setup && deal !== null).toBe(false)
  })
})

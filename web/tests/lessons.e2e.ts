// Every lesson completed: the right moves made on the board, and once a wrong one.
import { describe, expect } from 'vitest'
import { projectFile, testLibrary } from '../src/core/testing.ts'
import type { Choice, Lesson, LessonStep } from '../src/core/types.ts'
import { judge } from '../src/state/lesson.ts'
import { gameIds } from '../src/state/routes.ts'
import { choose } from './hands.ts'
import { test, type Visitor } from './harness.ts'

const { rules } = testLibrary()

async function lessonOf(game: string): Promise<Lesson> {
  const answer = await rules.lesson(projectFile(`data/lessons/${game}.lesson`))
  if (!answer.ok) throw new Error(answer.message)
  return answer.value
}

// A move of a step that is right, or wrong; null when there is none.
async function moveOf(step: LessonStep, kind: 'right' | 'wrong'): Promise<Choice | null> {
  const answer = await rules.view({ spec: step.spec, first: step.position, moves: [] })
  if (!answer.ok) throw new Error(answer.message)
  return answer.value.choices.find(({ move }) => judge(step, move).kind === kind) ?? null
}

async function answer(visitor: Visitor, step: LessonStep, kind: 'right' | 'wrong'): Promise<boolean> {
  const choice = await moveOf(step, kind)
  if (!choice) return false
  await choose(visitor.page, choice.steps)
  await visitor.page.locator(`main .said.${kind}`).waitFor()
  return true
}

describe.each(gameIds)('%s', (game) => {
  test('the lesson is completed', { language: game === 'khantsin' ? 'fr' : 'en' }, async (visitor) => {
    const { page } = visitor, { language } = visitor.visit, lesson = await lessonOf(game)
    let failed = 0
    await visitor.go(`/learn/${game}`)
    for (const step of lesson.steps) {
      await page.getByRole('heading', { level: 2, name: step.title[language], exact: true }).waitFor()
      if (step.answers.length > 0) {
        if (failed === 0 && (await answer(visitor, step, 'wrong'))) {
          failed++
          await visitor.button('learn.retry').click()
          await page.locator('main .said').waitFor({ state: 'detached' })
        }
        expect(await answer(visitor, step, 'right')).toBe(true)
      }
      await visitor.button('learn.next').click()
    }
    await page.getByRole('heading', { name: visitor.text('learn.finished') }).waitFor()
    expect(failed).toBe(1)
    await visitor.go('/learn')
    await page.getByText(visitor.text('learn.progress', { n: lesson.steps.length, all: lesson.steps.length })).waitFor()
  })
})

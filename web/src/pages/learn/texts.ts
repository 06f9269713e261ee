// The lessons: those of the terminal, read from the same files.
import counts from 'virtual:lessons'
import type { GameId } from '../../state/routes.ts'

interface LessonText { steps: number; load: () => Promise<string> }

const text = (load: () => Promise<{ default: string }>, game: GameId): LessonText => ({
  steps: counts[game] ?? 0,
  load: async () => (await load()).default,
})

export const lessonTexts: Record<GameId, LessonText> = {
  siam: text(() => import('../../../../data/lessons/siam.lesson?raw'), 'siam'),
  santasi: text(() => import('../../../../data/lessons/santasi.lesson?raw'), 'santasi'),
  khantsin: text(() => import('../../../../data/lessons/khantsin.lesson?raw'), 'khantsin'),
  anneaux: text(() => import('../../../../data/lessons/anneaux.lesson?raw'), 'anneaux'),
}

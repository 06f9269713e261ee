// The drawing of every game, by its id.
import { anneaux } from './anneaux/anneaux.ts'
import type { Drawing } from './drawing.ts'
import { khantsin } from './khantsin/khantsin.ts'
import { santasi } from './santasi/santasi.ts'
import { siam } from './siam/siam.ts'

const drawings: Record<string, Drawing> = { siam, santasi, khantsin, anneaux }

export function drawingOf(game: string): Drawing {
  const drawing = drawings[game]
  if (!drawing) throw new Error(`no drawing of ${game}`)
  return drawing
}

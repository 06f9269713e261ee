// What a line of the engine means for the player to move, in words.
import type { Line } from '../core/types.ts'
import { t } from '../i18n/index.svelte.ts'

// The chance to win is 1 / (1 + exp(-centi / 100)).
const slight = 35 // 59%
const clear = 130 // 79%

export function judgement(line: Line, players: number): string {
  if (line.mate !== 0) return t(line.mate > 0 ? 'judge.win' : 'judge.loss', { n: line.turns })
  const edge = line.centi + 100 * Math.log(players - 1) // above a fair share
  if (edge >= clear) return t('judge.better')
  if (edge >= slight) return t('judge.good')
  if (edge <= -clear) return t('judge.worse')
  return t(edge <= -slight ? 'judge.poor' : 'judge.even')
}

// What a line of the engine means for the player to move, in words.
import type { Line } from '../core/types.ts'
import { t } from '../i18n/index.svelte.ts'

// The chance to win is 1 / (1 + exp(-centi / 100)).
const slight = 35 // 59%
const clear = 130 // 79%

export function judgement(line: Line): string {
  // Of the plies until the end every second one is a move of the same player.
  if (line.mate > 0) return t('judge.win', { n: Math.ceil(line.mate / 2) })
  if (line.mate < 0) return t('judge.loss', { n: Math.ceil(-line.mate / 2) })
  if (line.centi >= clear) return t('judge.better')
  if (line.centi >= slight) return t('judge.good')
  if (line.centi <= -clear) return t('judge.worse')
  return t(line.centi <= -slight ? 'judge.poor' : 'judge.even')
}

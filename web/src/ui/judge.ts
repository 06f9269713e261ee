// What a line of the engine means for the player to move, in words.
import type { Line } from '../core/types.ts'
import { texts } from '../i18n/index.svelte.ts'
import { table } from '../i18n/table.ts'

// The chance to win is 1 / (1 + exp(-centi / 100)).
const slight = 35 // 59%
const clear = 130 // 79%

const t = texts(table)

export function judgement(line: Line, players: number): string {
  const most = line.atMost && line.turns > 1
  if (line.mate !== 0) return t(line.mate > 0 ? (most ? 'judge.winmost' : 'judge.win') : most ? 'judge.lossmost' : 'judge.loss', { n: line.turns })
  if (line.proven) return t('judge.draw')
  const edge = line.centi + 100 * Math.log(players - 1) // above a fair share
  if (edge >= clear) return t('judge.better')
  if (edge >= slight) return t('judge.good')
  if (edge <= -clear) return t('judge.worse')
  return t(edge <= -slight ? 'judge.poor' : 'judge.even')
}

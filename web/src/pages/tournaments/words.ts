// Tournaments in words.
import { locale, texts } from '../../i18n/index.svelte.ts'
import { tournaments } from '../../i18n/tournaments.ts'
import { gameIdOf } from '../../online/live.ts'
import { waitOf, type Cup, type CupMoment } from '../../online/tournament.ts'
import { clockWords, personName } from '../../online/words.ts'
import { gameOf, titleOf } from '../../state/games.svelte.ts'
import { ruleWords } from '../../ui/table_rules.ts'

const tt = texts(tournaments)
const refusals = ['account', 'full', 'few', 'limit', 'over', 'name', 'title', 'starts'] as const

export function refusedWords(code: string): string {
  const known = refusals.find((each) => each === code)
  return known ? tt(`cup.refused.${known}`) : tt('cup.refused.other', { code })
}

// The game, the clock, how it is played, for whom, and what is not as usual in its rules.
export function cupFacts(cup: Cup): string[] {
  const length = cup.kind === 'swiss' ? tt('cup.rounds', { n: cup.rounds }) : tt('cup.minutes', { n: cup.minutes })
  return [
    titleOf(gameIdOf(cup.spec)), clockWords(cup.clock), tt(`cup.${cup.kind}`), length,
    ...(cup.rated ? [tt('cup.rated')] : []), ...(cup.accounts ? [tt('cup.accounts')] : []),
    ...ruleWords(gameOf(gameIdOf(cup.spec)), cup.spec),
  ]
}

const day = 24 * 3_600_000

export function dateWords(at: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}

export function momentWords(cup: Cup, moment: CupMoment): string {
  switch (moment.kind) {
    case 'begins': return moment.left < day ? tt('cup.begins', { time: waitOf(moment.left) }) : tt('cup.begins.at', { date: dateWords(cup.starts) })
    case 'self': return tt('cup.begins.self', { who: personName(cup.creator) })
    case 'few': return tt('cup.begins.few')
    case 'ends': return tt('cup.ends', { time: waitOf(moment.left) })
    case 'last': return tt('cup.last')
    case 'round': return tt('cup.round', { round: cup.round, rounds: cup.rounds })
    case 'next': return tt('cup.next', { round: cup.round + 1, time: waitOf(moment.left) })
    case 'over': return tt('cup.over')
    case 'cancelled': return tt('cup.cancelled')
  }
}

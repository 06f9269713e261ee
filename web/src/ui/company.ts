// Who plays, in a few words.
import { t } from '../i18n/index.svelte.ts'
import type { Seat } from '../state/game.ts'

export function company(seats: Seat[]): string {
  const computers = seats.filter((seat) => seat.kind === 'engine')
  const people = seats.length - computers.length
  if (computers.length === 0) return t('play.people', { n: people })
  if (people === 0) return t('play.computers')
  const only = computers[0]
  if (people === 1 && computers.length === 1 && only?.kind === 'engine') return t('play.against', { level: only.level })
  return `${t('play.people', { n: people })}, ${t('play.machines', { n: computers.length })}`
}

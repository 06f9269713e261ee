// Asking the service about tournaments, and following one as long as a page shows it.
import { offline } from '../state/line.svelte.ts'
import { onTournament, ownName } from './service.svelte.ts'
import { readCup, readCups, type CupLists, type NewCup, type WholeCup } from './tournament.ts'

export type CupAnswer = { ok: true; value: unknown } | { ok: false; code: string; field: string }

const lost = { ok: false, code: 'lost', field: '' } as const

async function call(path: string, body?: object): Promise<CupAnswer> {
  if (offline()) return lost
  try {
    const response = await fetch(`/api/tournaments${path}`, body ? { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : {})
    const value: unknown = await response.json()
    if (response.ok) return { ok: true, value }
    const { error } = value as { error?: { code?: unknown; field?: unknown } }
    return { ok: false, code: String(error?.code ?? response.status), field: String(error?.field ?? '') }
  } catch {
    return lost
  }
}

export async function cups(): Promise<CupLists | null> {
  const answer = await call('')
  return answer.ok ? readCups(answer.value) : null
}

// The name of the new tournament, or why there is none.
export async function createCup(wanted: NewCup): Promise<CupAnswer> {
  return call('', { ...wanted, ...named() })
}

// A guest brings a name along; an account has one, and the service knows it.
const named = (): { name?: string } => (ownName() === '' ? {} : { name: ownName() })

const pauseLeast = 2000 // between two looks, so that a hall full of pages does not ask all the time

// A tournament that is looked at.
export class CupWatch {
  readonly name: string
  cup: WholeCup | null = $state.raw(null)
  missing = $state(false)
  away = $state(false) // the service did not answer
  offset = $state(0) // of the service's clock to this one
  round = $state(0) // that is shown, 0: the latest
  #looking = false
  #again = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #looked = 0

  constructor(name: string) {
    this.name = name
  }

  // Follows it until what is given back is called.
  follow(): () => void {
    const end = onTournament(this.name, () => this.#soon())
    void this.look()
    return () => {
      end()
      clearTimeout(this.#timer)
    }
  }

  #soon(): void {
    clearTimeout(this.#timer)
    const pause = Math.max(0, this.#looked + pauseLeast - Date.now())
    this.#timer = setTimeout(() => void this.look(), pause === 0 ? 0 : pause + Math.random() * 500)
  }

  async look(): Promise<void> {
    if (this.#looking) {
      this.#again = true
      return
    }
    this.#looking = true
    this.#looked = Date.now()
    const answer = await call(`/${this.name}${this.round > 0 ? `?round=${this.round}` : ''}`)
    const cup = answer.ok ? readCup(answer.value) : null
    this.#looking = false
    if (cup) {
      this.cup = cup
      this.offset = cup.now - Date.now()
    }
    this.missing = !answer.ok && answer.code === 'tournament'
    this.away = !cup && !this.missing
    if (this.#again || this.away) {
      this.#again = false
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => void this.look(), this.away ? 3 * pauseLeast : 0)
    }
  }

  // Takes part, pauses, begins or cancels; gives the code of a refusal, '' when it is done.
  async do(what: 'join' | 'withdraw' | 'start' | 'cancel'): Promise<string> {
    const answer = await call(`/${this.name}/${what}`, what === 'join' ? named() : {})
    await this.look()
    return answer.ok ? '' : answer.code === 'field' ? answer.field : answer.code
  }

  show(round: number): void {
    this.round = round
    void this.look()
  }
}

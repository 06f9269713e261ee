// The service asked over HTTP. Every answer is checked where it arrives; what is not as it should be is no answer.
import { offline } from '../state/line.svelte.ts'

export type Fields = Record<string, unknown>

export class Wrong extends Error {}

export function number(from: Fields, name: string): number {
  const value = from[name]
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Wrong(name)
  return value
}

export function text(from: Fields, name: string): string {
  const value = from[name]
  if (typeof value !== 'string') throw new Wrong(name)
  return value
}

export function list<T>(from: Fields, name: string, read: (value: Fields) => T): T[] {
  const value = from[name]
  if (!Array.isArray(value)) throw new Wrong(name)
  return value.map((each: unknown) => read(each as Fields))
}

export function numbers(from: Fields, name: string): number[] {
  const value = from[name]
  if (!Array.isArray(value)) throw new Wrong(name)
  return value.map((each: unknown) => number({ each }, 'each'))
}

// ---- Asking ----------------------------------------------------------------------------------------------------------

export interface Answer { status: number; fields: Fields }

// Null when there is no network or no service, or what it says is no JSON: pages may come from a server that only keeps pages.
export async function ask(path: string, options: RequestInit = {}): Promise<Answer | null> {
  if (offline()) return null
  try {
    const response = await fetch(`/api${path}`, { credentials: 'same-origin', ...options })
    if (!(response.headers.get('Content-Type') ?? '').startsWith('application/json')) return null
    const fields: unknown = await response.json()
    return typeof fields === 'object' && fields !== null ? { status: response.status, fields: fields as Fields } : null
  } catch {
    return null
  }
}

export async function get<T>(path: string, read: (from: Fields) => T): Promise<T | null> {
  const answer = await ask(path)
  if (answer?.status !== 200) return null
  return reading(() => read(answer.fields))
}

export function reading<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof Wrong || error instanceof TypeError) return null
    throw error
  }
}

// What becomes of a request that changes something: the fields of the answer, or why not. 'away': no service answered.
export type Outcome = { ok: true; fields: Fields } | { ok: false; code: string }

export async function send(method: 'POST' | 'DELETE', path: string, body?: Fields): Promise<Outcome> {
  const json = method === 'POST' ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body ?? {}) } : {}
  const answer = await ask(path, { method, ...json })
  if (!answer) return { ok: false, code: 'away' }
  if (answer.status === 200) return { ok: true, fields: answer.fields }
  return { ok: false, code: reading(() => text(answer.fields.error as Fields, 'code')) ?? 'away' }
}

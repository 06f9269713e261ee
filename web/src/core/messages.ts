// What the page and its workers say to each other.
import type { Language } from './types.ts'

export type ToWorker =
  | { kind: 'start'; module: WebAssembly.Module }
  | { kind: 'language'; id: number; language: Language }
  | { kind: 'ask'; id: number; name: string; argument: string }
  | { kind: 'think'; id: number; request: string; stop: SharedArrayBuffer | null; game: string }

export type FromWorker =
  | { kind: 'answer'; id: number; json: string }
  | { kind: 'failure'; id: number; message: string }
  | { kind: 'news'; id: number; json: string }

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

// Messages arrive from our own code only; one that is none of these is a defect, told where it arrives.
export function toWorker(data: unknown): ToWorker {
  if (isObject(data)) {
    const { kind, id } = data
    if (kind === 'start' && data['module'] instanceof WebAssembly.Module) return { kind, module: data['module'] }
    if (typeof id === 'number' && kind === 'language' && (data['language'] === 'en' || data['language'] === 'fr'))
      return { kind, id, language: data['language'] }
    if (typeof id === 'number' && kind === 'ask' && typeof data['name'] === 'string' && typeof data['argument'] === 'string')
      return { kind, id, name: data['name'], argument: data['argument'] }
    if (typeof id === 'number' && kind === 'think' && typeof data['request'] === 'string' && typeof data['game'] === 'string')
      return { kind, id, request: data['request'], stop: (data['stop'] as SharedArrayBuffer | null) ?? null, game: data['game'] }
  }
  throw new TypeError('no message for the worker')
}

export function fromWorker(data: unknown): FromWorker {
  if (isObject(data) && typeof data['id'] === 'number') {
    const { kind, id, json, message } = data
    if ((kind === 'answer' || kind === 'news') && typeof json === 'string') return { kind, id, json }
    if (kind === 'failure' && typeof message === 'string') return { kind, id, message }
  }
  throw new TypeError('no message of the worker')
}

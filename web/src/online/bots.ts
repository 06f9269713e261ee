// Tokens of programs, and reports: docs/api.md.
import { get, list, number, send, text, type Outcome } from './api.ts'

export type Scope = 'read' | 'play'
export interface TokenLine { id: number; name: string; scope: Scope; seen: number; expires: number }

export function tokens(): Promise<TokenLine[] | null> {
  return get('/tokens', (from) =>
    list(from, 'tokens', (each) => ({ id: number(each, 'id'), name: text(each, 'name'), scope: each.scope === 'play' ? 'play' : 'read', seen: number(each, 'seen'), expires: number(each, 'expires') })))
}

export function makeToken(password: string, name: string, scope: Scope, days: number): Promise<Outcome> {
  return send('POST', '/tokens', { password, name, scope, days })
}

export function revokeToken(id: number): Promise<Outcome> {
  return send('DELETE', `/tokens/${String(id)}`)
}

export function declareBot(): Promise<Outcome> {
  return send('POST', '/bot')
}

// Whom or what a report is about: a seat, or a line of chat by its number.
export type About = { seat: number } | { line: number }

export function report(game: string, about: About, words: string): Promise<Outcome> {
  return send('POST', '/reports', { game, ...about, text: words })
}

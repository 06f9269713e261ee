// The library for the page: one worker for the rules, one for each engine.
import { Client } from './client.ts'
import { rulesOver } from './rules.ts'
import type { Rules } from './types.ts'

export { createEngine } from './engine.ts'
export type * from './types.ts'

export function createRules(): Rules {
  const client = new Client()
  return rulesOver(
    (name, argument) => client.ask({ kind: 'ask', name, argument }),
    async (language) => void (await client.ask({ kind: 'language', language })),
  )
}

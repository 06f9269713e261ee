// The one engine of the page, made when it is first needed.
import { createEngine } from '../core/index.ts'
import type { Engine } from '../core/types.ts'

let made: Engine | null = null

export function engine(): Engine {
  made ??= createEngine()
  return made
}

// The engine as the page asks for it. It thinks in a worker of its own and is stopped through shared memory; where the
// browser has none, the worker is replaced.
import { Client } from './client.ts'
import { atText, valueOf } from './rules.ts'
import type { Answer, Engine, EngineRequest, News, Thought } from './types.ts'

export const requestText = (request: EngineRequest): string =>
  [atText(request.at), request.level, request.ms, request.nodes, request.depth, request.lines, request.seed].join('\n')

// A search under way: how to end it from outside, and what it has told.
interface Search { stop: Int32Array | null; news: News | null; give(thought: Thought): void }

export function createEngine(): Engine {
  let client = new Client()
  let search: Search | null = null

  const shared = (): SharedArrayBuffer | null => (globalThis.crossOriginIsolated ? new SharedArrayBuffer(4) : null)

  async function ask(request: EngineRequest, stop: SharedArrayBuffer | null, told: (news: News) => void): Promise<Thought> {
    const game = request.at.spec.split(':')[0] ?? ''
    const question = { kind: 'think', request: requestText(request), stop, game } as const
    const json = await client.ask(question, (news) => told(JSON.parse(news) as News))
    return valueOf(JSON.parse(json) as Answer<Thought>)
  }

  function think(request: EngineRequest, news: (news: News) => void): Promise<Thought> {
    const stop = shared()
    return new Promise((resolve, reject) => {
      const mine: Search = { stop: stop && new Int32Array(stop), news: null, give: resolve }
      const told = (latest: News): void => {
        mine.news = latest
        if (search === mine) news(latest)
      }
      search = mine
      ask(request, stop, told).then(resolve, reject).finally(() => {
        if (search === mine) search = null
      })
    })
  }

  function stop(): void {
    if (search === null) return
    if (search.stop !== null) {
      Atomics.store(search.stop, 0, 1)
      return
    }
    const move = search.news?.lines[0]?.moves[0]
    if (search.news === null || move === undefined) return // it tells at once; there is something to stop for soon
    client.end()
    client = new Client()
    search.give({ move, news: search.news })
    search = null
  }

  return { think, stop }
}

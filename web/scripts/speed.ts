// How fast the engine searches in WebAssembly and natively, in nodes a second of processor time, measured in turns so that
// both meet the same machine. docs/performance.md has the results.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { requestText } from '../src/core/engine.ts'
import { valueOf } from '../src/core/rules.ts'
import { searchedPositions, searchedSpec, testLibrary } from '../src/core/testing.ts'
import type { Answer, Thought } from '../src/core/types.ts'

const NODES = 500_000 // of each search, as in src/cli/bench_search.c
const DEPTH = 100
const MIB = 16
const LEAST_SECONDS = 1

const native = fileURLToPath(new URL('../../build/release/bin/tablier', import.meta.url))

interface Speed { amount: number; seconds: number }
const rateOf = (speed: Speed): number => speed.amount / speed.seconds

function nativeSpeed(game: string): number {
  const [found] = JSON.parse(execFileSync(native, ['bench', game, '--json'], { encoding: 'utf8' })) as { search: Speed }[]
  if (found === undefined) throw new Error(`tablier bench says nothing of ${game}`)
  return rateOf(found.search)
}

const { library, rules } = testLibrary()
const processorSeconds = (): number => { const used = process.cpuUsage(); return (used.user + used.system) / 1e6 }

function moduleSpeed(spec: string, positions: string[]): number {
  const speed: Speed = { amount: 0, seconds: 0 }
  for (let i = 0; speed.seconds < LEAST_SECONDS; i = (i + 1) % positions.length) {
    const engine = library.engine(MIB)
    const at = { spec, first: positions[i] ?? '', moves: [] }
    const request = requestText({ at, level: 10, ms: 0, nodes: NODES, depth: DEPTH, lines: 1, seed: 0 })
    const began = processorSeconds()
    const thought = valueOf(JSON.parse(library.think(engine, request)) as Answer<Thought>)
    speed.seconds += processorSeconds() - began
    speed.amount += thought.news.nodes
    library.endEngine(engine)
  }
  return rateOf(speed)
}

const median = (values: number[]): number => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

export async function measure(rounds: number): Promise<void> {
  console.log('game       native k/s   wasm k/s   ratio')
  for (const game of ['siam', 'santasi', 'khantsin', 'anneaux']) {
    const spec = searchedSpec(game)
    const positions = await searchedPositions(rules, spec)
    moduleSpeed(spec, positions) // until the module is compiled for speed
    const pairs = Array.from({ length: rounds }, () => [nativeSpeed(game), moduleSpeed(spec, positions)] as const)
    const [fast, page, ratio] = [pairs.map(([one]) => one), pairs.map(([, other]) => other), pairs.map(([one, other]) => other / one)].map(median)
    const columns = [game.padEnd(8), ((fast ?? 0) / 1e3).toFixed(0).padStart(12), ((page ?? 0) / 1e3).toFixed(0).padStart(10), (ratio ?? 0).toFixed(2).padStart(7)]
    console.log(columns.join(' '))
  }
}

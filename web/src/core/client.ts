// The page's side of a worker: questions with numbers, answered by promises.
import moduleUrl from '../generated/tablier.wasm?url'
import { fromWorker, type ToWorker } from './messages.ts'

// Compiled once, for all workers.
let compiled: Promise<WebAssembly.Module> | null = null
function moduleCompiled(): Promise<WebAssembly.Module> {
  compiled ??= WebAssembly.compileStreaming(fetch(moduleUrl))
  return compiled
}

type Question = Extract<ToWorker, { id: number }> extends infer Message ? (Message extends unknown ? Omit<Message, 'id'> : never) : never

interface Waiting { resolve(json: string): void; reject(error: Error): void; news(json: string): void }

export class Client {
  private readonly worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  private readonly waiting = new Map<number, Waiting>()
  private readonly started: Promise<void>
  private count = 0

  constructor() {
    this.worker.onmessage = (event: MessageEvent<unknown>) => this.receive(event.data)
    this.started = moduleCompiled().then((module) => this.worker.postMessage({ kind: 'start', module } satisfies ToWorker))
  }

  async ask(question: Question, news: (json: string) => void = () => undefined): Promise<string> {
    await this.started
    return new Promise((resolve, reject) => {
      const id = ++this.count
      this.waiting.set(id, { resolve, reject, news })
      this.worker.postMessage({ ...question, id })
    })
  }

  // Ends the worker; what it has not answered stays unanswered.
  end(): void {
    this.worker.terminate()
  }

  private receive(data: unknown): void {
    const message = fromWorker(data)
    const waiting = this.waiting.get(message.id)
    if (waiting === undefined) return
    if (message.kind === 'news') {
      waiting.news(message.json)
      return
    }
    this.waiting.delete(message.id)
    if (message.kind === 'answer') waiting.resolve(message.json)
    else waiting.reject(new Error(message.message))
  }
}

// The C library as a WebAssembly module: texts in, texts out. docs/architecture.md, src/wasm/page.h.

// What the library asks of its surroundings.
export interface Surroundings {
  now(): number // milliseconds
  stopped(): boolean // whether a search is to end
  news(json: string): void // of a search under way
  translate(english: string): string | undefined // undefined: there is no other text
}

interface Exports {
  memory: WebAssembly.Memory
  _initialize(): void
  room(size: number): number
  free(room: number): void
  engine_new(mib: number): number
  engine_free(engine: number): void
  engine_book(engine: number, bytes: number, size: number): number
  weights_take(game: number, bytes: number, size: number): number
}

type Call = (...parameters: number[]) => number

const decoder = new TextDecoder()
const encoder = new TextEncoder()

export class Library {
  private readonly exports: Exports
  private readonly translated = new Map<number, number>() // by the address of the English text

  constructor(module: WebAssembly.Module, surroundings: Surroundings) {
    const page = {
      now: surroundings.now,
      stopped: () => (surroundings.stopped() ? 1 : 0),
      news: (json: number) => surroundings.news(this.text(json)),
      translate: (english: number) => this.translate(english, surroundings),
    }
    this.exports = new WebAssembly.Instance(module, { page }).exports as unknown as Exports
    this.exports._initialize()
  }

  // Calls an exported function that takes a text and answers with one.
  call(name: string, argument = ''): string {
    return this.withRoom(argument, (room) => this.text(this.function(name)(room)))
  }

  // A new engine, as the handle that the functions below take.
  engine(mib: number): number {
    const engine = this.exports.engine_new(mib)
    if (engine === 0) throw new Error('the library has no memory left')
    return engine
  }

  endEngine(engine: number): void {
    this.exports.engine_free(engine)
  }

  think(engine: number, request: string): string {
    return this.withRoom(request, (room) => this.text(this.function('engine_think')(engine, room)))
  }

  // Gives an engine the opening book of San Ta Si; false when it is none.
  book(engine: number, bytes: Uint8Array): boolean {
    return this.exports.engine_book(engine, this.copy(bytes), bytes.length) !== 0
  }

  // Gives the library the weights of a game, without which no engine thinks about it.
  weights(game: string, bytes: Uint8Array): void {
    const room = this.copy(bytes)
    const taken = this.withRoom(game, (name) => this.exports.weights_take(name, room, bytes.length)) !== 0
    this.exports.free(room)
    if (!taken) throw new Error(`these are no weights of ${game}`)
  }

  // To be called when the language changes.
  forgetTranslations(): void {
    for (const room of this.translated.values()) this.exports.free(room)
    this.translated.clear()
  }

  private function(name: string): Call {
    const found = (this.exports as unknown as Record<string, unknown>)[name]
    if (typeof found !== 'function') throw new Error(`the library has no function ${name}`)
    return found as Call
  }

  private copy(bytes: Uint8Array): number {
    const room = this.exports.room(bytes.length)
    if (room === 0) throw new Error('the library has no memory left')
    new Uint8Array(this.exports.memory.buffer).set(bytes, room)
    return room
  }

  // The texts of the page may hold a zero, those of C end there.
  private withRoom<T>(text: string, use: (room: number) => T): T {
    const room = this.copy(encoder.encode(`${text.replaceAll('\0', ' ')}\0`))
    try {
      return use(room)
    } finally {
      this.exports.free(room)
    }
  }

  private text(at: number): string {
    const bytes = new Uint8Array(this.exports.memory.buffer)
    return decoder.decode(bytes.subarray(at, bytes.indexOf(0, at)))
  }

  private translate(english: number, surroundings: Surroundings): number {
    const known = this.translated.get(english)
    if (known !== undefined) return known
    const text = surroundings.translate(this.text(english))
    if (text === undefined) return english
    const room = this.copy(encoder.encode(`${text}\0`))
    this.translated.set(english, room)
    return room
  }
}

// The worker: the library, asked by messages. The rules and the engine each have one of these.
import bookUrl from '../generated/santasi.book?url'
import { Library } from './library.ts'
import { toWorker, type FromWorker, type ToWorker } from './messages.ts'

const ENGINE_MIB = 32

const weightsUrls = import.meta.glob<string>('../generated/*.weights', { query: '?url', import: 'default', eager: true })

let library: Library | null = null
let french: Record<string, string> | null = null
let engine = 0
let booked = false
const weighed = new Set<string>() // games
let stop: Int32Array | null = null // of the search under way
let thinking = 0 // its message

const post = (message: FromWorker): void => postMessage(message)

function libraryFrom(module: WebAssembly.Module): Library {
  return new Library(module, {
    now: () => performance.now(),
    stopped: () => stop !== null && Atomics.load(stop, 0) !== 0,
    news: (json) => post({ kind: 'news', id: thinking, json }),
    translate: (english) => french?.[english],
  })
}

async function loaded(url: string): Promise<Uint8Array> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

// What the engine needs to know of a game; asked for again when it could not be loaded.
async function weightsGive(opened: Library, game: string): Promise<void> {
  const url = weightsUrls[`../generated/${game}.weights`]
  if (url === undefined || weighed.has(game)) return
  opened.weights(game, await loaded(url))
  weighed.add(game)
}

// The engine plays without its book too.
async function bookGive(opened: Library): Promise<void> {
  if (booked) return
  booked = true
  const book = await loaded(bookUrl).catch(() => null)
  if (book !== null) opened.book(engine, book)
}

async function answer(opened: Library, message: Exclude<ToWorker, { kind: 'start' }>): Promise<string> {
  switch (message.kind) {
    case 'language':
      french = message.language === 'fr' ? (await import('virtual:catalogue')).default : null
      opened.forgetTranslations()
      return ''
    case 'ask':
      return opened.call(message.name, message.argument)
    case 'think':
      if (engine === 0) engine = opened.engine(ENGINE_MIB)
      await weightsGive(opened, message.game)
      if (message.game === 'santasi') await bookGive(opened)
      thinking = message.id
      stop = message.stop === null ? null : new Int32Array(message.stop)
      return opened.think(engine, message.request)
  }
}

onmessage = async (event: MessageEvent<unknown>) => {
  const message = toWorker(event.data)
  if (message.kind === 'start') {
    library = libraryFrom(message.module)
    return
  }
  try {
    if (library === null) throw new Error('the worker was not started')
    post({ kind: 'answer', id: message.id, json: await answer(library, message) })
  } catch (error) {
    post({ kind: 'failure', id: message.id, message: String(error) })
  }
}

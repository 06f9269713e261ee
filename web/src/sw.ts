// The service worker: keeps every file of this version, answers from what is kept, and so works without a network. A new
// version is fetched beside the old one and takes over when no page uses the old one any more, or when a page asks for it.
declare const __FILES__: string[] // put in when the pages are built, with the version
declare const __VERSION__: string

const worker = globalThis as unknown as ServiceWorkerGlobalScope
const cacheName = `tablier-${__VERSION__}`

worker.addEventListener('install', (event) => {
  event.waitUntil(fill())
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(takeOver())
})

worker.addEventListener('message', (event) => {
  if (event.data === 'take over') void worker.skipWaiting()
})

worker.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'GET' || url.origin !== worker.location.origin || ofService(url.pathname)) return
  event.respondWith(answer(event.request, url))
})

// What the game service answers itself, always afresh: its socket, its state, the records of its games.
function ofService(path: string): boolean {
  return /^\/(ws|health|metrics)$/.test(path) || path.startsWith('/api/') || /^\/g\/[^/]*\.pgn$/.test(path)
}

async function fill(): Promise<void> {
  const cache = await caches.open(cacheName)
  // Past the browser's own cache, which might still hold the version before.
  await cache.addAll(__FILES__.map((file) => new Request(file, { cache: 'reload' })))
}

async function takeOver(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('tablier-') && name !== cacheName).map((name) => caches.delete(name)))
  await worker.clients.claim()
}

// Addresses of pages have no dot; all of them are answered with the one page there is.
async function answer(request: Request, url: URL): Promise<Response> {
  const cache = await caches.open(cacheName)
  const page = request.mode === 'navigate' && !url.pathname.includes('.')
  const kept = await cache.match(page ? '/' : url.pathname)
  return kept ?? fetch(request)
}

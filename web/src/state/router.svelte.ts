// Which page the address names, and going to another one without loading the page anew.
import { parsePath, type Route } from './routes.ts'

const here = $state({ path: location.pathname, search: location.search })
const parsed = $derived(parsePath(here.path))

// Each address has a page of its own, which asks once: while the next one is loaded it stays what it is.
export function route(): Route {
  return parsed
}

export function path(): string {
  return here.path
}

export function search(): URLSearchParams {
  return new URLSearchParams(here.search)
}

function read(): void {
  here.path = location.pathname
  here.search = location.search
}

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path)
  else history.pushState(null, '', path)
  read()
}

// Links of our own pages are followed here; those with a modifier key, another target or a download are the browser's.
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
  if (/\.[a-z0-9]+$/i.test(link.pathname) || (link.hash && link.pathname === location.pathname)) return
  event.preventDefault()
  if (link.href !== location.href) go(link.pathname + link.search + link.hash)
}

window.addEventListener('popstate', read)

// The service worker that makes the pages work without a network, and new versions of it.
let waiting = $state.raw<ServiceWorker | null>(null)
let asked = false

export function update(): boolean {
  return waiting !== null
}

// Lets the new version take over, and shows it. Games are saved at every change, so that nothing is lost.
export function useUpdate(): void {
  asked = true
  waiting?.postMessage('take over')
}

function watch(registration: ServiceWorkerRegistration): void {
  const settle = (): void => {
    // Without a controller this is the first visit: there is nothing to update.
    waiting = navigator.serviceWorker.controller ? registration.waiting : null
  }
  settle()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', settle))
}

export function registerOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (asked) location.reload()
  })
  // After the page: what it loads for later must not hold up what is needed now.
  window.addEventListener('load', () => {
    const { serviceWorker, onLine } = navigator
    void (onLine ? serviceWorker.register('/sw.js') : serviceWorker.getRegistration()).then((found) => found && watch(found), () => undefined)
  })
}

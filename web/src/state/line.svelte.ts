// The line to the service. Without a network nothing is asked of it: browsers complain of each request that cannot succeed.
let returns = $state(0)

globalThis.window?.addEventListener('online', () => returns++)

// Whether there is surely no network. An effect that was told so runs again when there is one.
export function offline(): boolean {
  if (globalThis.navigator?.onLine !== false) return false
  void returns
  return true
}

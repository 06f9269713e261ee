// Whether the view that asked is still on the page. An answer that comes later than that finds nothing of it to read or to
// change: its derived values belong to effects that are gone.
import { onDestroy } from 'svelte'

export function whileShown(): () => boolean {
  let shown = true
  onDestroy(() => (shown = false))
  return () => shown
}

// One tab at a time plays a game: whoever opens it last has it, and the tab that had it is told.
export function holdGame(id: string, lost: () => void): () => void {
  if (!('locks' in navigator)) return () => undefined
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  navigator.locks.request(`tablier.game.${id}`, { steal: true }, () => held).catch(lost)
  return release
}

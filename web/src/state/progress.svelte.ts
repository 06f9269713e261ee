// The progress of whoever uses this browser.
import { progressKey, readProgress, withSolved, withStep, type Progress } from './progress.ts'
import { browserStore } from './storage.ts'

const store = browserStore()
let progress = $state.raw<Progress>(readProgress(store.getItem(progressKey)))

export function currentProgress(): Progress {
  return progress
}

function keep(next: Progress): void {
  progress = next
  try {
    store.setItem(progressKey, JSON.stringify(next))
  } catch {
    // No room: what was learnt today is forgotten tomorrow.
  }
}

export function finishStep(game: string, step: number): void {
  keep(withStep(progress, game, step))
}

export function solvePuzzle(game: string, puzzle: string): void {
  keep(withSolved(progress, game, puzzle))
}

// Waiting in tests: for something that is named, never for a time, and never without an end. A test has so many seconds
// (TEST_SECONDS, 60) for everything; whoever still waits shortly before that says for what, and the test has failed. What
// hangs without waiting here ends the whole file, which then says what it was at.
import { afterEach, beforeEach } from 'node:test'

const seconds = Number(process.env.TEST_SECONDS ?? 60)
const margin = 5
const waits = new Set()
let title, deadline, watchdog

function hang() {
  console.error(`${title}: not over after ${seconds} s. Waiting for: ${[...waits].join('; ') || 'nothing that is named'}.`)
  console.error(`Still open: ${process.getActiveResourcesInfo().join(', ')}.`)
  process.exit(1)
}

// The time begins with every test, and for what comes after the last one.
function timeBegin(what) {
  title = what
  deadline = performance.now() + 1000 * (seconds - margin)
  clearTimeout(watchdog)
  watchdog = setTimeout(hang, 1000 * seconds).unref()
}

timeBegin('before the first test')
beforeEach((test) => timeBegin(test.name))
afterEach((test) => timeBegin(`after ${test.name}`))

const pause = () => new Promise((resolve) => setTimeout(resolve, 20))

async function named(what, wait) {
  const entry = { toString: () => (typeof what === 'function' ? what() : what) }
  waits.add(entry)
  try {
    return await wait(() => new Error(`waited until the test's ${seconds} s were nearly over for ${entry}`))
  } finally {
    waits.delete(entry)
  }
}

// Asks again and again until `look` gives something true, and gives that. What `look` throws ends the wait. `what` is a
// text, or a function that gives one.
export const until = (what, look) =>
  named(what, async (late) => {
    for (;;) {
      const found = await look()
      if (found) return found
      if (performance.now() > deadline) throw late()
      await pause()
    }
  })

// The value of a promise.
export const within = (what, promise) =>
  named(what, async (late) => {
    let timer
    const end = new Promise((_, reject) => {
      timer = setTimeout(() => reject(late()), Math.max(0, deadline - performance.now()))
    })
    try {
      return await Promise.race([promise, end])
    } finally {
      clearTimeout(timer)
    }
  })

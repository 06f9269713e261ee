// Waiting in tests: for something that is named, never for a time, and never without an end. Each wait has so many seconds
// (TABLIER_TEST_SECONDS, 60); then it says what for, and its test has failed. A test that gets no further in that time
// although nothing is waited for here ends the whole file, which then says where it was.
import { afterEach, beforeEach } from 'node:test'

const seconds = Number(process.env.TABLIER_TEST_SECONDS ?? 60)
export const patience = 1000 * seconds
const margin = 5
const waits = new Set()
let title = 'before the first test'
let watchdog

function hang() {
  console.error(`${title}: nothing has happened for ${seconds + margin} s. Waiting for: ${[...waits].join('; ') || 'nothing that has a name'}.`)
  console.error(`Still open: ${process.getActiveResourcesInfo().join(', ')}.`)
  process.exit(1)
}

// Something has happened.
function progress() {
  clearTimeout(watchdog)
  watchdog = setTimeout(hang, 1000 * (seconds + margin)).unref()
}

function enter(what) {
  title = what
  progress()
}

enter(title)
beforeEach((test) => enter(test.name))
afterEach((test) => enter(`after ${test.name}`))

const pause = () => new Promise((resolve) => setTimeout(resolve, 20))

// `what` is a text, or a function that gives one.
async function named(what, wait) {
  const entry = { toString: () => (typeof what === 'function' ? what() : what) }
  waits.add(entry)
  try {
    return await wait(() => new Error(`waited ${seconds} s for ${entry}`))
  } finally {
    waits.delete(entry)
    progress()
  }
}

// Asks again and again until `look` gives something true, and gives that. What `look` throws ends the wait.
export const until = (what, look) =>
  named(what, async (late) => {
    for (const end = performance.now() + patience; ; await pause()) {
      const found = await look()
      if (found) return found
      if (performance.now() > end) throw late()
    }
  })

// The value of a promise.
export const within = (what, promise) =>
  named(what, async (late) => {
    let timer
    const end = new Promise((_, reject) => {
      timer = setTimeout(() => reject(late()), patience)
    })
    try {
      return await Promise.race([promise, end])
    } finally {
      clearTimeout(timer)
    }
  })

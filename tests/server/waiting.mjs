// Waiting in tests: for something that is named, never for a time, and never without an end.
const patience = 45_000

const pause = () => new Promise((resolve) => setTimeout(resolve, 20))

// Asks again and again until `look` gives something true, and gives that. What `look` throws ends the wait.
export async function until(what, look) {
  for (const end = performance.now() + patience; performance.now() < end; await pause()) {
    const found = await look()
    if (found) return found
  }
  throw new Error(`waited ${patience / 1000} s for ${what}`)
}

// The value of a promise that must be kept within the same time.
export async function within(what, promise) {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`waited ${patience / 1000} s for ${what}`)), patience)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

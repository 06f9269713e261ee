// How long the tests in a browser wait, in milliseconds. No wait has a limit of its own: on a slow machine everything takes longer.
export const patience = 60_000 // for one thing
export const testLimit = 120_000 // for a whole test, or a hook
export const lastWords = 10_000 // so long before its limit a test gives up, and says what it waits for

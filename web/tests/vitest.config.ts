// How the tests in a browser are run: against the built pages as `tablier serve` serves them, in Debian's Chromium.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['**/*.e2e.ts'],
    globalSetup: ['setup.ts'],
    testTimeout: 240_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    retry: 1, // a busy machine may let a click go astray
    reporters: ['verbose'],
  },
})

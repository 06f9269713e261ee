// How the tests in a browser are run: against the built pages as `tablier serve` serves them, in Debian's Chromium.
import { basename } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { patience, testLimit } from './patience.ts'

// Those that take longest begin first, so that none is left alone at the end.
const longest = ['pages', 'tournaments', 'online', 'online_kinds', 'games', 'lessons', 'keyboard', 'accounts', 'analysis', 'motion', 'focus']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const name = basename(moduleId, '.e2e.ts')
      return [...longest, name].indexOf(name)
    }
    return [...files].sort((one, other) => place(one) - place(other))
  }
}

export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['**/*.e2e.ts'],
    globalSetup: ['setup.ts'],
    sequence: { sequencer: LongestFirst },
    testTimeout: testLimit,
    hookTimeout: testLimit,
    teardownTimeout: testLimit,
    expect: { poll: { timeout: patience } },
    maxWorkers: 3,
    chaiConfig: { truncateThreshold: 0 }, // what a page has complained of is told in full
    reporters: ['verbose'],
  },
})

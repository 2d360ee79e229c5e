import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  // React as the shop runs it: its development build takes twice as long to render a page.
  oxc: { jsx: { development: false } },
  test: {
    env: { NODE_ENV: 'production' },
    include: ['{app,server,db,scripts,fuzz}/**/*.test.{ts,tsx}'],
    globalSetup: ['test/run.setup.ts'],
    pool: 'threads',
    // A worker keeps its modules from file to file: loading them anew would take longer than the tests. What a test
    // replaces in a module it puts back.
    isolate: false,
    maxWorkers: availableParallelism() + 1, // while one waits for the database another computes
    // A crowd of two hundred, or a walk over many pages, on a busy machine takes far longer than the usual five seconds.
    testTimeout: 120_000,
    // Likewise what is looked for until it comes: only a fault uses the whole time up.
    expect: { poll: { timeout: 10_000 } },
  },
})

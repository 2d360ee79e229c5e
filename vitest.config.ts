import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{app,server,db,scripts}/**/*.test.{ts,tsx}'],
    globalSetup: ['test/postgres.setup.ts'],
    pool: 'threads',
  },
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  // graphql 17 has development builds behind export conditions: one copy for the tests and for what they test.
  ssr: { resolve: { conditions: ['module-sync', 'node'] } },
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    // Many tests wait for processes, so that even two processors have time for two files at once.
    maxWorkers: '100%',
    // Long enough beside eight processes that keep both cores busy.
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

/**
 * The name of a test file says when it runs. `npm test` runs `X.test.ts`; `X.alone.test.ts`, which asks for something of
 * a whole process, such as all formulas that there are, has a process of its own. `X.nightly.test.ts` takes long, or
 * needs processes, threads, a compiler, nginx or a database. `X.measured.test.ts` measures time or memory, and has the
 * processors to itself. Two kinds have folders: what needs the packages, and what needs a browser.
 */
const PACKAGE = 'test/package/*.test.ts'
const BROWSER = 'test/{explorer,browser}/**/*.test.ts'
const NAMED = ['alone', 'nightly', 'measured'].map((name) => ({ name, include: `test/**/*.${name}.test.ts` }))
const APART = [...NAMED, { name: 'package', include: PACKAGE }, { name: 'browser', include: BROWSER }]

export default defineConfig({
  // graphql 17 has development builds behind export conditions: one copy for the tests and for what they test.
  ssr: { resolve: { conditions: ['module-sync', 'node'] } },
  test: {
    setupFiles: ['test/setup.ts'],
    // Many tests wait for processes, so that even two processors have time for two files at once.
    maxWorkers: 3,
    // Long enough beside twenty processes that keep both cores busy: a start of a service takes half a minute there.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    // Many tests start processes and talk to them. What lands a change gives a failed test a second try, and names it.
    retry: Number(process.env.TEST_RETRIES ?? 0),
    // Tests start many processes that load the same files; Node.js has this folder by default where it is asked for
    // one.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') },
    projects: [
      {
        extends: true,
        // Modules, tables and the schema are loaded once for each processor, not once for each file.
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...APART.map(({ include }) => include)],
          isolate: false,
        },
      },
      ...APART.map(({ name, include }) => {
        // Jobs have a low priority, and a warehouse has a million lines: beside other programs they take many times as
        // long.
        const patience = name !== 'alone' && { testTimeout: 600_000 }
        return { extends: true as const, test: { name, include: [include], ...patience } }
      }),
    ],
  },
})

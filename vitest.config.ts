import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

/** What measures how fast others are answered, and how progress moves, has the processors to itself. */
const MEASURED = ['test/bulk/jobs/measured/*.test.ts']

/** What takes long, or needs what is built, a browser, nginx or a database: each is a script of package.json of its own. */
const APART = {
  package: ['test/package/*.test.ts'],
  memory: ['test/server/http/memory.test.ts'],
  cache: ['test/server/http/cache-in-front.test.ts'],
  warehouse: ['test/cli/{sql,warehouse}.test.ts'],
  measured: MEASURED,
  bulk: [
    'test/bulk/jobs/{,long/}*.test.ts',
    'test/bulk/{large-files,load-text,object-store,order}.test.ts',
    'test/cli/resume.test.ts',
  ],
  browser: ['test/{explorer,browser}/**/*.test.ts'],
}

/** What asks for something of a whole process, such as all formulas that there are, has one of its own. */
const ALONE = [
  'test/engine/{formula,methodology}.test.ts',
  'test/server/http/ready.test.ts',
  'test/cli/machine-metrics.test.ts',
]

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
          exclude: [...configDefaults.exclude, ...ALONE, ...Object.values(APART).flat()],
          isolate: false,
        },
      },
      ...Object.entries({ alone: ALONE, ...APART }).map(([name, include]) => {
        // Jobs are worked on with a low priority, and a warehouse has a million lines: beside other programs they take
        // many times as long.
        const patience = /bulk|warehouse/.test(name) && { testTimeout: 600_000 }
        return { extends: true as const, test: { name, include, ...patience } }
      }),
    ],
  },
})

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { IMPORTS, type Import, SOURCES } from './import-lines.ts'

/** Which folder may import what; `names`, where given, are all that may be taken from there. */
interface Rule {
  readonly from: RegExp
  readonly why?: string
  readonly typesOnly?: true
  readonly names?: readonly string[]
}

const RULES: Readonly<Record<string, readonly Rule[]>> = {
  'src/engine': [
    { from: /^src\/engine\// },
    { from: /^@stdlib\/stats-base-dists-normal-quantile$/, why: 'spreads of factors are lognormal' },
  ],
  'src/input': [{ from: /^src\/input\// }, { from: /^src\/engine\// }, { from: /^zod$/ }],
  'src/reference': [
    { from: /^src\/reference\// },
    { from: /^src\/engine\// },
    {
      from: /^src\/input\/(fault|shown-value)\.ts$/,
      why: 'what only the tables show (an unknown type of a terminal) is a fault of the input all the same',
    },
    { from: /^src\/input\//, typesOnly: true, why: 'a bill of materials is made from a checked input' },
    { from: /^dataloader$/ },
  ],
  // Tables come to src/reference as values: only here are files read, so that another reader may stand in a browser.
  'src/tables': [
    { from: /^src\/tables\// },
    { from: /^src\/reference\/(tables|known)\.ts$/ },
    { from: /^src\/engine\/figures\// },
    { from: /^src\/engine\/parts\/gpu\.ts$/, why: 'columns of the GPU table are named after the figures of a card' },
    { from: /^#csv-parse$/, why: 'csv-parse, in browsers the build of it without Buffer' },
    { from: /^@noble\/hashes\//, why: 'figures have a fingerprint, in browsers as well' },
    {
      from: /^node:(fs|path|url)$/,
      why: 'tables are read from files; what the library reaches of it, a test below says',
    },
  ],
  schema: [
    { from: /^schema\// },
    { from: /^src\/(engine|reference|input)\// },
    { from: /^src\/jobs\/job\.ts$/, typesOnly: true, why: 'what is shown of a job; it comes through the context' },
    { from: /^(@pothos\/core|graphql|zod)$/ },
  ],
  // Runs in browsers as well: nothing of node:, and of csv-parse the build without it.
  'src/importers': [{ from: /^src\/(importers|input)\// }, { from: /^csv-parse\/browser\/esm\/sync$/ }],
  'src/library': [{ from: /^src\/(library|engine|reference|input)\// }],
  'src/index.ts': [
    { from: /^src\/(library|engine|reference|input|importers)\// },
    {
      from: /^src\/tables\/(fetch-releases|table-error)\.ts$/,
      why: 'tables as one file, for where there are no folders',
    },
  ],
  // The only one that knows a client of object stores.
  'src/config': [
    { from: /^src\/config\// },
    { from: /^(zod|node:path)$/ },
    { from: /^src\/(engine\/figures\/criteria|reference\/default-archetypes)\.ts$/, why: 'usual values of settings' },
  ],
  'src/log.ts': [
    { from: /^pino$/ },
    { from: /^src\/config\/settings\.ts$/, typesOnly: true, why: 'which levels there are' },
  ],
  'src/store': [{ from: /^src\/store\// }, { from: /^node:/ }, { from: /^@aws-sdk\/(client-s3|lib-storage)$/ }],
  'src/batch': [
    { from: /^src\/(batch|importers|store)\// },
    { from: /^src\/index\.ts$/ },
    { from: /^src\/tables\//, why: 'the tables are read from disk' },
    { from: /^node:/ },
    { from: /^(@duckdb\/node-api|piscina)$/ },
  ],
  'src/jobs': [
    { from: /^src\/(jobs|batch|store)\// },
    { from: /^src\/index\.ts$/ },
    { from: /^src\/tables\//, why: 'the tables are read from disk, as src/batch reads them' },
    { from: /^node:/ },
    {
      from: /^src\/reference\/default-archetypes\.ts$/,
      why: 'the service names figures, and loads no library for that',
    },
    { from: /^(@duckdb\/node-api|piscina|lru-cache|bullmq|ioredis)$/ },
  ],
  'src/cli': [
    { from: /^src\/(cli|batch|importers|store)\// },
    { from: /^src\/index\.ts$/ },
    { from: /^src\/processes\/start\.ts$/, why: 'impactql serve' },
    { from: /^src\/jobs\/job\.ts$/, typesOnly: true, why: 'what a service shows of a job' },
    { from: /^src\/processes\/run-worker\.ts$/, why: 'impactql worker' },
    { from: /^node:/ },
    {
      from: /^(commander|cli-table3|cli-progress|eventsource-parser\/stream|systeminformation|zod|@modelcontextprotocol\/sdk\/.*)$/,
    },
  ],
  'src/generated': [{ from: /^@graphql-typed-document-node\/core$/, typesOnly: true }],
  'src/rest': [
    { from: /^src\/(rest|input|generated)\// },
    { from: /^schema\/(schema|context)\.ts$/ },
    { from: /^src\/graphql\/run-trusted\.ts$/, why: 'each route runs an operation of our own' },
    {
      from: /^src\/engine\/(figures\/(attribute|criteria|snake-case)|assessment\/impact)\.ts$/,
      why: 'words of a query and of an answer: codes, allocations, statuses, and how names are spelled',
    },
    { from: /^src\/reference\/not-found-error\.ts$/, why: 'the error that is a 404' },
    { from: /^src\/reference\/matching\/nearest-names\.ts$/, why: 'suggestions for a path that is not known' },
    { from: /^src\/reference\/per-object\.ts$/, why: 'a query that is asked again is read once' },
    { from: /^src\/jobs\/(job|receive-file|places\/job-folder)\.ts$/, why: 'states, faults and formats of jobs' },
    { from: /^src\/graphql\/answers\/accepted-types\.ts$/, why: 'what a result may be given as' },
    { from: /^node:timers\/promises$/, why: 'those who watch a job are sent something now and then' },
    { from: /^node:http$/, typesOnly: true },
    { from: /^src\/reference\/references\.ts$/, typesOnly: true, why: 'the OpenAPI document lists what is known' },
    { from: /^src\/reference\/releases\.ts$/, typesOnly: true, why: 'a query may name a release' },
    { from: /^(graphql|@graphql-typed-document-node\/core)$/ },
    { from: /^zod$/, why: 'bodies are zod schemas, and the OpenAPI document is made from them' },
  ],
  'src/graphql': [
    { from: /^src\/graphql\// },
    { from: /^schema\/field-cost\.ts$/, typesOnly: true, why: 'what fields say of their cost' },
    { from: /^src\/input\/(fault|shown-value)\.ts$/, why: 'errors of the input are shown' },
    { from: /^src\/reference\/(not-found-error|per-object)\.ts$/, why: 'the error that has near names' },
    { from: /^src\/config\//, why: 'its settings, and the error of a faulty file of documents' },
    { from: /^src\/explorer\/api\/document-text\.ts$/, why: 'the operations of the explorer are trusted' },
    { from: /^src\/generated\/explorer-operations\.ts$/, why: 'the operations of the explorer are trusted' },
    { from: /^(graphql|graphql-jit|graphql-yoga|@graphql-yoga\/render-graphiql|lru-cache|negotiator|piscina)$/ },
    { from: /^node:(crypto|module)$/, why: 'documents are known by their hash' },
    { from: /^node:v8$/, why: 'how large a thread has grown' },
    { from: /^node:http$/, typesOnly: true },
  ],
  'src/pages': [
    { from: /^src\/pages\// },
    { from: /^schema\/(schema|context)\.ts$/, why: 'the home page shows an answer' },
    { from: /^src\/rest\/(handle-rest|openapi\/[\w-]+)\.ts$/, why: 'an answer, and the OpenAPI document' },
    { from: /^node:(fs|url|path|os|crypto)$/ },
    { from: /^(graphql|marked|csv-parse\/sync|@graphql-yoga\/render-graphiql)$/ },
    { from: /^(fastify|@fastify\/(static|swagger-ui))$/, why: 'plugins that have pages of their own' },
  ],
  // What all answers come from: above all that makes answers, below what sends them.
  'src/world': [
    { from: /^src\/(world|pages|rest|graphql|jobs|tables|reference)\// },
    { from: /^schema\/(schema|context)\.ts$/ },
    { from: /^src\/config\// },
    { from: /^src\/store\/object-address\.ts$/, why: 'jobs are kept in a folder or in a store' },
    { from: /^graphql$/, typesOnly: true },
    { from: /^node:(fs|path|os|crypto)$/ },
  ],
  // What runs in a browser has this service's answers, and nothing of what makes them but words.
  'src/explorer': [
    { from: /^src\/(explorer|generated|importers)\// },
    { from: /^src\//, typesOnly: true },
    {
      from: /^src\/engine\/figures\/(criteria|camel-case|snake-case)\.ts$/,
      why: 'codes of criteria, and how names are spelled',
    },
    { from: /^(?!node:|src\/|schema\/|graphql$|zod$|dataloader$|csv-parse)/ },
  ],
}

/** May import everything of this project but the command. */
const UNRESTRICTED = /^src\/(http\/|processes\/|main\.ts$)/

/** A folder may be a file of its own. */
function isWithin(folder: string, file: string): boolean {
  return file === folder || file.startsWith(`${folder}/`)
}

function isAllowed(
  { from, isType, names }: Pick<Import, 'from' | 'isType' | 'names'>,
  rules: readonly Rule[],
): boolean {
  return rules.some(
    (rule) =>
      rule.from.test(from) &&
      (!rule.typesOnly || isType) &&
      (rule.names === undefined || (names.length > 0 && names.every((name) => rule.names?.includes(name)))),
  )
}

test('the reader of import lines sees them all', () => {
  const lines = SOURCES.map((file) => readFileSync(file, 'utf8').match(/^(import\s|export .* from )/gm)?.length ?? 0)
  const stated = IMPORTS.filter(({ isDynamic }) => !isDynamic).length
  expect(stated).toBe(lines.reduce((total, each) => total + each, 0))
  expect(stated).toBeGreaterThan(300)
})

test.for(Object.entries(RULES))('%s imports only what it may', ([folder, rules]) => {
  const wrong = IMPORTS.filter(({ file }) => isWithin(folder, file)).filter((each) => !isAllowed(each, rules))
  expect(wrong.map(({ file, from, names }) => `${file}: ${names.join(', ')} from ${from}`)).toEqual([])
})

test('the library reaches no module of Node.js, and no package but these', () => {
  const reached = new Set(['src/index.ts'])
  const packages = new Set<string>()
  for (const file of reached) {
    for (const { from } of IMPORTS.filter((each) => each.file === file && !each.isType)) {
      if (from.startsWith('src/')) reached.add(from)
      else packages.add(from)
    }
  }
  expect(reached.size).toBeGreaterThan(150)
  expect([...packages].sort()).toEqual([
    '#csv-parse',
    '@noble/hashes/sha2.js',
    '@noble/hashes/utils.js',
    '@stdlib/stats-base-dists-normal-quantile',
    'csv-parse/browser/esm/sync',
    'dataloader',
    'zod',
  ])
})

test('every folder has its rule', () => {
  const folders = Object.keys(RULES)
  const ruled = (file: string) => folders.some((folder) => isWithin(folder, file)) || UNRESTRICTED.test(file)
  expect(SOURCES.filter((file) => !ruled(file))).toEqual([])
})

test('the rules hold out what they should', () => {
  const imported = (file: string, from: string, isType = false, names: readonly string[] = ['x']) => {
    const folder = Object.keys(RULES).find((each) => file.startsWith(`${each}/`)) ?? ''
    return isAllowed({ from, isType, names }, RULES[folder] ?? [])
  }
  expect(imported('src/engine/cpu.ts', 'node:fs')).toBe(false)
  expect(imported('src/engine/cpu.ts', 'zod', true)).toBe(false)
  expect(imported('src/reference/references.ts', 'src/input/fields.ts')).toBe(false)
  expect(imported('src/reference/references.ts', 'src/tables/load-releases.ts')).toBe(false)
  expect(imported('src/reference/references.ts', 'node:fs')).toBe(false)
  expect(imported('src/reference/references.ts', 'src/input/fields.ts', true)).toBe(true)
  expect(imported('src/reference/references.ts', 'src/input/check-input.ts', false, ['checkInput'])).toBe(false)
  expect(imported('src/rest/route.ts', 'schema/server.ts')).toBe(false)
  expect(imported('src/rest/route.ts', 'src/http/service.ts')).toBe(false)
  expect(imported('schema/server.ts', 'src/rest/json.ts')).toBe(false)
})

test('only processes import src/http, only commands src/cli, and nothing at all a test', () => {
  const wrong = IMPORTS.filter(({ file, from }) => {
    if (from.startsWith('test/')) return true
    if (from.startsWith('src/cli/') && !file.startsWith('src/cli/')) return true
    return from.startsWith('src/http/') && !UNRESTRICTED.test(file)
  })
  expect(wrong).toEqual([])
})

test('packages that are imported are dependencies', () => {
  const { dependencies, imports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: object
    imports: object
  }
  // The explorer is bundled before it is shipped.
  const atRunTime = IMPORTS.filter(({ file, isType }) => !isType && !file.startsWith('src/explorer/'))
  const packages = atRunTime
    .filter(({ from }) => !/^(src\/|schema\/|node:)/.test(from))
    .map(({ from }) => /^(@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? from)
  const missing = [...new Set(packages)].filter((each) => !(each in dependencies) && !(each in imports))
  expect(missing).toEqual([])
})

test('what codegen.ts makes is what is committed: the printed schema and the types of the operations', () => {
  const { status, stderr } = spawnSync(process.execPath, ['codegen.ts', '--check'], { encoding: 'utf8' })
  expect(stderr.split('\n').filter((line) => line.includes('codegen'))).toEqual([])
  expect(status).toBe(0)
})

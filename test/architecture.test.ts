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

/** Names and words of kinds are for every room. */
const KINDS = /^src\/kinds\.ts$/

const RULES: Readonly<Record<string, readonly Rule[]>> = {
  'src/engine': [{ from: /^src\/engine\// }],
  'src/kinds.ts': [{ from: /^src\/engine\//, typesOnly: true }],
  'src/input': [{ from: /^src\/(input|engine)\// }, { from: KINDS }, { from: /^zod$/ }],
  'src/catalogue': [
    { from: /^src\/(catalogue|engine|input)\// },
    { from: KINDS },
    { from: /^dataloader$/ },
    { from: /^#csv-parse$/, why: 'csv-parse, in browsers the build of it without Buffer' },
    { from: /^@noble\/hashes\//, why: 'figures have a fingerprint, in browsers as well' },
    { from: /^node:(fs|path|url|zlib)$/, why: 'tables are read from files; a test below keeps the library free of it' },
  ],
  schema: [
    { from: /^schema\// },
    { from: KINDS },
    { from: /^src\/(engine|catalogue|input)\// },
    {
      from: /^src\/bulk\/jobs\/job\.ts$/,
      typesOnly: true,
      why: 'what is shown of a job; it comes through the context',
    },
    { from: /^(@pothos\/core|graphql|lru-cache|zod)$/ },
  ],
  // Runs in browsers as well: nothing of node:, and of csv-parse the build without it.
  'src/importers': [
    { from: /^src\/(importers|input)\// },
    { from: /^src\/generated\/billing-rules\.ts$/, why: 'what lines of bills are, without the tables' },
    { from: /^src\/generated\/city-names\.ts$/, why: 'which texts are places, without the tables' },
    { from: KINDS },
    { from: /^csv-parse\/browser\/esm\/sync$/ },
  ],
  'src/library': [{ from: /^src\/(library|engine|catalogue|input|importers)\// }, { from: KINDS }],
  'src/bulk': [
    { from: /^src\/(bulk|library|importers|catalogue)\// },
    { from: /^node:/ },
    { from: /^(@duckdb\/node-api|piscina|lru-cache|zod|@aws-sdk\/(client-s3|lib-storage))$/ },
  ],
  'src/generated': [
    { from: /^src\/importers\/billing\/billing-rule\.ts$/, typesOnly: true, why: 'what a rule is' },
    { from: /^@graphql-typed-document-node\/core$/, typesOnly: true },
    { from: /^(zod|dataloader)$/, why: 'declarations of the library name their types' },
    { from: /^src\/engine\//, typesOnly: true, why: 'data of operations are objects of the engine' },
  ],
  'src/server/rest': [
    { from: KINDS },
    { from: /^src\/server\/rest\// },
    { from: /^src\/(input|generated|catalogue|engine)\// },
    { from: /^schema\/(schema|context|engine-objects)\.ts$/ },
    {
      from: /^src\/server\/graphql\/(run-trusted|answers\/media-types)\.ts$/,
      why: 'routes run operations of our own',
    },
    { from: /^src\/bulk\/jobs\/(job|receive-file)\.ts$/, why: 'states, faults and formats of jobs' },
    { from: /^node:timers\/promises$/, why: 'those who watch a job are sent something now and then' },
    { from: /^node:http$/, typesOnly: true },
    { from: /^(graphql|@graphql-typed-document-node\/core|zod)$/ },
  ],
  'src/server/graphql': [
    { from: /^src\/server\/(graphql|settings)\// },
    { from: /^src\/server\/fair-queue\.ts$/, why: 'callers take turns for threads by the same rule as elsewhere' },
    { from: /^schema\/field-cost\.ts$/, typesOnly: true, why: 'what fields say of their cost' },
    { from: /^src\/(input|catalogue)\// },
    {
      from: /^src\/(explorer\/api\/document-text|generated\/explorer-operations)\.ts$/,
      why: 'the operations of the explorer are trusted',
    },
    { from: /^(graphql|graphql-jit|graphql-yoga|@graphql-yoga\/render-graphiql|lru-cache|negotiator|piscina)$/ },
    { from: /^node:(crypto|module|v8)$/ },
    { from: /^node:http$/, typesOnly: true },
  ],
  'src/server/pages': [
    { from: /^src\/server\/pages\// },
    { from: /^schema\/(schema|context)\.ts$/, why: 'the home page shows an answer' },
    { from: /^src\/server\/rest\/(handle-rest|openapi\/[\w-]+)\.ts$/, why: 'an answer, and the OpenAPI document' },
    { from: /^node:(fs|url|path|os|crypto)$/ },
    { from: /^(graphql|marked|csv-parse\/sync|@graphql-yoga\/render-graphiql)$/ },
    { from: /^(fastify|@fastify\/(static|swagger-ui))$/, why: 'plugins that have pages of their own' },
  ],
  'src/server': [
    { from: /^(schema|src\/(server|catalogue|library|bulk|importers|input|engine|generated))\// },
    { from: /^(?!src\/|schema\/)/ },
  ],
  'src/cli': [
    { from: KINDS },
    { from: /^src\/(cli|bulk|library|importers|input|catalogue|engine)\// },
    { from: /^src\/server\/start\.ts$/, why: 'impactql serve' },
    { from: /^node:/ },
    {
      from: /^(commander|cli-progress|eventsource-parser\/stream|systeminformation|zod|@modelcontextprotocol\/server(\/stdio)?)$/,
    },
  ],
  // What runs in a browser has this service's answers, and nothing of what makes them but words.
  'src/explorer': [
    { from: KINDS },
    { from: /^src\/(explorer|generated|importers)\// },
    { from: /^src\//, typesOnly: true },
    {
      from: /^src\/engine\/values\/(assumptions|criteria|spelling)\.ts$/,
      why: 'codes of criteria, and how names are spelled',
    },
    { from: /^src\/library\/(assumptions|totals)\.ts$/, why: 'sums, and what they rest on, as all others add them up' },
    { from: /^src\/engine\/assessment\/(computed-for|coverage)\.ts$/, why: 'what figures were computed for and cover' },
    { from: /^src\/engine\/readings\/(alike|phases-held)\.ts$/, why: 'whether two sides can be compared' },
    { from: /^src\/input\/(duration|power-profile)\.ts$/, why: 'durations and profiles, as the command reads them' },
    { from: /^src\/catalogue\/matching\/indel-ratio\.ts$/, why: 'whether a suggestion corrects a typing error' },
    { from: /^(?!node:|src\/|schema\/|graphql$|zod$|dataloader$|csv-parse)/ },
  ],
}

/** The rule of the deepest folder that has one counts. */
const FOLDERS = Object.keys(RULES).toSorted((a, b) => b.length - a.length)

function folderOf(file: string): string | undefined {
  return FOLDERS.find((folder) => file === folder || file.startsWith(`${folder}/`))
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
  const wrong = IMPORTS.filter(({ file }) => folderOf(file) === folder).filter((each) => !isAllowed(each, rules))
  expect(wrong.map(({ file, from, names }) => `${file}: ${names.join(', ')} from ${from}`)).toEqual([])
})

/** The files and packages that a file imports, itself or through others; those that load with it, or later as well. */
function reachedFrom(start: string, when: 'AT_ONCE' | 'EVER') {
  const files = new Set([start])
  const packages = new Set<string>()
  for (const file of files) {
    for (const { from, isDynamic } of IMPORTS.filter((each) => each.file === file && !each.isType)) {
      if (isDynamic && when === 'AT_ONCE') continue
      if (/^(src|schema)\//.test(from)) files.add(from)
      else packages.add(from)
    }
  }
  return { files, packages }
}

test('the service starts without the packages that only some requests need', () => {
  const { files, packages } = reachedFrom('src/server/run-process.ts', 'AT_ONCE')
  expect(files.size).toBeGreaterThan(250)
  expect([...packages]).toContain('fastify')
  const late = /^(@duckdb|@aws-sdk|@fastify\/(otel|swagger-ui)|@opentelemetry|@graphql-yoga|@modelcontextprotocol)\//
  expect([...packages].filter((each) => late.test(`${each}/`))).toEqual([])
  // Its index loads the modules of OpenTelemetry.
  expect([...packages]).not.toContain('prom-client')
  // For files and rate cards.
  expect([...files].filter((each) => /^src\/(importers\/\w+\/|library\/assessor)/.test(each))).toEqual([])
})

test('the library reaches no module of Node.js, and no package but these', () => {
  const { files, packages } = reachedFrom('src/library/index.ts', 'EVER')
  expect(files.size).toBeGreaterThan(100)
  expect([...packages].sort()).toEqual([
    '#csv-parse',
    '@noble/hashes/sha2.js',
    '@noble/hashes/utils.js',
    'csv-parse/browser/esm/sync',
    'dataloader',
    'zod',
  ])
})

test('every folder has its rule', () => {
  expect(SOURCES.filter((file) => folderOf(file) === undefined)).toEqual([])
})

test('the rules hold out what they should', () => {
  const imported = (file: string, from: string, isType = false, names: readonly string[] = ['x']) =>
    isAllowed({ from, isType, names }, RULES[folderOf(file) ?? ''] ?? [])
  expect(imported('src/engine/cpu.ts', 'node:fs')).toBe(false)
  expect(imported('src/engine/cpu.ts', 'zod', true)).toBe(false)
  expect(imported('src/catalogue/references.ts', 'schema/schema.ts', true)).toBe(false)
  expect(imported('src/catalogue/references.ts', 'src/library/assessor.ts')).toBe(false)
  expect(imported('src/catalogue/references.ts', 'src/input/fields.ts', true)).toBe(true)
  expect(imported('src/library/assessor.ts', 'node:fs')).toBe(false)
  expect(imported('src/server/rest/route.ts', 'schema/results/server.ts')).toBe(false)
  expect(imported('src/server/rest/route.ts', 'src/server/service.ts')).toBe(false)
  expect(imported('schema/results/server.ts', 'src/server/rest/json.ts')).toBe(false)
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

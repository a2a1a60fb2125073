import { readdirSync, readFileSync } from 'node:fs'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schema } from '../../schema/schema.ts'
import { createMcpServer } from '../../src/cli/create-mcp-server.ts'
import { Assessor } from '../../src/library/index.ts'
import { routes } from '../../src/server/rest/handle-rest.ts'
import { withJobPaths } from '../../src/server/rest/openapi/job-paths.ts'
import { openapiDocument } from '../../src/server/rest/openapi/openapi-document.ts'
import { withRatesPath } from '../../src/server/rest/openapi/rates-path.ts'
import { type Data, releases, world } from '../world.ts'

/*
 * Rule 1 of docs/schema.md: GraphQL, /v2, the library and the MCP server have one name for one thing.
 */

interface Named {
  readonly name: string
  readonly deprecationReason?: string | null | undefined
}

/** Fields, arguments and input fields of the graph. */
const inGraph: readonly Named[] = Object.values(schema.getTypeMap())
  .filter(({ name }) => !name.startsWith('__'))
  .flatMap((type): readonly Named[] => {
    if (isEnumType(type)) return []
    if (isInputObjectType(type)) return Object.values(type.getFields())
    if (!isObjectType(type) && !isInterfaceType(type)) return []
    return Object.values(type.getFields()).flatMap((field) => [field, ...field.args])
  })
const current = new Set(inGraph.filter((each) => each.deprecationReason == null).map(({ name }) => name))

/** Names that the graph gave up, each with the name that it has instead. */
const replaced = new Map(
  inGraph.flatMap(({ name, deprecationReason }) => {
    const [, instead] = /^Use `(\w+)`/.exec(deprecationReason ?? '') ?? []
    return instead === undefined || current.has(name) ? [] : [[name, instead] as const]
  }),
)

const document: Data = JSON.parse(
  JSON.stringify(
    withRatesPath(withJobPaths(openapiDocument(routes, { ...world, version: '1.0.0', needsKey: false }), false), false),
  ),
)

/** Names of properties below a JSON schema, without deprecated ones. */
function propertiesIn(json: Data): readonly string[] {
  if (typeof json !== 'object' || json === null) return []
  const own = Object.entries<Data>(json.properties ?? {}).flatMap(([name, each]) =>
    each.deprecated === true || /^(Deprecated|Old name)/.test(each.description ?? '')
      ? []
      : [name, ...propertiesIn(each)],
  )
  const others = Object.entries<Data>(json).filter(([key]) => key !== 'properties' && key !== 'examples')
  return [
    ...own,
    ...others.flatMap(([, each]) => (Array.isArray(each) ? each.flatMap(propertiesIn) : propertiesIn(each))),
  ]
}

/** Schemas of /v2, and what they refer to. */
function schemasOfV2(): Data {
  const wanted = new Set<string>()
  const visit = (json: Data) => {
    for (const [, name = ''] of JSON.stringify(json).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (wanted.has(name)) continue
      wanted.add(name)
      visit(document.components.schemas[name])
    }
  }
  for (const [path, item] of Object.entries<Data>(document.paths)) if (path.startsWith('/v2/')) visit(item)
  return [...wanted].map((name) => document.components.schemas[name])
}

const parametersOfV2: readonly string[] = Object.entries<Data>(document.paths)
  .filter(([path]) => path.startsWith('/v2/'))
  .flatMap(([, item]) => Object.values<Data>(item).flatMap(({ parameters = [] }) => parameters))
  .map((each: Data) => (each.$ref ? document.components.parameters[each.$ref.split('/').at(-1)] : each))
  .filter(({ in: where, deprecated }: Data) => where !== 'header' && deprecated !== true)
  .map(({ name }: Data) => name)

const inV2 = new Set([...schemasOfV2().flatMap(propertiesIn), ...parametersOfV2])

/** Members of the interfaces of the library, without deprecated ones. */
const inLibrary = new Set(
  readdirSync('src/library').flatMap((file) =>
    [...readFileSync(`src/library/${file}`, 'utf8').matchAll(/^export interface \w+.*? \{\n(.*?)^\}/gms)].flatMap(
      ([, body = '']) =>
        [...body.matchAll(/(\/\*\*(?:(?!\*\/).)*\*\/\s*)?^ {2}(?:readonly )?(\w+)[?(:]/gms)].flatMap(
          ([, comment = '', name = '']) => (comment.includes('@deprecated') ? [] : [name]),
        ),
    ),
  ),
)

const client = new Client({ name: 'test', version: '1' })
beforeAll(async () => {
  const server = createMcpServer(new Assessor(releases.newest), releases, '1.0.0')
  const [one, other] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(one), client.connect(other)])
})
afterAll(() => client.close())

test('no name that the graph gave up is a name elsewhere', async () => {
  expect(replaced.size).toBeGreaterThan(10)
  const { tools } = await client.listTools()
  const inMcp = new Set(tools.flatMap(({ inputSchema, outputSchema }) => propertiesIn([inputSchema, outputSchema])))
  const surfaces = { v2: inV2, library: inLibrary, mcp: inMcp }
  const wrong = Object.entries(surfaces).flatMap(([surface, names]) =>
    [...names]
      .filter((name) => replaced.has(name))
      .map((name) => `${surface}: ${name}, which is ${replaced.get(name)}`),
  )
  expect(inV2.size).toBeGreaterThan(150)
  expect(inLibrary.size).toBeGreaterThan(50)
  expect(wrong).toEqual([])
})

/** Names of what the graph does not have, with the reason. */
const ONLY_IN_V2 = {
  columns: 'Files have columns.',
  csvSafe: 'Results of jobs are files.',
  detail: 'Faults of REST, in the form of /v1.',
  format: 'Rate cards are files.',
  loc: 'Faults of REST, in the form of /v1.',
  msg: 'Faults of REST, in the form of /v1.',
  verbose: 'The graph selects fields.',
  window: 'Number of intervals in the best window, which is a field of the graph.',
}

test('a name of /v2 is a name of the graph, or of what only REST has', () => {
  expect([...inV2].filter((name) => !current.has(name)).toSorted()).toEqual(Object.keys(ONLY_IN_V2))
})

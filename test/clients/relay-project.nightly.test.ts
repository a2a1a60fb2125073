import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  type DocumentNode,
  isAbstractType,
  Kind,
  parse,
  print,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schema } from '../../schema/schema.ts'
import { startRealService } from './support/real-service.ts'

const PROGRAMS = new URL('./programs/', import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'impactql-relay-project-'))
const documents = [
  ...readFileSync(new URL('relay-documents.ts.txt', PROGRAMS), 'utf8').matchAll(/graphql`([^`]*)`/g),
].map(([, document = '']) => parse(document))
let service: Awaited<ReturnType<typeof startRealService>>

/** What relay-runtime does with one request, without its store. */
const RUNTIME = `exports.Network = { create: (fetch) => ({ fetch }) }
exports.RecordSource = class {}
exports.Store = class {}
exports.Environment = class { constructor({ network }) { this.network = network } }
exports.fetchQuery = ({ network }, { params }, variables) => ({
  toPromise: async () => (await network.fetch(params, variables)).data,
})`

/** Adds `id` to each object that has one, and `__typename` where a type is abstract, as relay-compiler does. */
function withIds(document: DocumentNode): DocumentNode {
  const types = new TypeInfo(schema)
  const field = (name: string) => ({ kind: Kind.FIELD, name: { kind: Kind.NAME, value: name } }) as const
  return visit(
    document,
    visitWithTypeInfo(types, {
      SelectionSet: {
        leave: (node, _, parent) => {
          const type = types.getParentType()
          if (type === undefined || type === null || (parent as { readonly kind?: Kind }).kind !== Kind.FIELD) return
          const more = [
            ...(isAbstractType(type) ? [field('__typename')] : []),
            ...('getFields' in type && type.getFields().id ? [field('id')] : []),
          ]
          return { ...node, selections: [...node.selections, ...more] }
        },
      },
    }),
  )
}

/** Writes what relay-compiler writes: documents by their hash, and a module for each. */
function compile(): void {
  mkdirSync(join(folder, 'src/__generated__'), { recursive: true })
  const persisted = documents.map((document) => {
    const body = print(withIds(document))
    const id = createHash('sha256').update(body).digest('hex')
    const [operation] = document.definitions
    const name = operation?.kind === Kind.OPERATION_DEFINITION ? operation.name?.value : undefined
    const params = JSON.stringify({ id, name, operationKind: 'query', text: null })
    writeFileSync(join(folder, `src/__generated__/${name}.graphql.ts`), `export default { params: ${params} }\n`)
    return [id, body]
  })
  writeFileSync(join(folder, 'persisted.json'), JSON.stringify(Object.fromEntries(persisted)))
}

beforeAll(async () => {
  compile()
  const runtime = join(folder, 'node_modules/relay-runtime')
  mkdirSync(runtime, { recursive: true })
  writeFileSync(join(runtime, 'index.js'), RUNTIME)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(runtime, 'package.json'), '{ "name": "relay-runtime", "main": "index.js" }')
  cpSync(new URL('relay.ts', PROGRAMS), join(folder, 'src/fetch-persisted.ts'))
  cpSync(new URL('relay-main.ts.txt', PROGRAMS), join(folder, 'src/main.ts'))
  service = await startRealService({ TRUSTED_DOCUMENTS: join(folder, 'persisted.json') })
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

test('the documents of the Relay project fit the schema, by names that relay-compiler takes', () => {
  for (const document of documents) {
    expect(validate(schema, document)).toEqual([])
    expect(print(document)).toMatch(/^query documents\w+Query\(/)
  }
})

test('the Relay project asks by hash: a page of a connection, and a node', async () => {
  const { stdout, stderr } = spawn(process.execPath, ['src/main.ts', service.url], { cwd: folder })
  const [answer, fault] = await Promise.all([text(stdout), text(stderr)])
  expect(fault).toBe('')
  const { processors, instance } = JSON.parse(answer)
  expect(processors.cpuModels.nodes).toEqual([
    { id: expect.any(String), name: expect.stringContaining('Gold 61'), tdp: expect.any(Number) },
    { id: expect.any(String), name: expect.stringContaining('Gold 61'), tdp: expect.any(Number) },
  ])
  expect(processors.cpuModels.pageInfo.hasNextPage).toBe(true)
  expect(instance.node).toMatchObject({ __typename: 'CloudInstanceType', id: 'aws/m5.xlarge', name: 'm5.xlarge' })
  expect(instance.node.instance.impact.total.value).toBeGreaterThan(0)
})

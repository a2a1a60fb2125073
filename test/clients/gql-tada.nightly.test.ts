import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildSchema, introspectionFromSchema } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRealService } from './support/real-service.ts'
import { PROJECT, typeErrorsOf } from './support/typed-program.ts'

// Inside of node_modules, so that the program finds its packages.
const folder = mkdtempSync(join(PROJECT, 'node_modules', '.impactql-tada-'))
const program = join(folder, 'use.ts')
let service: Awaited<ReturnType<typeof startRealService>>

beforeAll(async () => {
  service = await startRealService()
  const schema = buildSchema(readFileSync(join(PROJECT, 'schema/schema.graphql'), 'utf8'))
  const introspection = JSON.stringify(introspectionFromSchema(schema, { descriptions: false }))
  writeFileSync(join(folder, 'introspection.d.ts'), `export type introspection = ${introspection}\n`)
  writeFileSync(program, readFileSync(new URL('./programs/gql-tada.ts.txt', import.meta.url)))
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

test('a program whose types gql.tada reads from the schema compiles, and calls the service', async () => {
  expect(typeErrorsOf(program)).toBe('')
  const { assessType } = await import(pathToFileURL(program).href)
  expect(await assessType(service.url)).toMatchObject({ name: 'm5.xlarge', total: expect.any(Number), missing: [] })
})

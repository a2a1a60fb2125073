import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { preset } from '@graphql-codegen/client-preset'
import { codegen } from '@graphql-codegen/core'
import { parse } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRealService } from './support/real-service.ts'
import { PROJECT, typeErrorsOf } from './support/typed-program.ts'

// Inside of node_modules, so that the generated files find their packages.
const folder = mkdtempSync(join(PROJECT, 'node_modules', '.impactql-preset-'))
let service: Awaited<ReturnType<typeof startRealService>>

/** What someone writes with the generated types: every line of it is checked against them. */
const USE = readFileSync(new URL('./programs/client-preset.ts.txt', import.meta.url), 'utf8')

beforeAll(async () => {
  service = await startRealService()
  const schema = parse(readFileSync(join(PROJECT, 'schema/schema.graphql'), 'utf8'))
  const text = /graphql\(`([^`]*)`\)/.exec(USE)?.[1] ?? ''
  const document = parse(text)
  const base = { baseOutputDir: `${folder}/gql/`, schema, documents: [{ location: 'use.ts', document, rawSDL: text }] }
  const sections = await preset.buildGeneratesSection({
    ...base,
    config: { useTypeImports: true },
    presetConfig: { fragmentMasking: false },
    plugins: [],
    pluginMap: {},
  } as never)
  for (const section of sections) {
    mkdirSync(dirname(section.filename), { recursive: true })
    writeFileSync(section.filename, await codegen(section))
  }
  writeFileSync(join(folder, 'use.ts'), USE)
  writeFileSync(join(folder, 'wrong.ts'), USE.replace('timeWorkload: 30', "timeWorkload: 'half'"))
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

test('a client made by the codegen client preset has the types of the schema, and calls the service', async () => {
  expect(typeErrorsOf(join(folder, 'use.ts'))).toBe('')
  expect(typeErrorsOf(join(folder, 'wrong.ts'))).toContain("Type 'string' is not assignable to type 'number'")
  const { assessInstance } = await import(pathToFileURL(join(folder, 'use.ts')).href)
  expect(await assessInstance(service.url)).toEqual({
    name: 'm5.xlarge',
    total: expect.any(Number),
    unit: 'kg CO2 eq.',
  })
})

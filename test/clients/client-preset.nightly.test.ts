import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runInNewContext } from 'node:vm'
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
const USE = program('client-preset.ts.txt')
const COMPONENT = program('react.tsx.txt')

function program(name: string): string {
  return readFileSync(new URL(`./programs/${name}`, import.meta.url), 'utf8')
}

/** The `config` of codegen.ts on the page. */
function documentedConfig(): object {
  const page = readFileSync(join(PROJECT, 'docs/clients.md'), 'utf8')
  const [, config = ''] = /^ {2}config: (\{ useTypeImports.*\}),$/m.exec(page) ?? []
  return runInNewContext(`(${config})`)
}

/** Every line of it is checked too: each custom scalar has a type. */
const SCALARS = `import { graphql } from './gql/gql'
import type { ResultOf } from '@graphql-typed-document-node/core'
const Scalars = graphql(\`query Scalars { job(id: "x") { rowsDone sentAt } cpuModel(name: "x") { released } }\`)
export function lines({ job, cpuModel }: ResultOf<typeof Scalars>): readonly string[] {
  return [(job?.rowsDone ?? 0).toFixed(), job?.sentAt.slice(0, 4) ?? '', cpuModel?.released?.slice(0, 4) ?? '']
}
`

beforeAll(async () => {
  service = await startRealService()
  const schema = parse(readFileSync(join(PROJECT, 'schema/schema.graphql'), 'utf8'))
  const documents = [USE, COMPONENT, SCALARS].map((code, at) => {
    const rawSDL = /graphql\(`([^`]*)`\)/.exec(code)?.[1] ?? ''
    return { location: `${at}.ts`, document: parse(rawSDL), rawSDL }
  })
  const base = { baseOutputDir: `${folder}/gql/`, schema, documents }
  const sections = await preset.buildGeneratesSection({
    ...base,
    config: documentedConfig(),
    presetConfig: { fragmentMasking: false },
    plugins: [],
    pluginMap: {},
  } as never)
  for (const section of sections) {
    mkdirSync(dirname(section.filename), { recursive: true })
    writeFileSync(section.filename, await codegen(section))
  }
  writeFileSync(join(folder, 'use.ts'), USE)
  writeFileSync(join(folder, 'scalars.ts'), SCALARS)
  writeFileSync(join(folder, 'apollo.ts'), program('apollo.ts'))
  writeFileSync(join(folder, 'possible-types.json'), program('possible-types.json'))
  writeFileSync(join(folder, 'component.tsx'), COMPONENT)
  writeFileSync(
    join(folder, 'no-null.tsx'),
    COMPONENT.replace('data?.cloudInstance?.impact ?? {}', 'data.cloudInstance.impact'),
  )
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

test('the documented settings give the custom scalars types that programs can use', () => {
  expect(typeErrorsOf(join(folder, 'scalars.ts'))).toBe('')
})

test('the types of the schema fit the documented React component, which must expect that there is no figure', () => {
  expect(typeErrorsOf(join(folder, 'component.tsx'))).toBe('')
  expect(typeErrorsOf(join(folder, 'no-null.tsx'))).toContain("'data' is possibly 'undefined'")
})

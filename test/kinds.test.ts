import type { GraphQLEnumType, GraphQLInputObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../schema/schema.ts'
import { importFile } from '../src/importers/import-file.ts'
import { ASSETS, COMPONENTS, TERMINALS } from '../src/kinds.ts'
import { impactRoutes } from '../src/server/rest/impact-routes.ts'

const paths = impactRoutes.map(({ path }) => path)
const fieldsOf = (input: string) => (schema.getType(input) as GraphQLInputObjectType).getFields()
const enumValue = (name: string, value: string) => (schema.getType(name) as GraphQLEnumType).getValue(value)

test.for(Object.entries(ASSETS))('%s is a field of the input with its words, and has its path', ([kind, words]) => {
  expect(fieldsOf('AssetInput')[kind]?.description).toBe(`${words.one}.`)
  if ('path' in words) expect(paths).toContain(words.path)
})

test.for(Object.entries(TERMINALS))('%s is a value of GraphQL, a path of /v1 and a row of a table', ([kind, words]) => {
  expect(enumValue('TerminalKind', kind)?.description).toBe(words.description)
  expect(paths).toContain(`/v1/${words.group}/${kind.toLowerCase()}`)
  expect(importFile(`kind,location\n${kind},FRA\n`).rows).toMatchObject([{ asset: { terminal: { kind } } }])
})

test.for(Object.entries(COMPONENTS))('%s is a field of the input, a value of GraphQL and a path', ([name, words]) => {
  expect(fieldsOf('ComponentInput')[name]?.description).toBe(`${words.plural}.`)
  expect(enumValue('ComponentKind', words.kind)?.description).toBe(words.description)
  expect(paths).toContain(`/v1/component/${words.table}`)
})

test('a row of a table is storage or a network, in words of any case', () => {
  const header = 'kind,storage_kind,gigabytes,copies,reach,location'
  const { rows } = importFile(
    `${header}\nstorage,ssd,500,2,,FRA\nNetwork,,10,,between regions,\nstorage,,5,,,\nnetwork,,5,,the moon,\n`,
  )
  expect(rows).toMatchObject([
    { asset: { storage: { kind: 'SSD', gigabytes: 500, copies: 2, usage: { usageLocation: 'FRA' } } } },
    { asset: { network: { gigabytes: 10, reach: 'BETWEEN_REGIONS' } } },
    { fault: { message: 'a storage needs storage_kind', path: ['storage_kind'] } },
    { fault: { path: ['reach'] } },
  ])
})

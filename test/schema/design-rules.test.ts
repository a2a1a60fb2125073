import { readFileSync } from 'node:fs'
import {
  buildSchema,
  type GraphQLEnumType,
  type GraphQLField,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { schema } from '../../schema/schema.ts'
import { JOB_STATES, JOB_STEPS } from '../../src/bulk/jobs/job.ts'

/*
 * The rules of docs/schema.md, for names that the version before did not have.
 */

const released = buildSchema(readFileSync(new URL('./released-0.1.0.graphql', import.meta.url), 'utf8'))

interface Place {
  readonly path: string
  readonly field: GraphQLField<unknown, unknown>
}

const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))

/** Fields of objects and interfaces, each where it is first declared. */
const fields: readonly Place[] = types.flatMap((type) => {
  if (!isObjectType(type) && !isInterfaceType(type)) return []
  const inherited = new Set(type.getInterfaces().flatMap((each) => Object.keys(each.getFields())))
  return Object.values(type.getFields())
    .filter(({ name }) => !inherited.has(name))
    .map((field) => ({ path: `${type.name}.${field.name}`, field }))
})

function isNew(path: string): boolean {
  const [typeName = '', fieldName = ''] = path.split('.')
  const type = released.getType(typeName)
  if (type === undefined) return true
  return !('getFields' in type) || !(fieldName in type.getFields())
}

const newFields = fields.filter(({ path, field }) => isNew(path) && field.deprecationReason == null)

/** Names of new fields, arguments and input fields, by their places. */
const newNames = [
  ...newFields.map(({ path, field: { name } }) => ({ path, name })),
  ...fields.flatMap(({ path, field: { args } }) => {
    const [typeName = '', fieldName = ''] = path.split('.')
    const type = released.getType(typeName)
    const before = type !== undefined && 'getFields' in type ? type.getFields()[fieldName] : undefined
    const known = new Set(before && 'args' in before ? before.args.map(({ name }) => name) : [])
    return args.flatMap(({ name, deprecationReason }) =>
      known.has(name) || deprecationReason != null ? [] : [{ path: `${path}(${name})`, name }],
    )
  }),
  ...types.flatMap((type) => {
    if (!isInputObjectType(type)) return []
    return Object.values(type.getFields()).flatMap(({ name, deprecationReason }) => {
      const path = `${type.name}.${name}`
      return isNew(path) && deprecationReason == null ? [{ path, name }] : []
    })
  }),
]

describe('a new name of a field, an argument or an input', () => {
  test('does not state its unit', () => {
    const wrong = newNames.filter(({ name }) => /(Kwh|Watts?|Percent(age)?|Hours|Gb|Kg)$/.test(name))
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('is not one that another name replaced', () => {
    const replaced = /^(electricityFactors|factors|cores|loadPercentage|load|disk|cpus?|gpus)$/
    const wrong = newNames.filter(({ name }) => replaced.test(name))
    expect(wrong.map(({ path }) => path)).toEqual([])
  })
})

test('names are spelled by their kind', () => {
  const wrong = types.flatMap((type) => {
    const names: (readonly [string, RegExp])[] = [[type.name, /^[A-Z][A-Za-z0-9]*$/]]
    if (isEnumType(type)) for (const { name } of type.getValues()) names.push([name, /^[A-Z][A-Z0-9_]*$/])
    else if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)) {
      for (const name of Object.keys(type.getFields())) names.push([name, /^[a-z][A-Za-z0-9]*$/])
    }
    return names.filter(([name, spelling]) => !spelling.test(name)).map(([name]) => `${type.name}: ${name}`)
  })
  expect(wrong).toEqual([])
})

test('a new list of what has an id is a connection', () => {
  const node = schema.getType('Node')
  const wrong = newFields.filter(({ path, field }) => {
    const type = getNamedType(field.type)
    const isOfNodes = isObjectType(type) && type.getInterfaces().some((each) => each === node)
    return isListType(getNullableType(field.type)) && isOfNodes && !/(Connection|Edge)\./.test(path)
  })
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('a plain list of what has an id is deprecated, or one that docs/schema.md names', () => {
  const rules = readFileSync(new URL('../../docs/schema.md', import.meta.url), 'utf8')
  const plain = rules.slice(rules.indexOf('## Lists that stay plain'), rules.indexOf('`instanceTypes`'))
  const node = schema.getType('Node')
  const wrong = fields.filter(({ path, field: { name, type, deprecationReason } }) => {
    const item = getNamedType(type)
    const isOfNodes = isObjectType(item) && item.getInterfaces().some((each) => each === node)
    const isPlain = isListType(getNullableType(type)) && !/(Connection|Edge)\./.test(path)
    return isOfNodes && isPlain && deprecationReason == null && !plain.includes(`\`${name}\``)
  })
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('the states and steps of a job are the same words over REST, in lower case', () => {
  const words = (name: string) =>
    (schema.getType(name) as GraphQLEnumType).getValues().map(({ name }) => name.toLowerCase())
  expect(words('JobState').toSorted()).toEqual(JOB_STATES.toSorted())
  expect(words('JobStep').toSorted()).toEqual(JOB_STEPS.toSorted())
})

test('a word of a fixed set is an enum, and a text says that more may be added', () => {
  const inputs = types.flatMap((type) =>
    isInputObjectType(type)
      ? Object.values(type.getFields()).map((field) => ({ path: `${type.name}.${field.name}`, field }))
      : [],
  )
  const wrong = [...fields, ...inputs].filter(
    ({ field: { name, type, description, deprecationReason } }) =>
      /^(kind|type|basis|status|state|level|reach)$/.test(name) &&
      getNamedType(type).name === 'String' &&
      deprecationReason == null &&
      !/Later versions may add values/.test(description ?? ''),
  )
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('an argument of a new field that has a default is non-null', () => {
  const wrong = newFields
    // An old interface decides what its fields take.
    .flatMap(({ path, field }) => field.args.map((argument) => ({ path: `${path}(${argument.name})`, argument })))
    .filter(({ argument }) => argument.default !== undefined && !isNonNullType(argument.type))
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('a field that takes a number of entries counts as often as it gives them', () => {
  const wrong = fields.filter(
    ({ field: { args, extensions } }) =>
      args.some(({ name }) => name === 'first') && !(extensions as { readonly listSize?: unknown }).listSize,
  )
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('a connection has nodes, edges, a total and a page, and its cursors are texts', () => {
  const connections = types.filter(({ name }) => name.endsWith('Connection'))
  expect(connections.length).toBeGreaterThan(6)
  for (const type of connections) {
    const found = isObjectType(type)
      ? Object.fromEntries(Object.entries(type.getFields()).map(([name, field]) => [name, `${field.type}`]))
      : {}
    expect(found, type.name).toMatchObject({ totalCount: 'Int!', pageInfo: 'PageInfo!' })
    expect(Object.keys(found).toSorted(), type.name).toEqual(['edges', 'nodes', 'pageInfo', 'totalCount'])
  }
})

test('what an item of several can fail by is a field of it, which is null where it does not', () => {
  const ofItems = {
    FleetItem: ['fault'],
    ComparedItem: ['reason'],
    ComparedPair: ['reason'],
    AssetCriterion: ['reason'],
  }
  for (const [name, expected] of Object.entries(ofItems)) {
    const type = schema.getType(name)
    for (const field of expected) {
      const found = isObjectType(type) ? type.getFields()[field] : undefined
      expect(found && !isNonNullType(found.type), `${name}.${field}`).toBe(true)
    }
  }
})

test('what is deprecated names what replaces it, which is there', () => {
  const wrong = fields.flatMap(({ path, field }) => {
    if (field.deprecationReason == null) return []
    const [, name = ''] = /^Use `(\w+)`/.exec(field.deprecationReason) ?? []
    const type = schema.getType(path.split('.')[0] ?? '')
    const isThere =
      type !== undefined &&
      'getFields' in type &&
      (name in type.getFields() || name in (schema.getQueryType()?.getFields() ?? {}))
    return isThere ? [] : [path]
  })
  expect(wrong).toEqual([])
})

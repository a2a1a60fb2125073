import { readFileSync } from 'node:fs'
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
  printSchema,
  validateSchema,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { schema } from '../../schema/schema.ts'
import { schemaLines } from './schema-lines.ts'

/** Everything in the schema that a client can name, by its path. */
function everyElement(): Map<string, { description?: string | null | undefined; numeric: boolean }> {
  const elements = new Map<string, { description?: string | null | undefined; numeric: boolean }>()
  const add = (path: string, each: GraphQLField<unknown, unknown> | GraphQLArgument | GraphQLInputField) => {
    const { name } = getNamedType(each.type)
    const numeric = ['Float', 'Int', 'NumberAttribute', 'WorkloadAttribute'].includes(name)
    elements.set(path, { description: each.description, numeric })
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || isSpecifiedScalarType(type)) continue
    elements.set(type.name, { description: type.description, numeric: false })
    if (isEnumType(type)) {
      for (const { name, description } of type.getValues()) {
        elements.set(`${type.name} = ${name}`, { description, numeric: false })
      }
    } else if (isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) add(`${type.name}.${field.name}`, field)
    } else if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        add(`${type.name}.${field.name}`, field)
        for (const argument of field.args) add(`${type.name}.${field.name}(${argument.name})`, argument)
      }
    }
  }
  return elements
}

const elements = everyElement()

/** Words by which a description shows what its number is counted in. */
const UNITS = /\b(W|kWh|currency|GB|mm2|cm2|kg|km|nm|inches|hours?|days|years?|percent)\b|\bper kWh\b|\bunit of\b/i
/** Words by which it shows that the number is a count or a share. */
const COUNTS =
  /\b(how many|number of|threads|cores|dies|layers|0 to 1|0 to 100|graphics cards|assets|a ratio|those of them)\b/i

test('the schema is a valid one', () => {
  expect(validateSchema(schema)).toEqual([])
})

test('every type, field, argument, input field and enum value has a description that is a sentence', () => {
  const without = [...elements].filter(([, { description }]) => !description || description.trim().length < 5)
  expect(without.map(([path]) => path)).toEqual([])
  const ragged = [...elements].filter(([, { description }]) => /^\s|\s$|TODO|FIXME/.test(description ?? ''))
  expect(ragged.map(([path]) => path)).toEqual([])
})

test('every number says in which unit it is, or that it is a count', () => {
  const numbers = [...elements].filter(([, { numeric }]) => numeric)
  expect(numbers.length).toBeGreaterThan(100)
  const without = numbers.filter(
    ([, { description }]) => !UNITS.test(description ?? '') && !COUNTS.test(description ?? ''),
  )
  expect(without.map(([path, { description }]) => `${path}: ${description}`)).toEqual([])
})

test.each([
  ['Cpu.tdp', 'W'],
  ['Cpu.dieSize', 'mm2'],
  ['CpuInput.tdp', 'W'],
  ['Ram.capacity', 'GB'],
  ['Gpu.pwbSurface', 'cm2'],
  ['PowerSupplyInput.unitWeight', 'kg'],
  ['UsageInput.avgPower', 'W'],
  ['UsageInput.hoursLifeTime', 'hours'],
  ['UsageInput.timeWorkload', 'percent'],
  ['ElectricityFactor.factor', 'per kWh'],
  ['Assessable.impacts(duration)', 'Hours'],
  ['Criterion = GWP', 'kg CO2 eq.'],
  ['Criterion = FE', 'MJ'],
])('%s is given in %s', (path, unit) => {
  expect(elements.get(path)?.description).toContain(unit)
})

describe('the contract', () => {
  const printed = schemaLines(buildSchema(printSchema(schema)))
  const text = readFileSync(new URL('./contract.graphql', import.meta.url), 'utf8')
  // It names what clients may rely on, not all that makes a schema valid.
  const contract = schemaLines(buildSchema(text, { assumeValid: true, assumeValidSDL: true }))

  test('is there as a whole: every name, type, default, interface and enum value', () => {
    expect(contract.length).toBeGreaterThan(600)
    const ours = new Set(printed)
    const withAnyDefault = new Set(printed.map((line) => line.replace(/ = .*$/, '')))
    // What may be left out now and could not before takes all that it took.
    const isOptionalNow = (line: string) => isInput(line) && withAnyDefault.has(line.replace(/!$/, ''))
    const kept = (line: string) =>
      ours.has(line) || (line.includes('(') && withAnyDefault.has(line)) || isOptionalNow(line)
    expect(contract.filter((line) => !kept(line))).toEqual([])
  })

  const isInput = (line: string) =>
    line.includes('(') || isInputObjectType(schema.getType(/^\w+/.exec(line)?.[0] ?? ''))

  test('notices what is missing, of another type or narrower', () => {
    const changed = schemaLines(buildSchema('enum A { B } type T { f(a: Int): Int! } input I { x: String }'))
    expect(changed).toEqual(['A = B', 'I.x: String', 'T.f(a): Int', 'T.f: Int!'])
  })

  test('is added to only by what nobody has to send', () => {
    const known = new Set(contract)
    const types = new Set(contract.map((line) => /^\w+/.exec(line)?.[0]))
    const fields = new Set(contract.map((line) => /^\w+\.\w+/.exec(line)?.[0]))
    const required = printed.filter((line) => {
      const [, field = '', type = '', argument] = /^((\w+)\.\w+)(\(\w+\))?: .*!$/.exec(line) ?? []
      const isNew = argument === undefined ? !types.has(type) : !fields.has(field)
      const isInput = isInputObjectType(schema.getType(type)) || argument !== undefined
      return isInput && !isNew && !known.has(line)
    })
    expect(required).toEqual([])
  })
})

test('nothing but entries of the catalogue, releases and jobs has an id, and each of them has', () => {
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) || isInterfaceType(type))
  const withId = types.filter((type) => 'id' in type.getFields() && type.getFields().id?.type.toString() === 'ID!')
  expect(withId.map(({ name }) => name).sort()).toEqual([
    'CloudInstanceType',
    'CloudProvider',
    'CloudRegion',
    'CpuModel',
    'GpuModel',
    'Job',
    'Location',
    'Node',
    'PublishedFigure',
    'Release',
  ])
})

test('no description has a number that depends on how the service is set up', () => {
  const stated = [...elements].filter(([, { description }]) => /significant figures/.test(description ?? ''))
  for (const [path, { description }] of stated) expect(description, path).not.toMatch(/\d+ significant/)
})

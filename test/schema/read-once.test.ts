import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  graphql,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import { expect, test } from 'vitest'
import { createContext } from '../../schema/context.ts'
import { schema } from '../../schema/schema.ts'
import { FaultError } from '../../src/input/fault.ts'
import { releases, world } from '../world.ts'

/** Entry points and their arguments. */
const ASKED = {
  server: `(input: {
    configuration: { cpu: { name: "Intel Xeon Gold 6138", units: 2 }, gpu: { name: "A100", units: 1 }, disk: [{ hdd: {} }] }
    usage: { usageLocation: "Mars", yearsUseTime: 9, elecFactors: [{ criterion: PE, value: 9 }] }
  })`,
  cloudInstance: '(input: { provider: "aws", instanceType: "m5.xlarge", usage: { region: "eu-west-3" } })',
  terminal: '(input: { kind: LAPTOP })',
  iotDevice: '(input: { functionalBlocks: [{ type: "processing", hslLevel: "HSL-1" }] })',
  storage: '(input: { gigabytes: 10, kind: SSD })',
  network: '(input: { gigabytes: 10, reach: INTERNET })',
  fleet: '(items: [{ asset: { server: {} }, quantity: 3 }, { asset: { storage: { gigabytes: 1, kind: HDD } } }])',
  consumptionProfile: '(cpu: { name: "EPYC 7763" })',
}

/** Types of catalogues and readings are read in tests of their own, and lead back to assets. */
const LEFT_OUT =
  /Connection$|Type$|Model$|Archetype$|^(Location|Release|Explanation|Distribution|Timeline|Drivers|Sci|SoftwareCarbonIntensity)$/

const DEEPEST = 5

test('what a field without a resolver reads is the same object each time: compiled operations read it several times', async () => {
  const computed = new Set<string>()
  const read = new Set<string>()
  const result = await graphql({
    schema: watched((field, value, again) => {
      read.add(field)
      if (!Object.is(value, again)) computed.add(field)
    }),
    source: `{ ${Object.entries(ASKED)
      .map(([name, args]) => `${name}${args} ${selectionOf(schema.getQueryType()?.getFields()[name]?.type)}`)
      .join(' ')} }`,
    contextValue: createContext(world, { release: releases.newest }),
  })
  // Fields that need an argument say so.
  const errors = (result.errors ?? []).filter(({ originalError }) => !(originalError instanceof FaultError))
  expect(errors).toEqual([])
  expect([...computed].toSorted()).toEqual([])
  expect(read).toContain('Server.warnings')
  expect(read).toContain('Server.usage')
})

/** The schema, in which each field without a resolver is read twice. */
function watched(observe: (field: string, value: unknown, again: unknown) => void): GraphQLSchema {
  const getField: GraphQLSchema['getField'] = (type, name) => {
    const field = schema.getField(type, name)
    if (field === undefined || name.startsWith('__') || !isRead(field)) return field
    const resolve = (source: Readonly<Record<string, unknown>>) => {
      const value = source[name]
      observe(`${type.name}.${name}`, value, source[name])
      return value
    }
    return Object.create(field, { resolve: { value: resolve } })
  }
  return Object.create(schema, { getField: { value: getField } })
}

function isRead({ resolve }: GraphQLField<unknown, unknown>): boolean {
  return resolve === undefined || resolve === defaultFieldResolver
}

/** All fields of a type that need no argument, each under a name of its own, and theirs. */
function selectionOf(of: GraphQLOutputType | undefined, depth = DEEPEST): string {
  const type = getNamedType(of) as GraphQLObjectType
  const own = fieldsOf(type, depth)
  const ofTypes = isInterfaceType(type)
    ? schema.getPossibleTypes(type).map((each) => `... on ${each.name} { ${fieldsOf(each, depth, type)} }`)
    : []
  return `{ __typename ${own} ${ofTypes.join(' ')} }`
}

function fieldsOf(type: GraphQLObjectType, depth: number, besides?: GraphQLObjectType): string {
  const fields = Object.values(type.getFields()).filter(
    ({ name, args }) =>
      besides?.getFields()[name] === undefined && args.every((each) => !String(each.type).endsWith('!')),
  )
  return fields
    .flatMap((field) => {
      const named = getNamedType(field.type)
      const isObject = isObjectType(named) || isInterfaceType(named)
      if (!isObject) return `${type.name}_${field.name}: ${field.name}`
      if (depth === 0 || LEFT_OUT.test(named.name)) return []
      return `${type.name}_${field.name}: ${field.name} ${selectionOf(named, depth - 1)}`
    })
    .join(' ')
}

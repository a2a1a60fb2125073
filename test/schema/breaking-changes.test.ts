import { readFileSync } from 'node:fs'
import {
  buildSchema,
  findBreakingChanges,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
  printSchema,
} from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../schema/schema.ts'

/** The schema of the version before this one, as it was released: see docs/releasing.md. */
const released = buildSchema(readFileSync(new URL('./released-0.1.0.graphql', import.meta.url), 'utf8'))

/** What would break clients of a schema; a field may go that was deprecated in it. */
function breaks(before: GraphQLSchema, after: GraphQLSchema): readonly string[] {
  const deprecated = Object.values(before.getTypeMap()).flatMap((type) =>
    isObjectType(type) || isInterfaceType(type)
      ? Object.values(type.getFields())
          .filter(({ deprecationReason }) => deprecationReason != null)
          .map((field) => `Field ${type.name}.${field.name} was removed.`)
      : [],
  )
  return findBreakingChanges(before, after)
    .map(({ description }) => description)
    .filter((description) => !deprecated.includes(description))
}

test('a client of the version before goes on working', () => {
  expect(breaks(released, buildSchema(printSchema(schema)))).toEqual([])
})

test('a field may go only when the version before had it deprecated', () => {
  const before = buildSchema('type Query { kept: Int, old: Int @deprecated(reason: "Use kept"), lost: Int }')
  const after = buildSchema('type Query { kept: Int }')
  expect(breaks(before, after)).toEqual(['Field Query.lost was removed.'])
})

test('an argument that has to be sent, or a narrower type, is noticed', () => {
  const before = buildSchema('type Query { a(b: Int): Int!, c: Int! }')
  const after = buildSchema('type Query { a(b: Int!): Int!, c: Int }')
  expect(breaks(before, after)).toHaveLength(2)
})

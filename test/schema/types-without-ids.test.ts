import { readFileSync } from 'node:fs'
import { introspectionFromSchema } from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../schema/schema.ts'

const listed: readonly string[] = JSON.parse(
  readFileSync(new URL('../../schema/types-without-ids.json', import.meta.url), 'utf8'),
)

test('every type has an id or is listed among those without, for the keys of a normalised cache', () => {
  const { types } = introspectionFromSchema(schema).__schema
  const without = types.filter(
    (type) => type.kind === 'OBJECT' && !type.name.startsWith('__') && !type.fields.some(({ name }) => name === 'id'),
  )
  const roots = ['Query', 'Subscription']
  expect(without.map(({ name }) => name).filter((name) => !roots.includes(name) && !listed.includes(name))).toEqual([])
  // The old `DataRelease` has an `id` that is a text, not an `ID`.
  const withId = listed.filter((name) => !without.some((type) => type.name === name))
  expect(withId).toEqual(['DataRelease'])
})

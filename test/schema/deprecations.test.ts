import { readFileSync } from 'node:fs'
import { isInputObjectType, isInterfaceType, isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../schema/schema.ts'

/*
 * Rule 9 of docs/schema.md: an old name stays for a year. `deprecated-since.json` has the day of each.
 */

type Days = Readonly<Record<string, string>>

const since: Days = JSON.parse(readFileSync(new URL('./deprecated-since.json', import.meta.url), 'utf8'))

/** Deprecated fields, arguments and input fields: `Query.cpus`, `Assessable.sci(units)`, `UsageInput.load`. */
const deprecated = Object.values(schema.getTypeMap()).flatMap((type) => {
  if (isInputObjectType(type))
    return Object.values(type.getFields()).flatMap(({ name, deprecationReason }) =>
      deprecationReason == null ? [] : [`${type.name}.${name}`],
    )
  if (!isObjectType(type) && !isInterfaceType(type)) return []
  return Object.values(type.getFields()).flatMap((field) => [
    ...(field.deprecationReason == null ? [] : [`${type.name}.${field.name}`]),
    ...field.args.flatMap(({ name, deprecationReason }) =>
      deprecationReason == null ? [] : [`${type.name}.${field.name}(${name})`],
    ),
  ])
})

/** Names that went before their year was over. */
function goneTooSoon(days: Days, names: readonly string[], today: Date): readonly string[] {
  const yearBefore = new Date(today)
  yearBefore.setUTCFullYear(today.getUTCFullYear() - 1)
  return Object.entries(days).flatMap(([name, day]) =>
    names.includes(name) || new Date(day) < yearBefore ? [] : [name],
  )
}

test('a name that goes within a year is noticed, and one that goes later is not', () => {
  const days = { 'Query.kept': '2026-11-23', 'Query.early': '2026-11-23', 'Query.late': '2025-11-22' }
  expect(goneTooSoon(days, ['Query.kept'], new Date('2026-11-23'))).toEqual(['Query.early'])
  expect(goneTooSoon(days, ['Query.kept'], new Date('2027-11-24'))).toEqual([])
})

test('an old name stays for a year', () => {
  expect(goneTooSoon(since, deprecated, new Date())).toEqual([])
})

test('each old name has its day', () => {
  expect(deprecated.filter((name) => !(name in since))).toEqual([])
  for (const [name, day] of Object.entries(since)) expect(day, name).toMatch(/^\d{4}-\d\d-\d\d$/)
})

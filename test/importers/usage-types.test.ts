import { describe, expect, test } from 'vitest'
import { BILLING_RULES } from '../../src/importers/billing/find-rule.ts'
import { importFile } from '../../src/importers/import-file.ts'
import { billOfUsageTypes, USAGE_BILLS, usageTypesOf } from './usage-types.ts'

const CLASSES = new Map<string, string>(BILLING_RULES.map(({ id, class: kind }) => [id, kind]))

describe.for(USAGE_BILLS)('usage types of %s', (name) => {
  const types = usageTypesOf(name)
  const { rows } = importFile(billOfUsageTypes(name))

  test('are each of their class', () => {
    expect(rows.map((row, at) => [types[at]?.usage, 'rule' in row && CLASSES.get(row.rule ?? '')])).toEqual(
      types.map(({ usage, class: kind }) => [usage, kind]),
    )
  })

  test('are counted where their class is: none is 0, and none is a fault', () => {
    const expected = types.map(({ usage, class: kind }) => [usage, kind !== 'excluded' && kind !== 'unknown'])
    expect(rows.map((row, at) => [types[at]?.usage, 'asset' in row && row.quantity > 0])).toEqual(expected)
  })
})

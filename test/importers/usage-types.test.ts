import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { BILLING_RULES } from '../../src/importers/billing/find-rule.ts'
import { importFile } from '../../src/importers/import-file.ts'

interface UsageType {
  readonly bill: string
  readonly service: string
  readonly usage: string
  readonly unit: string
  readonly class: string
}

/** Usage types as providers publish them and as sample bills have them. */
const TYPES = parse(readFileSync('test/importers/files/usage-types.csv'), { columns: true }) as unknown as UsageType[]

/** The columns of each kind of bill: of the service, the usage, the unit, the quantity; and what is in all lines. */
const BILLS: Readonly<Record<string, { columns: readonly string[]; line: Readonly<Record<string, string>> }>> = {
  'aws-cur': {
    columns: ['line_item_product_code', 'line_item_usage_type', 'pricing_unit', 'line_item_usage_amount'],
    line: { line_item_line_item_type: 'Usage', product_region_code: 'us-east-1' },
  },
  'azure-costs': {
    columns: ['MeterCategory', 'MeterName', 'UnitOfMeasure', 'Quantity'],
    line: { ChargeType: 'Usage', ResourceLocation: 'westeurope' },
  },
  'gcp-billing': {
    columns: ['service.description', 'sku.description', 'usage.unit', 'usage.amount'],
    line: { cost_type: 'regular', 'location.region': 'us-central1' },
  },
  'aws-focus': focus('AWS', 'us-east-1'),
  'azure-focus': focus('Microsoft', 'eastus'),
  'oracle-focus': focus('Oracle', 'us-ashburn-1'),
}

function focus(ProviderName: string, RegionId: string) {
  return {
    columns: ['ServiceName', 'ChargeDescription', 'ConsumedUnit', 'ConsumedQuantity'],
    line: { ChargeCategory: 'Usage', ProviderName, RegionId },
  }
}

const CLASSES = new Map<string, string>(BILLING_RULES.map(({ id, class: kind }) => [id, kind]))

describe.for(Object.entries(BILLS))('usage types of %s', ([name, { columns, line }]) => {
  const types = TYPES.filter(({ bill }) => bill === name)
  const header = [...columns, ...Object.keys(line)].join(',')
  const lines = types.map(({ service, usage, unit }) => [service, usage, unit, '1', ...Object.values(line)].join(','))
  const { rows } = importFile([header, ...lines].join('\n'))

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

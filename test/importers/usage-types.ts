import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'

export interface UsageType {
  readonly bill: string
  readonly service: string
  readonly usage: string
  readonly unit: string
  readonly class: string
}

const TYPES = parse(readFileSync('test/importers/files/usage-types.csv'), { columns: true }) as unknown as UsageType[]

/** The columns of each kind of bill: of the service, the usage, the unit, the quantity; and what is in all lines. */
const BILLS: Readonly<Record<string, { columns: readonly string[]; line: Readonly<Record<string, string>> }>> = {
  'aws-cur': {
    columns: ['line_item_product_code', 'line_item_usage_type', 'pricing_unit', 'line_item_usage_amount'],
    line: {
      line_item_line_item_type: 'Usage',
      product_region_code: 'eu-west-1',
      line_item_unblended_cost: '1',
      line_item_currency_code: 'USD',
    },
  },
  'azure-costs': {
    columns: ['MeterCategory', 'MeterName', 'UnitOfMeasure', 'Quantity'],
    line: { ChargeType: 'Usage', ResourceLocation: 'westeurope', CostInBillingCurrency: '1', BillingCurrency: 'USD' },
  },
  'gcp-billing': {
    columns: ['service.description', 'sku.description', 'usage.unit', 'usage.amount'],
    line: { cost_type: 'regular', 'location.region': 'europe-north1', cost: '1', currency: 'USD' },
  },
  'aws-focus': focus('AWS', 'eu-west-1'),
  'azure-focus': focus('Microsoft', 'westeurope'),
  'oracle-focus': focus('Oracle', 'us-ashburn-1'),
}

function focus(ProviderName: string, RegionId: string) {
  return {
    columns: ['ServiceName', 'ChargeDescription', 'ConsumedUnit', 'ConsumedQuantity'],
    line: { ChargeCategory: 'Usage', ProviderName, RegionId, EffectiveCost: '1', BillingCurrency: 'USD' },
  }
}

export const USAGE_BILLS = Object.keys(BILLS)

/** Usage types of a kind of bill, as providers publish them and as sample bills have them. */
export function usageTypesOf(bill: string): readonly UsageType[] {
  return TYPES.filter((each) => each.bill === bill)
}

/** A bill with one unit of each of these usage types, for one dollar. */
export function billOfUsageTypes(bill: string): string {
  const { columns = [], line = {} } = BILLS[bill] ?? {}
  const quoted = (text: string) => (text.includes(',') ? `"${text}"` : text)
  const header = [...columns, ...Object.keys(line)].join(',')
  const lines = usageTypesOf(bill).map(({ service, usage, unit }) =>
    [service, usage, unit, '1', ...Object.values(line)].map(quoted).join(','),
  )
  return [header, ...lines].join('\n')
}

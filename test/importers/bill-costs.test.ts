import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { coverageOfRows } from '../../src/importers/billing/bill-coverage.ts'
import { importFile } from '../../src/importers/import-file.ts'
import { importOf } from './import.ts'

const PLANS = readFileSync('test/importers/files/bill-cur-plans.csv', 'utf8')

/** The costs of a bill, from the coverage of its lines. */
function costsOf(bill: string) {
  const { rows } = importFile(bill)
  const { cost, assessedCost, excludedCost, unknownCost, credits } = coverageOfRows(rows)
  return { cost, assessedCost, excludedCost, unknownCost, credits }
}

/** Lines of the bill with some charges, with the header. */
function linesOf(...charges: readonly string[]): string {
  const [header = '', ...lines] = PLANS.trimEnd().split('\n')
  return [header, ...lines.filter((line) => charges.includes(line.split(',')[3] ?? ''))].join('\n')
}

/** A bill without some columns. */
function without(bill: string, columns: RegExp): string {
  const [header = '', ...lines] = bill.split('\n')
  const kept = header.split(',').flatMap((name, at) => (columns.test(name) ? [] : [at]))
  // Texts with a comma are in quotes.
  const cells = (line: string) => [...line.matchAll(/("[^"]*"|[^,]*)(?:,|$)/g)].map(([, cell]) => cell)
  return [header, ...lines].map((line) => kept.map((at) => cells(line)[at]).join(',')).join('\n')
}

test('usage that a savings plan covers has its share of the fee, and the fee has what nobody used', () => {
  const bill = linesOf(
    'SavingsPlanCoveredUsage',
    'SavingsPlanNegation',
    'SavingsPlanRecurringFee',
    'SavingsPlanUpfrontFee',
  )
  const costs = { cost: 230, assessedCost: 200, excludedCost: 30, unknownCost: 0, credits: 0 }
  expect(costsOf(bill)).toEqual(costs)
  // Without the columns of the commitment, its fee counts as used.
  expect(costsOf(without(bill, /commitment/))).toEqual({ ...costs, cost: 200, excludedCost: 0 })
})

test('usage that a reservation covers has its share of the fee, and the fee has what nobody used', () => {
  const bill = linesOf('DiscountedUsage', 'RIFee', 'Fee')
  // The fee for a domain does not belong to a reservation.
  const costs = { cost: 117, assessedCost: 90, excludedCost: 27, unknownCost: 0, credits: 0 }
  expect(costsOf(bill)).toEqual(costs)
  expect(costsOf(without(bill, /unused/))).toEqual({ ...costs, cost: 102, excludedCost: 12 })
})

test('a bill without the costs of covered usage has them in the fees', () => {
  const bill = without(PLANS, /effective_cost/)
  expect(costsOf(bill)).toMatchObject({ cost: 230 + 700 + 100 + 50 + 400 + 12 + 20 - 3 + 4 - 1, assessedCost: 17 })
})

test('negotiated discounts lower the cost of the usage they are for, and count no usage again', () => {
  const bill = linesOf('Usage', 'EdpDiscount', 'BundledDiscount')
  expect(costsOf(bill)).toEqual({ cost: 20, assessedCost: 17, excludedCost: 0, unknownCost: 3, credits: -2 })
  const quantities = importFile(bill).rows.flatMap((row) => ('asset' in row ? [row.quantity] : []))
  expect(quantities).toEqual([100, 0])
})

test('what a faulty line takes back is a credit, so that the assessed cost is at most the cost', () => {
  const header = 'ProviderName,ChargeCategory,ChargeClass,ServiceName,ChargeDescription,ConsumedQuantity,ConsumedUnit'
  const line = (kind: string, hours: number, cost: number, day: number) =>
    `AWS,Usage,${kind},EC2,m5.xlarge,${hours},Hours,eu-west-3,2026-10-0${day},${cost},USD`
  const columns = `${header},RegionId,ChargePeriodStart,EffectiveCost,BillingCurrency`
  const bill = [
    columns,
    ...[line('', 24, 5, 1), line('', -10, -2, 1), line('', -10, -2, 2), line('Correction', 0, -1, 3)],
  ]
  expect(costsOf(bill.join('\n'))).toEqual({
    cost: 3,
    assessedCost: 3,
    excludedCost: 0,
    unknownCost: 0,
    credits: -3,
  })
})

test('what a plan costs is in the rows of the lines', () => {
  const { rows } = importOf('bill-cur-plans.csv')
  expect(rows.map(({ billed }) => billed?.cost)).toEqual([200, 0, 30, 0, 90, 10, 5, 0, 12, 20, -3, -1, 4, -2, -6])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coverageOfRows } from '../../src/importers/billing/bill-coverage.ts'
import { ImportError } from '../../src/importers/import-error.ts'
import { importFile } from '../../src/importers/import-file.ts'
import { runs } from '../runs.ts'

/** What each column of a bill may have, good and bad. */
const CELLS: Readonly<Record<string, readonly string[]>> = {
  ChargeCategory: ['Usage', 'Tax', 'Credit', 'Usage', '', 'NULL', 'Gift'],
  ConsumedUnit: ['Hours', 'GB-Months', 'Fortnights', '', 'NULL', 'GB', '10K', 'Hours'],
  ConsumedQuantity: ['1', '2.5', '-1', '', 'NULL', 'many', '1e30', 'NaN', '0', '1,5'],
  ProviderName: ['AWS', 'Microsoft', 'Google', 'Oracle', 'Joe', ''],
  ServiceName: ['Amazon Elastic Compute Cloud', 'Amazon Simple Storage Service', 'Virtual Machines', '', 'Fortune'],
  ChargeDescription: [
    '$1 per m5.large Instance Hour',
    'Telling',
    '',
    'TimedStorage-ByteHrs',
    'N2 Instance Core running',
  ],
  RegionId: ['eu-west-1', '', 'mars-1', 'global'],
  EffectiveCost: ['1', '', 'NULL', 'dear', '-2', '0.5'],
  BillingCurrency: ['USD', 'EUR', '', 'USD'],
  ChargePeriodStart: ['2026-10-01', '', 'yesterday'],
  PricingQuantity: ['3', '', '-1'],
  PricingUnit: ['Hours', '', 'Minutes'],
  MeterCategory: ['Virtual Machines', ''],
  MeterName: ['D4s v5', ''],
  UnitOfMeasure: ['1 Hour', ''],
}

/** Rows that any table may have. */
const OF_TABLES = /^(a note below the table|the header again|a row of totals)$/

const bill = fc.subarray(Object.keys(CELLS), { minLength: 3 }).chain((header) =>
  fc.tuple(
    fc.constant(header),
    fc.array(fc.tuple(...header.map((name) => fc.constantFrom(...(CELLS[name] as string[])))), {
      minLength: 1,
      maxLength: 12,
    }),
  ),
)

test('no line of a bad bill is counted as 0 in silence: it counts, or says why not, and coverage has all', () => {
  fc.assert(
    fc.property(bill, ([header, lines]) => {
      const quoted = (cells: readonly string[]) => cells.map((cell) => `"${cell}"`).join(',')
      const text = [header, ...lines].map(quoted).join('\n')
      let file: ReturnType<typeof importFile>
      try {
        file = importFile(text)
      } catch (error) {
        // What format it half is, or that it is no table of assets.
        expect(error).toBeInstanceOf(ImportError)
        expect((error as Error).message.length).toBeGreaterThan(20)
        return
      }
      if (!['focus', 'azure-costs'].includes(file.format)) return
      const isTakenBack = lines.some((cells) => cells.includes('-1'))
      for (const row of file.rows) {
        if ('asset' in row) {
          expect(Number.isFinite(row.quantity)).toBe(true)
          const written = Object.values(row.columns ?? {})
          expect(row.quantity > 0 || written.includes('0') || isTakenBack).toBe(true)
        } else if ('fault' in row) expect(row.fault.message).not.toBe('')
        else if (!OF_TABLES.test(row.skipped)) expect(row.reason).toMatch(/^[A-Z_]+$/)
      }
      const { rows, assessedRows, excludedRows, unknownRows, ...coverage } = coverageOfRows(file.rows)
      expect(assessedRows + excludedRows + unknownRows).toBe(rows)
      expect(rows).toBe(file.rows.length)
      if (coverage.currencies.length !== 1) expect(coverage.cost).toBeNull()
      else {
        const { assessedCost, excludedCost, unknownCost } = coverage
        expect((assessedCost ?? 0) + (excludedCost ?? 0) + (unknownCost ?? 0)).toBeCloseTo(
          coverage.cost ?? Number.NaN,
          9,
        )
      }
    }),
    runs(100),
  )
})

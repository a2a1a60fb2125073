import { describe, expect, test } from 'vitest'
import { openAssessor } from '../../src/bulk/open-assessor.ts'
import { runBatch } from '../../src/bulk/run-batch.ts'
import { addTotals, type FleetItem, importFile } from '../../src/library/index.ts'
import { scratch, scratchFile } from '../bulk/scratch.ts'

const assessor = openAssessor({ release: '2026.11' })
const OPTIONS = { criteria: ['gwp'], duration: 8760, boundary: 'DATA_CENTRE' } as const

const XEON = { cpu: { name: 'Xeon Gold 6138' } }
const KNOWN: FleetItem = {
  quantity: 2,
  asset: { server: { configuration: XEON, usage: { usageLocation: 'FRA' } } },
}
const NO_PLACE: FleetItem = { quantity: 3, asset: { server: { configuration: XEON } } }
const NO_NAME: FleetItem = {
  quantity: 5,
  asset: { server: { configuration: { cpu: { name: 'Zzyzx 9' } }, usage: { usageLocation: 'FRA' } } },
}
const TYPICAL: FleetItem = { quantity: 7, asset: { terminal: { kind: 'LAPTOP', usage: { usageLocation: 'FRA' } } } }
const ALL = [KNOWN, NO_PLACE, NO_NAME, TYPICAL]

/** The total of an item alone, in kg CO2 eq. */
async function gwp({ quantity = 1, asset }: FleetItem): Promise<number> {
  return quantity * ((await assessor.assess(asset, OPTIONS)).impacts.gwp?.total?.value ?? Number.NaN)
}

describe('What totals rest on', () => {
  test('is counted by reason, with its share of the result: that of its rows alone', async () => {
    const { totals } = await assessor.assessMany(ALL, OPTIONS)
    const [known, place, name, typical] = await Promise.all([KNOWN, NO_PLACE, NO_NAME, TYPICAL].map(gwp))
    const all = (known as number) + (place as number) + (name as number) + (typical as number)
    expect(totals.assumptions.map(({ reason, units }) => [reason, units])).toEqual([
      ['UNKNOWN_PLACE', 3],
      ['UNKNOWN_NAME', 5],
      ['TYPICAL_VALUES', 7],
    ])
    for (const [at, own] of [place, name, typical].entries())
      expect(totals.assumptions[at]?.shares.gwp).toBeCloseTo((own as number) / all, 12)
    expect(totals.assumed).toBe(15)
  })

  test('is the medium of drives whose capacity names none, of a file', async () => {
    const { rows } = importFile(
      'kind,cpu_name,location,Disk\nserver,Xeon Gold 6138,FRA,960 GB\nserver,Xeon Gold 6138,FRA,960 GB SSD\n',
    )
    const items = rows.flatMap((row) => ('asset' in row ? [row] : []))
    const { totals } = await assessor.assessMany(items, OPTIONS)
    expect(totals.assumptions).toEqual([
      { reason: 'UNKNOWN_MEDIUM', units: 1, shares: { gwp: expect.closeTo(0.5, 12) } },
    ])
  })

  test('is nothing where all is known', async () => {
    const { totals } = await assessor.assessMany([KNOWN], OPTIONS)
    expect(totals.assumptions).toEqual([])
    expect(totals.assumed).toBe(0)
  })

  test('is counted once for each reason, and once in all, of a thing with several', async () => {
    const { totals } = await assessor.assessMany([{ quantity: 4, asset: { terminal: { kind: 'LAPTOP' } } }], OPTIONS)
    expect(totals.assumptions.map(({ reason, units }) => [reason, units])).toEqual([
      ['UNKNOWN_PLACE', 4],
      ['TYPICAL_VALUES', 4],
    ])
    expect(totals.assumed).toBe(4)
  })

  test('is typical values of a model without figures of its own', async () => {
    const laptop = (name: string) => ({
      terminal: { kind: 'LAPTOP', model: { name }, usage: { usageLocation: 'FRA' } } as const,
    })
    const server = { server: { model: { name: 'PowerEdge R740' }, usage: { usageLocation: 'FRA' } } }
    const items = [
      { quantity: 3, asset: laptop('Latitude 5450') },
      { quantity: 4, asset: server },
    ]
    const { totals, items: rows } = await openAssessor().assessMany(items, OPTIONS)
    const [typical] = rows
    expect(typical && 'warnings' in typical && typical.warnings.map(({ code }) => code)).toContain('TYPICAL_MODEL')
    expect(totals.assumptions.map(({ reason, units }) => [reason, units])).toEqual([['TYPICAL_VALUES', 3]])
  })

  test('is not the place of what takes no electricity', async () => {
    const { totals } = await assessor.assessMany([{ asset: { component: { motherboard: {} } } }], OPTIONS)
    expect(totals.assumptions.map(({ reason }) => reason)).toEqual(['TYPICAL_VALUES'])
  })

  test('is none of a place that was given by its name', async () => {
    const place = (usageLocation: string) => ({ asset: { server: { usage: { usageLocation } } } })
    const { totals } = await assessor.assessMany([place('Poland'), place('pl'), place('Mars')], OPTIONS)
    expect(totals.assumptions.find(({ reason }) => reason === 'UNKNOWN_PLACE')?.units).toBe(1)
    expect((await assessor.assess(place('Poland').asset, OPTIONS)).computedFor).toMatch(/\bPOL\b/)
    expect((await assessor.assess(place('Mars').asset, OPTIONS)).computedFor).toMatch(/\bEEE \(/)
  })

  test('has no share where the result is not known', async () => {
    const { totals } = await assessor.assessMany([{ asset: { component: { motherboard: {} } } }], {
      ...OPTIONS,
      criteria: ['gwp', 'pm'],
    })
    expect(totals.impacts.pm?.total).toBeNull()
    expect(totals.assumptions[0]?.shares).toEqual({ gwp: 1, pm: null })
  })

  test('is nothing of what has no figure', async () => {
    const motherboard = { asset: { component: { motherboard: {} } } }
    const { totals } = await assessor.assessMany([motherboard], { ...OPTIONS, criteria: ['pm'] })
    expect(totals).toMatchObject({ counted: 0, assumed: 0, assumptions: [] })
  })

  test('is the same of shares that are added up, and of rows of a file', async () => {
    const whole = (await assessor.assessMany(ALL, OPTIONS)).totals
    const parts = [ALL.slice(0, 1), ALL.slice(1)].map(async (part) => (await assessor.assessMany(part, OPTIONS)).totals)
    const added = addTotals(await Promise.all(parts))
    const file = scratchFile('assumed.ndjson', ALL.map((item) => `${JSON.stringify(item)}\n`).join(''))
    const output = { file: scratch('assumed.csv'), format: 'csv' } as const
    const batch = await runBatch(assessor, [file], { ...OPTIONS, output })
    for (const { assumptions, assumed } of [added, batch.totals]) {
      expect(assumed).toBe(15)
      expect(assumptions.map(({ reason, units }) => [reason, units])).toEqual(
        whole.assumptions.map(({ reason, units }) => [reason, units]),
      )
      for (const [at, { shares }] of whole.assumptions.entries())
        expect(assumptions[at]?.shares.gwp).toBeCloseTo(shares.gwp ?? Number.NaN, 12)
    }
  })
})

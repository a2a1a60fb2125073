import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { GB_OF_GIB, HOURS } from '../importers/billing/bill-unit.ts'
import type { BillingRule } from '../importers/billing/billing-rule.ts'
import { BILLING_RULES } from '../importers/billing/find-rule.ts'
import { assetOfRule } from '../importers/billing/read-bill-line.ts'
import { REGION_UNKNOWN } from '../importers/billing/region-of.ts'
import type { Assessor } from '../library/index.ts'
import { copyRows, type RowsFile } from './copy-rows.ts'
import { openDatabase, sqlName, sqlText } from './database.ts'
import { placeOutput } from './place-output.ts'
import { type BatchOptions, runBatch } from './run-batch.ts'

export interface RateCardOptions extends Omit<BatchOptions, 'output' | 'by' | 'partition' | 'duration' | 'folder'> {
  /** Ids of providers; undefined for all. */
  readonly providers?: readonly string[]
  /** Load of the machines, in percent; undefined for a bill's default. */
  readonly load?: number
  readonly output: RowsFile
  /** A folder for unfinished work. */
  readonly folder: string
}

/** A rate: its columns, and how it is assessed. */
interface Rate {
  /** `instance`, or the class of a rule of the table `billing`. */
  readonly class: string
  /** The instance type, or the id of the rule. */
  readonly name: string
  readonly unit: string
  readonly asset: unknown
  readonly duration: number
  readonly quantity: number
}

/**
 * Writes the rate card of a data release: the impact of one unit of everything that clouds bill, by region, to join
 * with a bill in a warehouse. Resolves to the number of rates. Throws a NotFoundError for an unknown provider.
 */
export async function writeRateCard(
  assessor: Assessor,
  { providers: asked, load, output, folder, ...options }: RateCardOptions,
): Promise<number> {
  const { cloudProviders, cloudRegions, cloudInstances } = assessor.references.tables
  const providers = asked?.map((name) => assessor.references.provider(name).id) ?? cloudProviders.map(({ id }) => id)
  const file = join(folder, 'rates.ndjson')
  const use = load === undefined ? {} : { timeWorkload: load }
  function* lines() {
    for (const provider of providers) {
      const regions = cloudRegions.filter((each) => each.provider === provider).map(({ region }) => region)
      const types = cloudInstances.filter((each) => each.provider === provider).map(({ instanceType }) => instanceType)
      for (const region of [...regions.toSorted(), REGION_UNKNOWN]) {
        for (const rate of ratesOf(provider, types, { region }, use)) {
          const { asset, duration, quantity, ...named } = rate
          const label = JSON.stringify([provider, region, named.class, named.name, named.unit, quantity])
          yield `${JSON.stringify({ label, quantity: 1, duration, asset })}\n`
        }
      }
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file))
  const rows = join(folder, 'rates.parquet')
  const { totals } = await runBatch(assessor, [file], { ...options, folder, output: { file: rows, format: 'parquet' } })
  const database = await openDatabase({ folder: join(folder), memory: 300, threads: 1 })
  try {
    const described = await database.runAndReadAll(`DESCRIBE SELECT * FROM read_parquet(${sqlText(rows)})`)
    const columns = described.getRows().map(([name]) => String(name))
    const figures = columns.filter((name) =>
      /_(embedded|use|building|total)(_min|_max|_low|_high)?$|^energy_kwh$/.test(name),
    )
    const named = ['provider', 'region', 'class', 'name', 'unit'].map(
      (name, at) => `json_extract_string(label, '$[${at}]') AS ${name}`,
    )
    const many = `json_extract_string(label, '$[5]')::DOUBLE`
    const finished = join(folder, 'card')
    await copyRows(
      database,
      `SELECT ${[...named, ...figures.map((name) => `${sqlName(name)} * ${many} AS ${sqlName(name)}`)].join(', ')},
        fault, warnings, release FROM read_parquet(${sqlText(rows)})`,
      { ...output, file: finished },
    )
    await placeOutput(finished, output.file)
  } finally {
    database.closeSync()
  }
  return totals.units
}

/** Everything that a provider bills in a region. */
function* ratesOf(provider: string, types: readonly string[], place: object, use: object): Generator<Rate> {
  const usage = { usage: { ...place, ...use } }
  for (const instanceType of types.toSorted()) {
    const asset = { cloudInstance: { provider, instanceType, ...usage } }
    yield { class: 'instance', name: instanceType, unit: 'hour', asset, duration: 1, quantity: 1 }
  }
  for (const rule of BILLING_RULES) if (rule.provider === provider) yield* rateOf(rule, provider, place, use)
}

/** A GB month is written as the bill counts it: 1.0737 GB for a provider whose GB has 2^30 bytes. */
function* rateOf(rule: BillingRule, provider: string, place: object, use: object): Generator<Rate> {
  const { id: name, class: kind, isBinary, gigabytes } = rule
  if (kind !== 'compute' && kind !== 'storage' && kind !== 'network') return
  const { asset, perUnit } = assetOfRule(rule, provider, { usage: kind === 'compute' ? { ...place, ...use } : place })
  if (kind === 'storage') {
    const unit = gigabytes === undefined ? 'GB month' : 'disk month'
    const quantity = perUnit * (isBinary ? GB_OF_GIB : 1)
    yield { class: kind, name, unit, asset, duration: HOURS.month as number, quantity }
  } else yield { class: kind, name, unit: kind === 'compute' ? 'hour' : 'GB', asset, duration: 1, quantity: perUnit }
}

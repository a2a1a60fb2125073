import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DOUBLE, VARCHAR } from '@duckdb/node-api'
import { type Assessor, DEFAULT_CRITERIA } from '../library/index.ts'
import { type CardShape, shapedCard } from './card-shapes.ts'
import { copyRows, type OutputFormat, type RowsFile } from './copy-rows.ts'
import { appendRows, openDatabase, rowsOf, sqlName, sqlText } from './database.ts'
import { type Evaluation, evaluateAssets } from './evaluate-partition.ts'
import { evaluatePartitions, FEW } from './evaluate-partitions.ts'
import { readMemory, shareMemory } from './memory.ts'
import { placeOutput } from './place-output.ts'
import { cardFingerprint, providersOf, type RateCardChoice, regionsOf } from './rate-card-choice.ts'
import { type Rate, ratesOf } from './rates.ts'
import { figureColumnsOf } from './write-output.ts'

export interface RateCardOptions extends RateCardChoice {
  /** Folders of own tables that the assessor has. */
  readonly tables?: readonly string[]
  readonly output: RowsFile
  /** What the card is for: all columns for a warehouse, or the fields that another program reads. */
  readonly shape?: CardShape
  /** A folder for what is not finished, which the caller removes. */
  readonly folder: string
  readonly threads?: number
  /** MB of memory; a quarter of the machine's by default. */
  readonly memory?: number
  /** Called when a part is done: rates so far, and of how many. */
  readonly onProgress?: (done: number, all: number) => void
}

/**
 * A rate has no figure of its use in some criterion, as no electricity factor is published for the region; its cells
 * are empty.
 */
const NO_FACTOR = 'NO_ELECTRICITY_FACTOR'

/** Columns of a card that name a rate. */
const NAMES = ['provider', 'region', 'class', 'name', 'detail', 'unit'] as const
/** Columns of a card that hold texts. The others hold numbers. */
export const CARD_TEXTS: readonly string[] = [...NAMES, 'location', 'warnings', 'fault', 'release', 'fingerprint']

/**
 * Writes the rate card of a data release: the impact of one unit of everything that clouds bill, by region, to join
 * with a bill in a warehouse. The same release and options give the same bytes. Resolves to the number of rates. Throws
 * a NotFoundError for an unknown provider.
 */
export async function writeRateCard(assessor: Assessor, options: RateCardOptions): Promise<number> {
  const { load, output, folder, criteria = DEFAULT_CRITERIA, boundary, likely, tables = [] } = options
  const providers = providersOf(assessor, options.providers)
  const { memory = readMemory('auto') as number } = options
  const { threads, databaseMb } = shareMemory(memory, options.threads ?? availableParallelism())
  const rates = ratesOf(assessor, providers, {
    regions: regionsOf(assessor, providers, options.regions),
    use: load === undefined ? {} : { timeWorkload: load },
  })
  const database = await openDatabase({ folder, memory: databaseMb, threads: 1 })
  try {
    await database.run(
      `CREATE TABLE rates (${NAMES.map((name) => `${name} VARCHAR`).join(', ')}, quantity DOUBLE, key VARCHAR)`,
    )
    await appendRows(database, 'rates', [...NAMES.map(() => VARCHAR), DOUBLE, VARCHAR], rates, (rate) => [
      ...NAMES.map((name) => rate[name]),
      rate.quantity,
      keyOf(rate),
    ])
    await database.run(
      `CREATE VIEW assets_0 AS SELECT rowid, key, 1::DOUBLE AS quantity, 1 AS rows, 0 AS refused, rowid AS first FROM rates`,
    )
    const [counted] = await rowsOf(database, 'SELECT count(*) AS n FROM rates')
    const count = Number(counted?.n)
    // Nothing that is undefined goes to a thread.
    const assess = JSON.parse(JSON.stringify({ criteria, boundary, likely, quality: true }))
    const evaluation: Evaluation = { reader: { kind: 'reading' }, options: assess }
    let results = 'result'
    if (count <= FEW)
      await evaluateAssets(assessor, database, 'SELECT rowid::INTEGER AS id, * FROM assets_0', evaluation)
    else {
      const onPartition = (done: number) => options.onProgress?.(done, count)
      const asked = { ...evaluation, index: 0, assets: count, folder, threads, tables, onPartition }
      const written = await evaluatePartitions(assessor, database, asked)
      results = `read_parquet(${sqlText(written.results)})`
    }
    const figures = figureColumnsOf({ criteria, boundary, likely, release: assessor.release })
      .map(({ name }) => name)
      .filter((name) => !name.endsWith('_coverage'))
    const uses = criteria.map((code) => `f.${sqlName(`${code}_use`)} IS NULL`)
    const lacks = `CASE WHEN f.energy_kwh IS NOT NULL AND (${['false', ...uses].join(' OR ')}) THEN '${NO_FACTOR}' END`
    const fingerprint = cardFingerprint(assessor, options)
    const finished = join(folder, 'card')
    const card = `SELECT ${NAMES.map((name) => `r.${name}`).join(', ')}, f.assessed_in AS location,
        ${figures.map((name) => `f.${sqlName(name)} * r.quantity AS ${sqlName(name)}`)},
        round(f.quality, 3) AS quality, nullif(concat_ws(' ', f.codes, ${lacks}), '') AS warnings, f.fault,
        ${sqlText(assessor.release)} AS release, ${sqlText(fingerprint)} AS fingerprint
      FROM (SELECT rowid AS id, * FROM rates) r JOIN ${results} f USING (id) ORDER BY id`
    await copyRows(database, shapedCard(options.shape ?? 'warehouse', card), { ...output, file: finished })
    await placeOutput(finished, output.file)
    return count
  } finally {
    database.closeSync()
  }
}

/** MB of memory of a card of some thousand rates. */
const SERVED_MB = 512

/** The bytes of a card of some thousand rates in a format: see `writeRateCard`. */
export async function rateCardBytes(assessor: Assessor, choice: RateCardChoice, format: OutputFormat): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'impactql-card-'))
  try {
    const file = join(folder, `rates.${format}`)
    await writeRateCard(assessor, { ...choice, output: { file, format }, folder, threads: 1, memory: SERVED_MB })
    return await readFile(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A rate as the key of an asset: what an importer reads from a row. */
function keyOf({ asset, duration }: Rate): string {
  return JSON.stringify([JSON.stringify({ label: '', quantity: 1, duration, asset })])
}

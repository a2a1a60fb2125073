import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { Assessors, ReleaseGone, type ReleaseSettings } from './assessors.ts'
import { copyRows, type OutputFormat } from './copy-rows.ts'
import { openDatabase, sqlText } from './database.ts'
import { type RateCardChoice, writeRateCard } from './write-rate-card.ts'

/** A card to make, and the key of the release to make it of. */
export interface CardTask {
  readonly release: string
  readonly choice: RateCardChoice
}

/** The files of a card. */
export type CardFiles = Readonly<Record<OutputFormat, Uint8Array>>

/** MB of memory of a card of some thousand rates. */
const CARD_MB = 512

const known = new Assessors(workerData as ReleaseSettings)

/** Makes a card in each format; called by piscina. Returns `gone` if the release no longer exists. */
export default async function makeCard({ release, choice }: CardTask): Promise<CardFiles | 'gone'> {
  const folder = await mkdtemp(join(tmpdir(), 'impactql-card-'))
  try {
    const file = (format: OutputFormat) => join(folder, `rates.${format}`)
    const output = { file: file('parquet'), format: 'parquet' } as const
    await writeRateCard(known.assessor(release), { ...choice, output, folder, threads: 1, memory: CARD_MB })
    const database = await openDatabase({ folder: await mkdtemp(join(folder, 'copy-')), memory: CARD_MB, threads: 1 })
    try {
      for (const format of ['csv', 'json'] as const)
        await copyRows(database, `SELECT * FROM read_parquet(${sqlText(output.file)})`, { file: file(format), format })
    } finally {
      database.closeSync()
    }
    const [parquet, csv, json] = await Promise.all(
      (['parquet', 'csv', 'json'] as const).map((each) => readFile(file(each))),
    )
    return { parquet, csv, json } as CardFiles
  } catch (error) {
    if (error instanceof ReleaseGone) return 'gone'
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

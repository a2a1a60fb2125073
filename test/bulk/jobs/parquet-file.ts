import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect } from 'vitest'
import { newFolder } from './job-service.ts'
import type { Sent } from './machines.ts'

export type SentFile = Exclude<Sent, string>

/** A file of laptops with further columns, in SQL. */
export async function parquet(select: string): Promise<SentFile> {
  const file = join(newFolder(), 'bomb.parquet')
  const database = await (await DuckDBInstance.create(':memory:')).connect()
  await database.run(`COPY (SELECT 'laptop' AS kind, ${select}) TO '${file}' (FORMAT parquet, COMPRESSION zstd)`)
  database.closeSync()
  expect(statSync(file).size).toBeLessThan(2_500_000)
  return { type: 'application/vnd.apache.parquet', body: readFileSync(file) }
}

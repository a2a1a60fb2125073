import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll } from 'vitest'
import { openAssessor } from '../../src/batch/open-assessor.ts'
import { type BatchOptions, runBatch } from '../../src/batch/run-batch.ts'

const folder = mkdtempSync(join(tmpdir(), 'impactql-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

export const assessor = openAssessor()

/** A path of a file that goes when the tests are over. */
export function scratch(name: string): string {
  return join(folder, name)
}

/** The same, with a content. */
export function scratchFile(name: string, content: string | Uint8Array): string {
  writeFileSync(scratch(name), content)
  return scratch(name)
}

/** Runs a batch and reads the rows that it wrote. */
export async function batchRows(files: readonly string[], options: Omit<BatchOptions, 'output'> = {}) {
  const file = scratch(`rows-${Math.random()}.csv`)
  const outcome = await runBatch(assessor, files, { ...options, output: { file, format: 'csv' } })
  return { ...outcome, written: csvRows(file) }
}

export function csvRows(file: string): Record<string, string>[] {
  return parse(readFileSync(file), { columns: true }) as unknown as Record<string, string>[]
}

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, onTestFinished } from 'vitest'
import { openAssessor } from '../../src/bulk/open-assessor.ts'
import { type BatchOptions, runBatch } from '../../src/bulk/run-batch.ts'

/** Of the test that runs. */
let folder: string | undefined

/** Files of assets, small ones. */
export const FILES = 'test/importers/files'

export const assessor = openAssessor()

/** A path of a file that goes when the test is over. Nothing hidden may be left beside it then. */
export function scratch(name: string): string {
  folder ??= openFolder()
  return join(folder, name)
}

function openFolder(): string {
  const opened = mkdtempSync(join(tmpdir(), 'impactql-test-'))
  onTestFinished(() => {
    folder = undefined
    const hidden = readdirSync(opened).filter((name) => name.startsWith('.'))
    rmSync(opened, { recursive: true, force: true })
    expect(hidden, 'what is left beside the output').toEqual([])
  })
  return opened
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

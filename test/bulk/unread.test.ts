import { readFileSync, writeFileSync } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { runBatch } from '../../src/bulk/run-batch.ts'
import { assessor, batchRows, scratch, scratchFile } from './scratch.ts'

const LAPTOP = 'kind\nlaptop\n'

test('a file that does not fit into the memory of the database is a fault of that file alone', async () => {
  const width = 1500
  const text = `kind${',c'.repeat(width - 1)}\n${`laptop${',x'.repeat(width - 1)}\n`.repeat(9000)}`
  const files = [scratchFile('first.csv', LAPTOP), scratchFile('wide.csv', text), scratchFile('last.csv', LAPTOP)]
  const { unread, rows, totals } = await runBatch(assessor, files, { memory: 60, threads: 1 })
  expect(unread).toEqual([{ file: files[1], message: 'There is not enough memory for this file' }])
  expect([rows, totals.assessed]).toEqual([2, 2])
})

test('a spreadsheet is refused with what to do', async () => {
  const { unread } = await runBatch(assessor, [scratchFile('fleet.xlsx', 'PK\x03\x04kind')])
  expect(unread[0]?.message).toBe('This is an archive, such as a spreadsheet (xlsx, ods). Save the table as CSV')
})

test('a Parquet file with damaged rows is a fault of that file alone', async () => {
  const file = scratch('damaged.parquet')
  const database = await (await DuckDBInstance.create(':memory:')).connect()
  await database.run(`COPY (SELECT 'laptop' AS kind, random() AS x FROM range(5000)) TO '${file}' (FORMAT parquet)`)
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.fill(0xff, 4, 200))
  const { unread, written } = await batchRows([file, scratchFile('sound.csv', LAPTOP)])
  expect(unread).toHaveLength(1)
  expect(unread[0]?.message).not.toBe('')
  expect(written.map(({ status }) => status)).toEqual(['assessed'])
})

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runBatch } from '../../../src/bulk/run-batch.ts'
import { CRITERION_CODES } from '../../../src/library/index.ts'
import { assessor } from '../scratch.ts'
import { newFolder, servers } from './job-service.ts'

test.for([50_000, 300_000])('%d different assets come in the order of the file', async (rows) => {
  const folder = newFolder()
  const [input, file] = [join(folder, 'in.csv'), join(folder, 'out.csv')]
  writeFileSync(input, servers(rows))
  const done = await runBatch(assessor, [input], { criteria: ['gwp'], output: { file, format: 'csv' } })
  expect(done).toMatchObject({ rows, faults: [] })
  const labels = readFileSync(file, 'utf8').split('\n').slice(1, -1)
  expect(labels.length).toBe(rows)
  expect(labels.findIndex((line, row) => !line.startsWith(`host-${row},`))).toBe(-1)
})

test('all criteria of 60,000 different assets fit into 512 MB of memory', async () => {
  const folder = newFolder()
  const [input, file] = [join(folder, 'in.csv'), join(folder, 'out.parquet')]
  writeFileSync(input, servers(60_000))
  const criteria = [...CRITERION_CODES]
  const done = await runBatch(assessor, [input], { criteria, memory: 512, output: { file, format: 'parquet' } })
  expect(done).toMatchObject({ rows: 60_000, faults: [], unread: [] })
  expect(Object.keys(done.totals.impacts)).toHaveLength(criteria.length)
})

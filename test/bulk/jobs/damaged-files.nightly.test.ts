import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { describe, expect, it } from 'vitest'
import { runBatch } from '../../../src/bulk/run-batch.ts'
import { assessor, FILES } from '../scratch.ts'
import { newFolder, servers, startJobService } from './job-service.ts'

/** Enough to meet most branches. Set it higher to look for the rest. */
const FILES_EACH = Number(process.env.DAMAGED_FILES ?? 60)

/** Numbers below a limit that are the same each time. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** A damaged file: cut off, or with changed, missing or repeated bytes. */
function damaged(sound: Buffer, random: (below: number) => number): Buffer {
  const at = random(sound.length)
  const length = 1 + random(64)
  switch (random(5)) {
    case 0:
      return sound.subarray(0, at)
    case 1:
      return Buffer.concat([sound.subarray(0, at), sound.subarray(at + length)])
    case 2:
      return Buffer.concat([sound.subarray(0, at + length), sound.subarray(at)])
    case 3:
      return Buffer.concat([sound.subarray(0, at), Buffer.alloc(length), sound.subarray(at + length)])
    default: {
      const changed = Buffer.from(sound)
      for (let byte = 0; byte <= random(8); byte++) changed[random(changed.length)] = random(256)
      return changed
    }
  }
}

async function parquet(folder: string): Promise<Buffer> {
  const database: DuckDBConnection = await (await DuckDBInstance.create(':memory:')).connect()
  writeFileSync(join(folder, 'in.csv'), servers(50))
  await database.run(`COPY (FROM '${folder}/in.csv') TO '${folder}/in.parquet'`)
  return readFileSync(join(folder, 'in.parquet'))
}

describe('A file that is damaged', () => {
  const lines = '{"terminal": {"kind": "LAPTOP"}, "quantity": 3, "label": "a"}\n'.repeat(20)
  const formats: readonly (readonly [name: string, sound: (folder: string) => Buffer | Promise<Buffer>])[] = [
    ['csv', () => Buffer.from(servers(50))],
    ['csv.gz', () => gzipSync(servers(50))],
    ['ndjson', () => Buffer.from(lines)],
    ['json', () => readFileSync(`${FILES}/server.lshw.json`)],
    ['parquet', parquet],
    ['bill.csv', () => readFileSync(`${FILES}/bill.csv`)],
    ['bill.csv.gz', () => gzipSync(readFileSync(`${FILES}/bill.csv`))],
    ['plan.json', () => readFileSync(`${FILES}/plan.json`)],
    ['nodes.json', () => readFileSync(`${FILES}/nodes.json`)],
  ]

  it.for(formats)('is read or not, with a reason, and stops no other: %s', async ([name, sound]) => {
    const folder = newFolder()
    const whole = await sound(folder)
    const random = randomNumbers(whole.length)
    const files = Array.from({ length: FILES_EACH }, (_, index) => {
      const file = join(folder, `${index}.${name}`)
      writeFileSync(file, damaged(whole, random))
      return file
    })
    const last = join(folder, `whole.${name}`)
    writeFileSync(last, whole)
    const { unread, faults, rows } = await runBatch(assessor, [...files, last], { criteria: ['gwp'], threads: 1 })
    expect(unread.every(({ message }) => message.length > 5 && message.length < 700)).toBe(true)
    expect(unread.map(({ file }) => file)).not.toContain(last)
    expect(faults.every(({ place, message }) => place !== '' && message !== '')).toBe(true)
    expect(rows).toBeGreaterThan(0)
  })

  it('as a job fails with what is wrong and where', async () => {
    const { finish } = await startJobService({ JOBS_PER_KEY: '20' })
    const header = await finish('label,ki\0nd\na,server\n')
    expect(header.fault).toBe('The name of column 2 has a control character (U+0000): is this a table?')
    const deep = await finish(`${'[{"a":'.repeat(5000)}1${'}]'.repeat(5000)}`, { type: 'application/json' })
    expect([deep.state, deep.fault]).toEqual(['failed', expect.stringMatching(/./)])
    const table = await parquet(newFolder())
    const cut = await finish(table.subarray(0, table.length >> 1), { type: 'application/vnd.apache.parquet' })
    expect([cut.state, cut.fault]).toEqual([
      'failed',
      expect.stringContaining('The Parquet file is cut off or damaged'),
    ])
    const packed = gzipSync(servers(1000))
    expect((await finish(packed.subarray(0, packed.length >> 1))).fault).toContain('cannot be unpacked')
    // A row with NUL in it is a fault of that row.
    expect(await finish('label,kind\na\0,server\nb,server\n')).toMatchObject({ state: 'done', rows: 2 })
  })
})

import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import type { JobStatus } from '../../../src/bulk/jobs/job.ts'
import { batchRows, scratchFile } from '../scratch.ts'
import { startJobService } from './job-service.ts'

const JSON_TYPE = { type: 'application/json' }

/** A list that takes long to read: about 20 microseconds for each of its items. */
function listOf(items: number): string {
  const item = { kind: 'server', cpu_name: 'Xeon Gold 6138', ram_units: 8, location: 'FRA' }
  return JSON.stringify(Array.from({ length: items }, (_, at) => ({ ...item, label: `host-${at}` })))
}

describe('A file that is read into memory', () => {
  it('fails with the same reason whether it is small or large', async () => {
    const { finish } = await startJobService()
    const faults: unknown[] = []
    for (const items of [1, 10_000]) {
      const list = JSON.stringify(Array.from({ length: items }, () => ({ colour: 'red' })))
      const { state, fault } = await finish(list, JSON_TYPE)
      expect([items, state]).toEqual([items, 'failed'])
      faults.push(fault)
    }
    expect(faults[0]).toMatch(/keys? colour/)
    expect(faults[1]).toBe(faults[0])
  })

  it('has the rows that the command reads, with any text in their cells', async () => {
    const labels = [
      '',
      ' ',
      'null',
      '"quoted", \'too\'',
      'a\\b',
      'two\nlines\r\n',
      'Zürich 🖥',
      'half \ud83d',
      'a\u2028b',
    ]
    const rows = Array.from({ length: 5000 }, (_, at) => ({
      kind: 'laptop',
      label: labels[at % labels.length],
      quantity: at % 7,
    }))
    const list = JSON.stringify(rows)
    const { finish, get } = await startJobService()
    const { id } = await finish(list, { ...JSON_TYPE, query: '?criteria=gwp' })
    const result = await get(`/v2/jobs/${id}/result`, { accept: 'text/csv' })
    const there = parse(await result.text(), { columns: true })
    expect(there).toHaveLength(rows.length)
    const { written } = await batchRows([scratchFile('list.json', list)], { criteria: ['gwp'] })
    expect(there).toEqual(written)
  })

  it('is no longer read once its job is removed, and the next job does not wait for it', async () => {
    // Memory for one file at a time.
    const { send, get, remove, finish } = await startJobService({ MEMORY: '256MB' })
    const list = listOf(150_000)
    const begin = async () => ((await (await send(list, JSON_TYPE)).json()) as JobStatus).id
    const reached = (id: string, check: (job: JobStatus) => boolean) =>
      expect
        .poll(async () => check((await (await get(`/v2/jobs/${id}`)).json()) as JobStatus), {
          timeout: 300_000,
          interval: 20,
        })
        .toBe(true)
    const isRead = ({ step, progress }: JobStatus) => step === 'reading' && progress > 0
    const whole = await begin()
    await reached(whole, isRead)
    const begun = performance.now()
    await reached(whole, ({ step }) => step === 'evaluating')
    const milliseconds = performance.now() - begun
    expect((await remove(whole)).status).toBe(200)
    expect(await finish('kind\nlaptop\n')).toMatchObject({ state: 'done', rowsRead: 1 })
    const removed = await begin()
    await reached(removed, isRead)
    const removedAt = performance.now()
    expect((await remove(removed)).status).toBe(200)
    expect(await finish('kind\nlaptop\n')).toMatchObject({ state: 'done', rowsRead: 1 })
    expect(performance.now() - removedAt).toBeLessThan(milliseconds / 2)
  })
})

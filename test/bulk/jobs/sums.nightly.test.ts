import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '../../runs.ts'
import {
  anyFleet,
  byGraphql,
  byLibrary,
  CODES,
  expectSame,
  expectTexts,
  linesOf,
  ofTotals,
} from '../../ways-of-adding-up.ts'
import { startJobService } from './job-service.ts'

it('adds random fleets up as the library and GraphQL do: sums, likely ranges, coverage and warnings', async () => {
  const { finish, url } = await startJobService()
  const property = fc.asyncProperty(anyFleet, async (asked) => {
    const { boundary, duration, release } = asked
    const query = `?criteria=${CODES.join()}&boundary=${boundary}&duration=${duration}&release=${release}&likely=true`
    const job = await finish(linesOf(asked), { query, type: 'application/x-ndjson' })
    expect([job.state, job.rowsFaulty]).toEqual(['done', 0])
    const rows = await fetch(url(`/v2/jobs/${job.id}/result`), { headers: { accept: 'application/json' } })
    const library = await byLibrary(asked)
    expectSame(library, ofTotals(job.totals as never))
    expectTexts((await rows.json()) as readonly { warnings: string | null }[], library)
    expectSame(library, (await byGraphql(asked)).added)
    expect(job.totals?.impacts.gwp?.total?.likely?.low).toBeLessThanOrEqual(
      job.totals?.impacts.gwp?.total?.likely?.high ?? 0,
    )
  })
  await fc.assert(property, { ...runs(3), endOnFailure: true })
})

it('renews a laptop that lives four years in ten, and says so in its row; two years are half a laptop', async () => {
  const { finish, url } = await startJobService()
  const laptop = JSON.stringify({ asset: { terminal: { kind: 'LAPTOP', usage: { hoursLifeTime: 35_040 } } } })
  const over = async (hours: number) => {
    const query = `?criteria=gwp&duration=${hours}&release=2026.12`
    const { id, totals } = await finish(`${laptop}\n`, { query, type: 'application/x-ndjson' })
    const rows = await fetch(url(`/v2/jobs/${id}/result`), { headers: { accept: 'application/json' } })
    const [row] = (await rows.json()) as readonly [{ readonly warnings: string | null }]
    return { making: totals?.impacts.gwp?.embedded?.value ?? Number.NaN, warnings: row.warnings ?? '' }
  }
  const [half, decade] = [await over(17_520), await over(87_600)]
  expect(decade.making / half.making).toBeCloseTo(5, 9)
  expect(decade.warnings).toContain('Manufacturing counts 2.5 times')
  expect(half.warnings).not.toContain('Manufacturing')
})

it('adds what is known of a laptop without making to 100 instances: 46.8 times its use', async () => {
  const { finish } = await startJobService()
  const usage = { usageLocation: 'POL' }
  const lines = [
    { quantity: 100, asset: { cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge', usage } } },
    { quantity: 1, asset: { terminal: { kind: 'LAPTOP', usage } } },
  ]
  const query = '?criteria=adp&boundary=EQUIPMENT&duration=8760&release=2026.11'
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const { totals } = await finish(text, { query, type: 'application/x-ndjson' })
  const { total, use, ...covered } = totals?.impacts.adp ?? {}
  expect((total?.value ?? Number.NaN) / (use?.value ?? Number.NaN)).toBeCloseTo(46.78, 2)
  expect(covered).toMatchObject({ isPartial: true, lacking: [{ phase: 'EMBEDDED', units: 1 }] })
})

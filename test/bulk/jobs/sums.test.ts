import fc from 'fast-check'
import { expect, it } from 'vitest'
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
  await fc.assert(property, { numRuns: 3, seed: 7, endOnFailure: true })
})

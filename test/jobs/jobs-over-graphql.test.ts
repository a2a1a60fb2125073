import { describe, expect, it } from 'vitest'
import type { JobStatus } from '../../src/jobs/job.ts'
import { KEYS, servers, startJobService } from './job-service.ts'

describe('A job over GraphQL', () => {
  const JOB = `{ state step rows done faulty progress release fault finishedAt
    totals { units assessed energyKwh impacts { criterion unit total { value min max } use { value } } } }`

  it('is shown as over REST, once or each time that it has changed, to its key alone', async () => {
    const { send, graphql, get, url } = await startJobService({}, { closed: true })
    const [mine, yours] = [{ 'x-api-key': KEYS.mine }, { 'x-api-key': KEYS.yours }]
    const { id } = (await (await send(servers(20), { query: '?criteria=gwp', headers: mine })).json()) as JobStatus
    const request = { query: `subscription ($id: ID!) { job(id: $id) ${JOB} }`, variables: { id } }
    const watch = (headers: Record<string, string>) =>
      fetch(url('/graphql'), {
        method: 'POST',
        body: JSON.stringify(request),
        headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
      })
    const events = [...(await (await watch(mine)).text()).matchAll(/^data: (\{.*)$/gm)].map(([, data = '']) =>
      JSON.parse(data),
    )
    const last = events.at(-1).data.job
    const shown = (await (await get(`/v2/jobs/${id}`, mine)).json()) as JobStatus
    expect(events.length).toBeGreaterThan(1)
    expect(last).toMatchObject({
      state: 'DONE',
      step: null,
      rows: 20,
      done: 20,
      progress: 1,
      finishedAt: shown.finishedAt,
    })
    const { gwp } = shown.totals?.impacts ?? {}
    expect(last.totals).toEqual({
      units: shown.totals?.units,
      assessed: shown.totals?.assessed,
      energyKwh: shown.totals?.energyKwh,
      impacts: [{ criterion: 'GWP', unit: 'kg CO2 eq.', total: gwp?.total, use: { value: gwp?.use?.value } }],
    })
    const query = { query: `query ($id: ID!) { job(id: $id) ${JOB} }`, variables: { id } }
    expect((await graphql(query, mine)).data).toEqual({ job: last })
    expect((await graphql(query, yours)).data).toEqual({ job: null })
    expect(await (await watch(yours)).text()).toContain('"code":"NOT_FOUND"')
    const plain = await graphql(request, mine)
    expect([plain.status, plain.errors?.[0]?.extensions.code]).toEqual([406, 'NOT_ACCEPTABLE'])
  })
})

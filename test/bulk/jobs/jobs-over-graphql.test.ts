import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { JobStatus } from '../../../src/bulk/jobs/job.ts'
import type { Data } from '../../world.ts'
import { batchRows, FILES } from '../scratch.ts'
import { KEYS, servers, startJobService } from './job-service.ts'

describe('A job over GraphQL', () => {
  it('is listed for its key alone, and for nobody where there are no keys', async () => {
    const { send, graphql, ended } = await startJobService({}, { closed: true })
    const [mine, yours] = [{ 'x-api-key': KEYS.mine }, { 'x-api-key': KEYS.yours }]
    const ids: string[] = []
    for (let job = 0; job < 2; job++) {
      const { id } = (await (await send(servers(2), { headers: mine })).json()) as JobStatus
      await ended(id, mine)
      ids.unshift(id)
    }
    const query = 'query ($first: Int, $after: ID) { jobs(first: $first, after: $after) { id state rows } }'
    const listed = async (headers: Record<string, string>, variables = {}) =>
      (await graphql({ query, variables }, headers)).data
    expect(await listed(mine)).toEqual({ jobs: ids.map((id) => ({ id, state: 'DONE', rows: 2 })) })
    expect(await listed(mine, { first: 5, after: ids[0] })).toMatchObject({ jobs: [{ id: ids[1] }] })
    expect(await listed(mine, { after: '' })).toEqual(await listed(mine))
    expect(await listed(yours)).toEqual({ jobs: [] })
    const wrong = await graphql({ query, variables: { first: 0 } }, mine)
    expect(wrong.errors?.[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } })
    const pages = `query ($first: Int!, $after: String) { jobsConnection(first: $first, after: $after) {
      totalCount nodes { id } pageInfo { hasNextPage hasPreviousPage endCursor } } }`
    const pageOf = async (variables: object, headers = mine): Promise<Data> =>
      (await graphql({ query: pages, variables }, headers)).data?.jobsConnection as Data
    const first = await pageOf({ first: 1 })
    expect(first).toMatchObject({ totalCount: 2, nodes: [{ id: ids[0] }], pageInfo: { hasNextPage: true } })
    const last = await pageOf({ first: 1, after: first.pageInfo.endCursor })
    expect(last).toMatchObject({ totalCount: 2, nodes: [{ id: ids[1] }], pageInfo: { hasNextPage: false } })
    expect(last.pageInfo.hasPreviousPage).toBe(true)
    expect(await pageOf({ first: 9 }, yours)).toMatchObject({ totalCount: 0, nodes: [] })
    const open = await startJobService()
    const refused = await open.graphql({ query })
    expect([refused.data, refused.errors?.[0]?.extensions.code]).toEqual([{ jobs: null }, 'FORBIDDEN'])
    const both = await open.graphql({ query: '{ release { id } jobsConnection { totalCount } }' })
    expect([both.data, both.errors?.[0]?.extensions.code]).toEqual([
      { release: { id: expect.any(String) }, jobsConnection: null },
      'FORBIDDEN',
    ])
  })

  it('of a bill has its coverage, as over REST and as the command has it', async () => {
    const { send, graphql, ended } = await startJobService()
    const file = `${FILES}/bill-cur2.csv`
    const { id } = (await (await send(readFileSync(file, 'utf8'), { query: '?criteria=gwp' })).json()) as JobStatus
    const { totals } = await ended(id)
    const { coverage } = await batchRows([file], { criteria: ['gwp'] })
    expect(totals?.coverage).toEqual(coverage)
    const query = `query ($id: ID!) { job(id: $id) { totals { coverage { rows assessedRows excludedRows unknownRows currencies
      cost assessedCost excludedCost unknownCost unknownRegionRows unknownRegionCost credits rowsWithoutCost byReason { reason rows cost }
      byService { service rows assessedRows cost assessedCost } unknown { reason what rows cost } } } } }`
    const { data } = await graphql({ query, variables: { id } })
    expect(data).toEqual({ job: { totals: { coverage } } })
  })

  it('says which units count, what would make the others count, and what rests on figures of yours', async () => {
    const { send, graphql, ended, get } = await startJobService()
    const own = { making: 150, year: 2024 }
    const file = [
      { quantity: 30, asset: { equipment: { kind: 'DOCKING_STATION' } } },
      { quantity: 12, asset: { equipment: { kind: 'UPS', own } } },
      { quantity: 4, kind: 'flux capacitor' },
      { quantity: 'some', kind: 'laptop' },
    ]
    const text = file.map((item) => `${JSON.stringify(item)}\n`).join('')
    const { id } = (await (await send(text, { query: '?criteria=gwp' })).json()) as JobStatus
    await ended(id)
    const { totals } = (await (await get(`/v2/jobs/${id}`)).json()) as JobStatus
    expect(totals).toMatchObject({
      units: 47,
      assessed: 42,
      counted: 12,
      ownFigures: { units: 12, shares: { gwp: 1 } },
      uncounted: [
        { reason: 'NO_FIGURE', kind: 'docking_station', units: 30, rows: 1, give: ['own_making_kg'] },
        { reason: 'UNKNOWN_KIND', word: 'flux capacitor', units: 4, rows: 1, give: ['kind'] },
        { reason: 'FAULTY', units: 1, rows: 1, give: ['quantity'] },
      ],
    })
    const query = `query ($id: ID!) { job(id: $id) { totals { units counted ownFigures { units shares { criterion share } }
      uncounted { reason kind word units rows give nearest } } } }`
    const { data } = await graphql({ query, variables: { id } })
    const { units, counted, uncounted } = totals ?? {}
    const ownFigures = { units: 12, shares: [{ criterion: 'GWP', share: 1 }] }
    expect(data).toEqual({ job: { totals: { units, counted, uncounted, ownFigures } } })
  })

  const JOB = `{ state step rows done faulty rowsRead rowsDone rowsFaulty rowsSkipped progress release fault finishedAt sentAt endedAt
    totals { units assessed energy energyKwh energyRange { value min max likely { low } } rowsFaulty faulty impacts { criterion unit total { value min max likely { low median high } } use { value } } } }`

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
      rowsRead: 20,
      rowsDone: 20,
      rowsFaulty: 0,
      rowsSkipped: 0,
      progress: 1,
      sentAt: shown.sentAt,
      endedAt: shown.endedAt,
      finishedAt: shown.endedAt,
    })
    expect(shown).toMatchObject({
      rows: 20,
      done: 20,
      faulty: 0,
      skipped: 0,
      createdAt: shown.sentAt,
      finishedAt: shown.endedAt,
      expiresAt: shown.removedAt,
      totals: { energy: expect.any(Number), energyKwh: shown.totals?.energy, rowsFaulty: 0, faulty: 0 },
    })
    const { gwp } = shown.totals?.impacts ?? {}
    expect(last.totals).toEqual({
      units: shown.totals?.units,
      assessed: shown.totals?.assessed,
      energy: shown.totals?.energy,
      energyKwh: shown.totals?.energy,
      energyRange: { ...shown.totals?.energyRange, value: shown.totals?.energy, likely: null },
      rowsFaulty: 0,
      faulty: 0,
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

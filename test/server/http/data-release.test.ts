import { describe, expect, test } from 'vitest'
import { readConfig } from '../../../src/server/settings/config.ts'
import { buildWorld } from '../../../src/server/world.ts'
import { ownElectricity } from './support/own-tables.ts'
import { startService } from './support/test-service.ts'

/** The service with the shipped tables, and own ones where some are named. */
const start = (env: Record<string, string> = {}) => startService({ env, world: () => buildWorld(readConfig(env)) })

const gwpFactor = async (response: Response) => {
  const { verbose } = (await response.json()) as { verbose: { gwp_factor: { value: number } } }
  return verbose.gwp_factor.value
}

describe('every answer names its data release', () => {
  test.each([
    ['/v1/server?release=1999.01', 422, 'boavizta-2.4.1'],
    ['/v1/server?archetype=nope', 404, 'boavizta-2.4.1'],
    ['/v1/server?archetype=nope&release=2026.12', 404, '2026.12'],
    ['/v1/nothing', 404, 'boavizta-2.4.1'],
  ])('one that fails too: %s', async (path, status, release) => {
    const { get } = await start()
    const response = await get(path)
    expect([response.status, response.headers.get('data-release')]).toEqual([status, release])
  })

  test('REST the base, or the release that was asked for; GraphQL the newest', async () => {
    const { get, post } = await start()
    const france = '{"usage":{"usage_location":"FRA"}}'
    const json = { 'content-type': 'application/json' }
    // The second answer comes from memory.
    for (let asked = 0; asked < 2; asked++) {
      const usual = await post('/v1/component/cpu', france, json)
      expect([usual.headers.get('data-release'), await gwpFactor(usual)]).toEqual(['boavizta-2.4.1', 0.098])
    }
    const newest = await post('/v1/component/cpu?release=2026.12', france, json)
    expect(newest.headers.get('data-release')).toBe('2026.12')
    expect(await gwpFactor(newest)).toBeCloseTo(0.044, 3)
    const query = '{ location(code: "FRA") { factors(criteria: [GWP]) { factor { value } } } }'
    const graphql = await get(`/graphql?query=${encodeURIComponent(query)}`)
    expect(graphql.headers.get('data-release')).toBe('2026.12')
    expect(await graphql.json()).toEqual({
      data: { location: { factors: [{ factor: { value: expect.closeTo(0.044, 3) } }] } },
    })
  })

  test('and GraphQL answers from another one where it is named', async () => {
    const { graphql } = await start()
    const of = (id: string) =>
      `release(id: "${id}") { id current location(code: "FRA") { factors(criteria: [GWP]) { factor { value } } } }`
    const { data } = await graphql({ query: `{ base: ${of('boavizta-2.4.1')} newest: ${of('2026.12')} }` })
    expect(data).toEqual({
      base: { id: 'boavizta-2.4.1', current: false, location: { factors: [{ factor: { value: 0.098 } }] } },
      newest: {
        id: '2026.12',
        current: true,
        location: { factors: [{ factor: { value: expect.closeTo(0.044, 3) } }] },
      },
    })
    const unknown = await graphql({ query: `{ ${of('2026.1')} }` })
    expect(unknown.errors).toMatchObject([{ message: expect.stringContaining('2026.12') }])
  })

  test('with own tables by name and fingerprint, the same for the same tables', async () => {
    const label = async (gwp: string) => {
      const { get, graphql } = await start({ DATA_FOLDER: ownElectricity(gwp).folder })
      const release = (await get('/v1/utils/country_code')).headers.get('data-release')
      const { data } = await graphql({ query: '{ releases { id } }' })
      expect(data).toEqual({ releases: [{ id: '2026.12' }, { id: '2026.11' }, { id: 'boavizta-2.4.1' }] })
      return release
    }
    const own = await label('0.5')
    expect(own).toMatch(/^boavizta-2\.4\.1\+[0-9a-f]{12}$/)
    expect(await label('0.5')).toBe(own)
    expect(await label('0.6')).not.toBe(own)
  })

  test('in the header that the OpenAPI document describes on every answer', async () => {
    const { get } = await start()
    const document = (await (await get('/openapi.json')).json()) as {
      readonly paths: Record<string, Record<string, { responses: Record<string, { headers?: object }> }>>
      readonly components: { headers: Record<string, { description: string }> }
    }
    expect(document.components.headers.DataRelease?.description).toMatch(/^Data release of the answer/)
    const answers = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ responses }) => responses[200] ?? responses[202]),
    )
    expect(answers.length).toBeGreaterThan(20)
    expect(answers.filter((answer) => !('Data-Release' in (answer?.headers ?? {})))).toEqual([])
  })
})

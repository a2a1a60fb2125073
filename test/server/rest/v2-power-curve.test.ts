import { describe, expect, test } from 'vitest'
import { ask, world } from '../../world.ts'
import { rest } from './ask-rest.ts'

const PATH = '/v2/consumption-profile'
const workload = [
  { timeWorkload: 0, powerWatt: 60 },
  { timeWorkload: 50, powerWatt: 186 },
  { timeWorkload: 100, powerWatt: 252 },
]

describe('/v2 makes no power curve', () => {
  test.each([
    [{ workload: [] }, ['body', 'workload']],
    [{ workload: [{ timeWorkload: 101, powerWatt: 5 }] }, ['body', 'workload', 0, 'timeWorkload']],
    [{ workload: [{ timeWorkload: 10, powerWatt: -5 }] }, ['body', 'workload', 0, 'powerWatt']],
    [{ points: 1 }, ['body', 'points']],
    [{ points: 1002 }, ['body', 'points']],
    [{ cpu: { tdp: 'hot' } }, ['body', 'cpu', 'tdp']],
  ])('of %j', async (body, loc) => {
    const { status, json } = await rest(PATH, body)
    expect([status, json.detail[0].loc]).toEqual([422, loc])
  })

  test('of a release that is not there, or of an unknown processor if that is refused', async () => {
    expect((await rest(PATH, { release: '2026.13' })).json.detail[0]).toMatchObject({
      type: 'not_found',
      loc: ['body', 'release'],
    })
    expect((await rest(PATH, { cpu: { name: 'zx81' }, strict: true })).status).toBe(422)
  })
})

describe('a power curve of /v2', () => {
  test('of measured points has the points of the fit, and is that of the graph', async () => {
    const { status, json } = await rest(PATH, { workload, points: 3 })
    expect(status, JSON.stringify(json)).toBe(200)
    const { consumptionProfile } = await ask(
      `query ($workload: [WorkloadPowerInput!]) { consumptionProfile(workload: $workload) { a b c d status source residual
        fittedPoints { timeWorkload powerWatt } points(count: 3) { timeWorkload powerWatt } } }`,
      { workload },
    )
    expect(json).toEqual({ ...consumptionProfile, warnings: [], release: world.release.id })
    expect(json.fittedPoints).toEqual(workload)
    // Three points determine a logarithm within some W.
    const { a, b, c, d, points } = json
    for (const { timeWorkload, powerWatt } of points)
      expect(powerWatt).toBeCloseTo(a * Math.log(b * (timeWorkload + c)) + d, 9)
  })

  test('of a named processor is the one that its servers have', async () => {
    const { json } = await rest(PATH, { cpu: { name: 'Xeon Gold 6138' } })
    const { consumptionProfile } = await ask(
      '{ consumptionProfile(cpu: { name: "Xeon Gold 6138" }) { a b c d status } }',
    )
    expect(json).toMatchObject({ ...consumptionProfile, fittedPoints: null })
    expect(json.points).toHaveLength(11)
  })

  test('says which fields it ignored', async () => {
    const { json } = await rest(PATH, { cpu: { nmae: 'Xeon Gold 6138' } })
    expect(json.warnings).toContainEqual(expect.objectContaining({ code: 'UNKNOWN_FIELD', path: ['cpu', 'nmae'] }))
  })
})

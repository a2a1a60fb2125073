import { describe, expect, test } from 'vitest'
import { rest } from './ask-rest.ts'

/** /v1 with a release that models whole servers: the same fields, without what belongs to a sum of parts. */

const SERVER = '/v1/server?verbose=true&criteria=gwp'
const R740 = {
  configuration: { cpu: { units: 2, name: 'Xeon Platinum 8180' }, ram: [{ units: 12, capacity: 16 }] },
}
const PARTS = ['CPU-1', 'RAM-1', 'REST_OF_SERVER-1']

describe('/v1 with release 2026.12', () => {
  test('ignores a measured profile, which it does not know, and tells that a ratio has no effect', async () => {
    const usage = {
      time_workload: 50,
      other_consumption_ratio: 0.3,
      power_profile: [{ time_workload: 0, power_watt: 0 }],
    }
    const { status, json } = await rest(`${SERVER}&release=2026.12`, { ...R740, usage })
    expect(status).toBe(200)
    expect(json.verbose.other_consumption_ratio).toMatchObject({ value: 0.3, status: 'INPUT' })
    // 1.1 * 231.85752 W
    expect(json.verbose.avg_power.value).toBeCloseTo(255.043272, 9)
    expect(json.warnings).toContainEqual(expect.stringMatching(/^other_consumption_ratio\b/))
  })

  test('has no ratio and no curve of a part, and its parts add up to the server', async () => {
    const { json } = await rest(`${SERVER}&release=2026.12`, { ...R740, usage: { time_workload: 50 } })
    const { verbose } = json
    expect(verbose).not.toHaveProperty('other_consumption_ratio')
    for (const part of PARTS) {
      expect(verbose[part]).not.toHaveProperty('params')
      expect(verbose[part]).not.toHaveProperty('workloads')
    }
    const sum = PARTS.reduce((before, part) => before + verbose[part].avg_power.value, 0)
    expect(sum).toBeCloseTo(verbose.avg_power.value, 9)
    for (const part of ['CPU-1', 'RAM-1']) expect(verbose[part].time_workload).toEqual(verbose.time_workload)
  })

  test('has the same of an instance', async () => {
    const { json } = await rest(
      '/v1/cloud/instance?provider=aws&instance_type=m5.xlarge&verbose=true&criteria=gwp&release=2026.12',
    )
    expect(json.verbose).not.toHaveProperty('other_consumption_ratio')
    expect(json.verbose.avg_power.value).toBeCloseTo(12.8079875, 9)
  })

  test('has the curve of a processor alone', async () => {
    const { json } = await rest('/v1/component/cpu?criteria=gwp&release=2026.12', { name: 'Xeon Platinum 8180' })
    expect(json.verbose.params.value).toEqual({
      a: expect.any(Number),
      b: expect.any(Number),
      c: expect.any(Number),
      d: expect.any(Number),
    })
  })
})

test('/v1 by default has both as before: (CPU + RAM) * 1.33', async () => {
  const { json } = await rest(SERVER, { ...R740, usage: { time_workload: 50 } })
  const { avg_power, other_consumption_ratio, ...parts } = json.verbose
  expect(other_consumption_ratio.value).toBe(0.33)
  expect(avg_power.value).toBeCloseTo((parts['CPU-1'].avg_power.value + parts['RAM-1'].avg_power.value) * 1.33, 9)
  expect(parts['CPU-1']).toHaveProperty('params')
})

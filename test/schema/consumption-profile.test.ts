import { describe, expect, test } from 'vitest'
import { FaultError } from '../../src/input/fault.ts'
import { ask, type Data, errorsOf } from '../world.ts'

const ALL = 'a b c d status source warnings { message } residual fittedPoints { loadPercentage powerWatt }'
const profile = async (args: string, selection = ALL): Promise<Data> => {
  return (await ask(`{ consumptionProfile${args === '' ? '' : `(${args})`} { ${selection} } }`)).consumptionProfile
}
const MEASURED = [
  [0, 60],
  [10, 102],
  [50, 186],
  [100, 252],
]
  .map(([load, power]) => `{ loadPercentage: ${load}, powerWatt: ${power} }`)
  .join(', ')

describe('a consumption profile that cannot be made', () => {
  test.each([
    ['a load above 100 %', '[{ loadPercentage: 101, powerWatt: 5 }]', 'workload.0.loadPercentage'],
    ['a negative power', '[{ loadPercentage: 10, powerWatt: -5 }]', 'workload.0.powerWatt'],
    ['no point at all', '[]', 'workload'],
  ])('is refused for %s', async (_, workload, path) => {
    const [error] = await errorsOf(`{ consumptionProfile(workload: ${workload}) { a } }`)
    expect(error?.cause).toBeInstanceOf(FaultError)
    expect(error?.cause.faults[0].path.join('.')).toBe(path)
  })

  test.each(['-1', '100.1'])('has no power at a load of %s percent', async (load) => {
    const [error] = await errorsOf(`{ consumptionProfile { power(load: ${load}) } }`)
    expect(error?.path).toEqual(['consumptionProfile', 'power'])
    expect(error?.cause).toBeInstanceOf(FaultError)
  })
})

describe('a consumption profile', () => {
  test('without details is that of the CPU archetype', async () => {
    expect(await profile('')).toMatchObject({
      a: 171.2,
      b: 0.0354,
      c: 36.89,
      d: -10.13,
      status: 'ARCHETYPE',
      residual: null,
    })
  })

  test('of measured points is fitted to them, with the residual of the fit', async () => {
    const { fittedPoints, residual, status, source } = await profile(`workload: [${MEASURED}]`)
    expect(status).toBe('COMPLETED')
    expect(source).toBe('From the measured points')
    expect(fittedPoints).toHaveLength(4)
    const powers = await profile(
      `workload: [${MEASURED}]`,
      'p0: power(load: 0) p1: power(load: 10) p2: power(load: 50) p3: power(load: 100)',
    )
    const squares = [60, 102, 186, 252].map((measured, index) => (measured - powers[`p${index}`]) ** 2)
    expect(residual).toBeCloseTo(Math.sqrt(squares.reduce((total, each) => total + each, 0) / 4), 8)
    // A logarithm follows these within 3 W.
    expect(residual).toBeLessThan(3)
  })

  test('of measured points does not heed the TDP', async () => {
    const measured = await profile(`workload: [${MEASURED}]`)
    expect(await profile(`cpu: { tdp: 5 }, workload: [${MEASURED}]`)).toEqual(measured)
  })

  test('of a TDP goes through 12, 32, 75 and 102 % of it, as near as a logarithm can', async () => {
    const { fittedPoints, source } = await profile('cpu: { tdp: 200 }')
    expect(source).toBe('From TDP')
    expect(fittedPoints.map(({ powerWatt }: Data) => Math.round(powerWatt))).toEqual([24, 64, 150, 204])
  })

  test('of a name has the TDP of its row, and the profile of its range to start from', async () => {
    // Recorded for the E5-2690 v4 (135 W): 68.6447 ln(0.0690046 (x + 20.4511)) - 7.5458; within 1 % at these loads.
    const named = await profile(
      'cpu: { name: "Intel Xeon E5-2690 V4" }',
      'p0: power(load: 0) p50: power(load: 50) p100: power(load: 100)',
    )
    const recorded = (load: number) => 68.64471 * Math.log(0.0690046123 * (load + 20.4511026)) - 7.5457935
    for (const load of [0, 50, 100]) expect(named[`p${load}`] / recorded(load)).toBeCloseTo(1, 2)
  })

  test('of a doubtful range says so', async () => {
    const { warnings } = await profile('cpu: { modelRange: "Xeon E3", manufacturer: "Intel" }')
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('Xeon E3')
  })

  test('of a range that only sounds like a measured one has no profile: Xeon W', async () => {
    expect(await profile('cpu: { modelRange: "Xeon W", manufacturer: "Intel" }')).toMatchObject({
      status: 'ARCHETYPE',
      a: 171.2,
    })
  })

  test('gives points for plotting, evenly spaced from 0 to 100 percent', async () => {
    const { points, three } = await profile(
      '',
      'points { loadPercentage powerWatt } three: points(count: 3) { loadPercentage powerWatt }',
    )
    expect(points.map(({ loadPercentage }: Data) => loadPercentage)).toEqual([
      0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100,
    ])
    // Unrounded: 182.23 W at half load is shown to 5 figures elsewhere.
    expect(three.map(({ powerWatt }: Data) => Number(powerWatt.toPrecision(5)))).toEqual([35.563, 182.23, 260.05])
  })
})

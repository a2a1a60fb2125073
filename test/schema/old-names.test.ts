import { describe, expect, test } from 'vitest'
import { ask, errorsOf } from '../world.ts'

const DRIVES = '[{ ssd: { units: 2, capacity: 960 } }]'
const TOTAL = 'impact(criterion: GWP, duration: 8760) { total { value(exact: true) } }'
const WINDOW = 'total { total { value(exact: true) } } points { power }'

/** What is asked under its name, under its old name, and under both. */
const RENAMED: readonly (readonly [name: string, (names: readonly string[]) => string])[] = [
  [
    'drives of a server: disks, disk',
    (names) =>
      `{ server(input: { configuration: { ${names.map((name) => `${name}: ${DRIVES}`).join(' ')} } }) { disks { label } ${TOTAL} } }`,
  ],
  [
    'the load of an interval: timeWorkload, load',
    (names) =>
      `{ server { timeline(criterion: GWP, intervals: [{ hours: 2 ${names.map((name) => `${name}: 80`).join(' ')} }]) { ${WINDOW} } } }`,
  ],
  [
    'the load of a curve: timeWorkload, load',
    (names) => `{ consumptionProfile { power(${names.map((name) => `${name}: 80`).join(', ')}) } }`,
  ],
  [
    'the load of a level: timeWorkload, loadPercentage',
    (names) =>
      `{ server(input: { usage: { workloadLevels: [{ timePercentage: 100 ${names.map((name) => `${name}: 80`).join(' ')} }] } }) { ${TOTAL} } }`,
  ],
  [
    'the load of a measured power: timeWorkload, loadPercentage',
    (names) =>
      `{ consumptionProfile(workload: [{ powerWatt: 90 ${names.map((name) => `${name}: 80`).join(' ')} }]) { a b power(timeWorkload: 50) } }`,
  ],
  [
    'functional units: functionalUnits, units',
    (names) => `{ server { sci(${names.map((name) => `${name}: 500`).join(', ')}) { score { value } } } }`,
  ],
]

describe.each(RENAMED)('%s', (words, query) => {
  const names = words.replace(/^.*: /, '').split(', ')

  test('cannot be given under both names', async () => {
    const [error] = await errorsOf(query(names))
    expect(error?.cause.faults).toMatchObject([
      {
        code: 'INVALID_VALUE',
        path: expect.arrayContaining([names[1]]),
        message: expect.stringContaining(`\`${names[0]}\``),
      },
    ])
  })

  test('counts the same under each', async () => {
    const [name = '', old = ''] = names
    expect(await ask(query([name]))).toEqual(await ask(query([old])))
  })
})

test('words say that one of the names is old, of an argument and of a field', async () => {
  for (const [, query] of RENAMED.slice(1, 3)) {
    const [error] = await errorsOf(query(['timeWorkload', 'load']))
    expect(error?.cause.faults[0].message).toBe('expected either `timeWorkload` or its old name, not both')
  }
})

test('functional units and a load have to be given', async () => {
  const errors = await errorsOf('{ consumptionProfile { power } server { sci { score { value } } } }')
  expect(errors.map(({ cause }) => cause.faults[0].path).sort()).toEqual([['functionalUnits'], ['timeWorkload']])
  const [level] = await errorsOf(
    '{ server(input: { usage: { workloadLevels: [{ timePercentage: 100 }] } }) { archetype } }',
  )
  expect(level?.cause.faults[0].path).toEqual(['input', 'usage', 'workloadLevels', 0, 'timeWorkload'])
})

test('what is wrong is told under the name that was used', async () => {
  const [error] = await errorsOf(
    '{ server(input: { configuration: { disks: [{ ssd: { units: -1 } }] } }) { archetype } }',
  )
  expect(error?.cause.faults[0].path).toEqual(['input', 'configuration', 'disks', 0, 'ssd', 'units'])
})

test('the answer has the load and the functional units under both names', async () => {
  const { server } = await ask(`{
    server(input: { usage: { workloadLevels: [{ timePercentage: 100, loadPercentage: 40 }] } }) {
      usage { timeWorkload { levels { timeWorkload loadPercentage } } }
      cpu { usage { consumptionProfile { points(count: 2) { timeWorkload loadPercentage } } } }
      sci(functionalUnits: 500) { functionalUnits units }
    }
  }`)
  expect(server.usage.timeWorkload.levels).toEqual([{ timeWorkload: 40, loadPercentage: 40 }])
  expect(server.cpu.usage.consumptionProfile.points[1]).toEqual({ timeWorkload: 100, loadPercentage: 100 })
  expect(server.sci).toEqual({ functionalUnits: 500, units: 500 })
})

import { expect, test, vi } from 'vitest'
import { runHere } from './run-here.ts'

const USED = ['explain', 'm5.xlarge', '--location', 'FRA', '--load', '30']

/** The value of an explained figure, and of the same with other inputs. */
async function explained(...args: readonly string[]) {
  const { status, stdout, stderr } = await runHere([...args, '--json'])
  expect([status, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

const totalOf = async (...args: readonly string[]) =>
  (await explained('explain', ...args, '--what-if', 'usage.useTimeRatio=1')).total.value

test.for([
  [['load=abc'], 2, 'Expected a load of 0 to 100 percent, got "abc"'],
  [['load=101'], 2, '"101"'],
  [['load='], 2, 'Expected input=value'],
  [['=3'], 2, 'Expected input=value'],
  [['location=Mars'], 2, '"Mars"'],
  [['location=Frence'], 2, ' FRA (France)'],
  [['usage.avgPowr=3'], 2, 'Unknown input usage.avgPowr. Did you mean usage.avgPower?'],
  [['usage.elecFactors[0].value=3'], 2, ' usage.elecFactors[0].value\n'],
  [['usage.elecFactors=[{"criterion":'], 2, 'Not valid JSON'],
  [['usage.elecFactors=3'], 1, 'usage.elecFactors: expected a list'],
  [['usage.avgPower=-3'], 1, 'usage.avgPower: expected'],
  [['bogus=text'], 2, 'Expected a number for bogus, got "text"'],
  [['electrcity.FRA.gwp=0'], 2, 'Did you mean electricity.FRA.gwp?'],
  [['__proto__.x=1'], 2, '"__proto__.x"'],
  [['foo=1'], 2, '--formulas lists the ids of all inputs'],
  [['lifetime=long'], 2, 'Expected a duration for lifetime, such as 8y, got "long"'],
  [['instanceType=m5.nothing'], 1, 'm5.nothing'],
  [
    ['server.usage.avgPower=3'],
    1,
    ': server, cloudInstance, terminal, equipment, component, iotDevice, storage or network',
  ],
] as const)('an input that does not exist, or cannot have that value: %j', async ([others, status, message]) => {
  const ended = await runHere([...USED, '--what-if', ...others])
  expect(ended.stderr).toContain(message)
  expect([ended.status, ended.stdout]).toEqual([status, ''])
})

test('an input by its path or option is completed anew, as if the thing had it from the start', async () => {
  const inFrance = ['m5.xlarge', '--location', 'FRA']
  for (const [other, alike] of [
    ['load=60', [...inFrance, '--load', '60']],
    ['usage.timeWorkload=60', [...inFrance, '--load', '60']],
    ['location=Sweden', ['m5.xlarge', '--location', 'SWE', '--load', '30']],
    ['location=eu-north-1', ['m5.xlarge', '--location', 'eu-north-1', '--load', '30']],
    ['instanceType=m5.2xlarge', ['m5.2xlarge', '--location', 'FRA', '--load', '30']],
  ] as const) {
    const { total, whatIf } = await explained(...USED, '--what-if', other)
    expect(whatIf.value, other).toBeCloseTo(await totalOf(...alike), 9)
    expect(whatIf.difference).toBeCloseTo(whatIf.value - total.value, 9)
    expect(whatIf.likely.low).toBeLessThan(whatIf.likely.high)
  }
})

test('a lifetime and a PUE have short names', async () => {
  for (const [short, long] of [
    ['lifetime=8y', 'usage.hoursLifeTime=70080'],
    ['pue=1.2', 'usage.facility.pue=1.2'],
  ] as const) {
    const [one, other] = [await explained(...USED, '--what-if', short), await explained(...USED, '--what-if', long)]
    expect(one.whatIf).toEqual(other.whatIf)
    expect(one.whatIf.difference, short).not.toBe(0)
  }
})

test('an unknown place or name in a changed input has its warning, as in GraphQL', async () => {
  const { whatIf } = await explained(...USED, '--what-if', 'usage.usageLocation=Atlantis')
  expect(whatIf.warnings).toEqual([expect.objectContaining({ code: 'UNKNOWN_LOCATION' })])
  const { whatIf: known } = await explained(...USED, '--what-if', 'usage.usageLocation=SWE')
  expect(known.warnings).toEqual([])
})

test('paths and ids combine: an id belongs to the figure with the changed input', async () => {
  const { whatIf } = await explained(
    ...USED,
    '--what-if',
    'location=SWE',
    'electricity.SWE.gwp=0',
    'usage.avgPower=100',
  )
  const { whatIf: free } = await explained(...USED, '--what-if', 'electricity.FRA.gwp=0', 'usage.avgPower=100')
  // Without electricity, two places differ only by the building, per kWh of the same power and PUE.
  expect(whatIf.value).toBeCloseTo(free.value, 1)
  expect(whatIf).not.toHaveProperty('likely')
})

test('a list is given as JSON: 100 W for a year at 0.1 kg/kWh are 87.6 kg', async () => {
  const factors = 'usage.elecFactors=[{"criterion":"gwp","value":0.1}]'
  const { whatIf } = await explained(...USED, '--boundary', 'EQUIPMENT', '--what-if', 'usage.avgPower=100', factors)
  const { whatIf: without } = await explained(...USED, '--boundary', 'EQUIPMENT', '--what-if', 'usage.avgPower=0')
  // An instance of 4 of 96 vCPUs takes its own power: 100 W.
  expect(whatIf.value - without.value).toBeCloseTo(87.6, 6)
})

test('a terminal shows before, after and the difference', async () => {
  vi.stubEnv('COLUMNS', '80')
  const { stdout } = await runHere([...USED, '--what-if', 'load=60', '--format', 'table'])
  vi.unstubAllEnvs()
  const table = stdout.slice(stdout.indexOf('change'))
  // 10.09 W at 30 %, 14.37 W at 60 %: 37.5 kWh more a year, at 0.04418 kg/kWh and a PUE of 1.14, with 0.19 kg of
  // building.
  expect(table).toMatch(/before +11\.3 .*\nwhat if +13\.3 .*\ndifference +\+2\.08 +\+18 %/)
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
})

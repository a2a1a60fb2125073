import { describe, expect, test } from 'vitest'
import { rest } from '../server/rest/ask-rest.ts'
import { ask, type Data, errorsOf } from '../world.ts'

/** Each entry point, with something that is not known: the code of the fault, where it is, and a near name. */
const REFUSED = [
  [
    'server',
    'input: { usage: { usageLocation: "Frnace" } }',
    'UNKNOWN_LOCATION',
    'input.usage.usageLocation',
    'FRA (France)',
  ],
  [
    'server',
    'input: { usage: { usageLocation: "Narnia" } }',
    'UNKNOWN_LOCATION',
    'input.usage.usageLocation',
    undefined,
  ],
  ...['Springfield', 'Paris, Texas'].map(
    (town) =>
      [
        'server',
        `input: { usage: { usageLocation: "${town}" } }`,
        'UNKNOWN_LOCATION',
        'input.usage.usageLocation',
        undefined,
      ] as const,
  ),
  [
    'server',
    'input: { configuration: { cpu: { name: "Intel Xeon Gold 9999X" } } }',
    'UNKNOWN_CPU',
    'input.configuration.cpu.name',
    undefined,
  ],
  [
    'server',
    'input: { configuration: { ram: [{ units: 1 }, { manufacturer: "Qwertz" }] } }',
    'UNKNOWN_NAME',
    'input.configuration.ram.1.manufacturer',
    undefined,
  ],
  [
    'cloudInstance',
    'input: { provider: "aws", instanceType: "m5.large", usage: { region: "eu-west-33" } }',
    'UNKNOWN_REGION',
    'input.usage.region',
    'eu-west-3',
  ],
  [
    'terminal',
    'input: { kind: LAPTOP, usage: { usageLocation: "Narnia" } }',
    'UNKNOWN_LOCATION',
    'input.usage.usageLocation',
    undefined,
  ],
  [
    'iotDevice',
    'input: { usage: { usageLocation: "Narnia" } }',
    'UNKNOWN_LOCATION',
    'input.usage.usageLocation',
    undefined,
  ],
  ['component', 'input: { gpu: { name: "Abacus 3000" } }', 'UNKNOWN_GPU', 'input.gpu.name', undefined],
  ['consumptionProfile', 'cpu: { modelRange: "Abacus" }', 'UNKNOWN_NAME', 'cpu.modelRange', undefined],
] as const

describe('what is not known', () => {
  test.each(REFUSED)('is refused where nothing may be replaced: %s(%s)', async (field, args, code, path, near) => {
    const [error, ...more] = await errorsOf(`{ ${field}(${args}, strict: true) { __typename } }`)
    expect(more).toEqual([])
    expect(error?.path).toEqual([field])
    expect(error?.cause.code).toBe('BAD_USER_INPUT')
    const [fault, ...others]: Data[] = error?.cause.faults ?? []
    expect(others).toEqual([])
    expect([fault.code, fault.path.join('.')]).toEqual([code, path])
    if (near !== undefined) expect(fault.nearest).toContain(near)
    expect(args).toContain(`"${fault.value}"`)
    // Nothing is replaced, and nothing is left out.
    expect(fault.message).toMatch(/"(\. .*\?)?$/)
    expect(fault.message).not.toMatch(/uses|ignores/)
  })

  test.each(REFUSED)('is replaced elsewhere: %s(%s)', async (field, args) => {
    expect(await errorsOf(`{ ${field}(${args}) { __typename } }`)).toEqual([])
  })

  test('is replaced with a warning of what is done instead', async () => {
    const { server } = await ask(
      '{ server(input: { configuration: { cpu: { name: "Abacus 1" } }, usage: { usageLocation: "Narnia" } }) { usage { usageLocation { value } } warnings { code message } } }',
    )
    expect(server.usage.usageLocation.value).toBe('EEE')
    const messageOf = (wanted: string) => server.warnings.find(({ code }: Data) => code === wanted).message
    expect(messageOf('UNKNOWN_LOCATION')).toMatch(/"Narnia".* uses Europe \(EEE\)\.$/)
    expect(messageOf('UNKNOWN_CPU')).toMatch(/"Abacus 1".* ignores it\.$/)
  })

  test('is refused at each place where it is, all at once', async () => {
    const [error] = await errorsOf(
      '{ server(input: { configuration: { cpu: { name: "Abacus 1" } }, usage: { usageLocation: "Narnia" } }, strict: true) { archetype } }',
    )
    expect(error?.cause.faults.map(({ code }: Data) => code).sort()).toEqual(['UNKNOWN_CPU', 'UNKNOWN_LOCATION'])
  })

  test('is the fault of its item in a fleet', async () => {
    const { fleet } = await ask(`{ fleet(strict: true, items: [
      { asset: { terminal: { kind: LAPTOP, usage: { usageLocation: "Narnia" } } } }
      { asset: { terminal: { kind: LAPTOP } } }
    ]) { assessed items { fault { code path } } } }`)
    expect(fleet.assessed).toBe(1)
    expect(fleet.items).toEqual([
      { fault: { code: 'UNKNOWN_LOCATION', path: ['asset', 'terminal', 'usage', 'usageLocation'] } },
      { fault: null },
    ])
  })

  test('is refused of an instance of a type', async () => {
    const [error] = await errorsOf(
      '{ node(id: "aws/m5.large") { ... on CloudInstanceType { instance(usage: { region: "mars-1" }, strict: true) { provider } } } }',
    )
    expect(error?.cause.faults).toMatchObject([{ code: 'UNKNOWN_REGION', path: ['usage', 'region'] }])
  })

  test.each(['/v1/server', '/v1/cloud/instance', '/v1/terminal/laptop', '/v1/component/cpu', '/v1/iot/iot_device'])(
    'is refused over REST with strict=true: POST %s',
    async (path) => {
      const body = {
        ...(path.startsWith('/v1/cloud') && { provider: 'aws', instance_type: 'm5.large' }),
        usage: { usage_location: 'Narnia' },
      }
      const { status, json } = await rest(`${path}?strict=true`, body)
      expect(status).toBe(422)
      expect(json.detail).toMatchObject([{ type: 'unknown_location', loc: expect.arrayContaining(['usage_location']) }])
      expect((await rest(path, body)).status).toBe(200)
    },
  )
})

test('what is known is not refused: other spellings of it, and archetypes with names that no table has', async () => {
  const source = `{
    server(input: { archetype: "platform_aws_h1", configuration: { cpu: { name: "xeon gold 6138" } }, usage: { usageLocation: "germany" } }, strict: true) { archetype }
    cloudInstance(input: { provider: "AWS", instanceType: "M5.LARGE", usage: { region: "EU-WEST-3" } }, strict: true) { provider }
  }`
  expect(await errorsOf(source)).toEqual([])
})

test('a region of another provider is named as such, and no region like it is suggested', async () => {
  const { cloudInstance } = await ask(
    `{ cloudInstance(input: { provider: "gcp", instanceType: "n2-standard-8", usage: { region: "eu-central-1" } }) {
      warnings { code message nearest } } }`,
  )
  expect(cloudInstance.warnings).toContainEqual({
    code: 'UNKNOWN_REGION',
    message: expect.stringMatching(/"eu-central-1" .*\bgcp\b.*\baws\b/),
    nearest: [],
  })
})

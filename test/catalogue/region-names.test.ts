import { expect, test } from 'vitest'
import { regionNamed } from '../../src/importers/billing/region-of.ts'
import { ask, askNewest, type Data, execute, releases } from '../world.ts'

const TYPES: Readonly<Record<string, string>> = {
  aws: 'm5.xlarge',
  azure: 'standard_d2s_v3',
  gcp: 'n2-standard-4',
}

const USED = 'usage { usageLocation { value } } warnings { code message path nearest }'

/** The place of an instance in a region, and what the answer says about the region. */
async function regionRead(provider: string, region: string): Promise<Data> {
  const { cloudInstance } = await askNewest(
    `query ($input: CloudInstanceInput!) { cloudInstance(input: $input) { ${USED} } }`,
    { input: { provider, instanceType: TYPES[provider], usage: { region } } },
  )
  return said(cloudInstance)
}

function said({ usage, warnings }: Data): Data {
  const warning = warnings.find(({ code }: Data) => code === 'READ_AS' || code === 'UNKNOWN_REGION')
  return { place: usage.usageLocation.value, ...warning }
}

test.for([
  ['azure', 'Virginia', ['eastus', 'eastus2']],
  ['aws', 'Europe (Frankfrt)', ['eu-central-1']],
  ['azure', 'Germany West Centrl', ['germanywestcentral']],
] as const)('%s has no one region %s, and the warning names the nearest', async ([provider, region, nearest]) => {
  const { code, nearest: named } = await regionRead(provider, region)
  expect(code).toBe('UNKNOWN_REGION')
  expect(named).toEqual(expect.arrayContaining([...nearest]))
})

test('a name that only another provider has is unknown, and the warning names that provider', async () => {
  const { code, message } = await regionRead('azure', 'Europe (Frankfurt)')
  expect(code).toBe('UNKNOWN_REGION')
  expect(message).toContain(' region "Europe (Frankfurt)" of azure: it is a region of aws.')
})

test.for([
  ['aws', 'Frankfurt', 'eu-central-1', 'DEU'],
  ['aws', 'Ireland', 'eu-west-1', 'IRL'],
  ['aws', 'N. Virginia', 'us-east-1', 'USA-VA'],
  ['aws', 'US East (N. Virginia)', 'us-east-1', 'USA-VA'],
  ['aws', 'us east (n. virginia)', 'us-east-1', 'USA-VA'],
  ['aws', 'US East (N. Virginia) us-east-1', 'us-east-1', 'USA-VA'],
  ['aws', 'Europe (Frankfurt)', 'eu-central-1', 'DEU'],
  ['aws', 'EU (Ireland)', 'eu-west-1', 'IRL'],
  ['aws', 'South America (Sao Paulo)', 'sa-east-1', 'BRA'],
  ['azure', 'West Europe', 'westeurope', 'NLD'],
  ['azure', 'East US 2', 'eastus2', 'USA-VA'],
  ['azure', 'Frankfurt', 'germanywestcentral', 'DEU'],
  ['gcp', 'Frankfurt', 'europe-west3', 'DEU'],
  ['gcp', 'europe-west3 (Frankfurt)', 'europe-west3', 'DEU'],
  ['gcp', 'Iowa', 'us-central1', 'USA-IA'],
] as const)('%s calls %s its region %s, and a warning says so', async ([provider, region, id, place]) => {
  expect(await regionRead(provider, region)).toEqual({
    place,
    code: 'READ_AS',
    // After the text that it quotes, which can have the id too.
    message: expect.stringMatching(new RegExp(`^[^"]*"[^"]*"[^"]* ${id}(?![\\w-])`)),
    path: ['input', 'usage', 'region'],
    nearest: [],
  })
})

test('the warning names the text and the region', async () => {
  expect((await regionRead('aws', 'Ireland')).message).toBe('Region "Ireland" was read as eu-west-1')
})

test('a region by its id has no warning, in capitals or not', async () => {
  expect(await regionRead('aws', 'EU-West-1')).toEqual({ place: 'IRL' })
})

test('without a provider, a name that only one provider has is read, and others are suggested', async () => {
  const at = async (region: string) => {
    const { server } = await askNewest(`query ($usage: UsageInput) { server(input: { usage: $usage }) { ${USED} } }`, {
      usage: { region },
    })
    return said(server)
  }
  expect(await at('Europe (Frankfurt)')).toMatchObject({ place: 'DEU', code: 'READ_AS' })
  const nearest = expect.arrayContaining(['eu-central-1', 'europe-west3', 'germanywestcentral'])
  expect(await at('Frankfurt')).toMatchObject({ place: 'EEE', code: 'UNKNOWN_REGION', nearest })
})

test('the data centre of an instance is that of the region, however it is written', async () => {
  const total = (region: string) =>
    askNewest(
      `query ($region: String!) {
        cloudInstance(input: { provider: "aws", instanceType: "m5.xlarge", usage: { region: $region } }) {
          impact(criterion: GWP, boundary: DATA_CENTRE) { total { value(exact: true) min max } }
        }
      }`,
      { region },
    )
  expect(await total('Europe (Frankfurt)')).toEqual(await total('eu-central-1'))
})

test('a place that is the name of a region says how to give the region', async () => {
  const { terminal } = await askNewest(
    '{ terminal(input: { kind: LAPTOP, usage: { usageLocation: "eu-central-1" } }) { warnings { code message } } }',
  )
  expect(terminal.warnings).toContainEqual({
    code: 'UNKNOWN_LOCATION',
    message: expect.stringMatching(
      / location "eu-central-1"\. It is a region of aws: give it as `region`\..* uses Europe \(EEE\)\.$/,
    ),
  })
})

test.for([
  ['eu-central-1', /\baws\b.*`region`.*\bEEE\b/],
  ['europe-west3', /\bgcp\b(?!.*`region`).*\bEEE\b/],
] as const)('a place of an instance of AWS that is the region %s', async ([usageLocation, hint]) => {
  const { cloudInstance } = await askNewest(
    `query ($usage: UsageInput) {
      cloudInstance(input: { provider: "aws", instanceType: "m5.xlarge", usage: $usage }) { warnings { code message } }
    }`,
    { usage: { usageLocation } },
  )
  expect(cloudInstance.warnings).toContainEqual({ code: 'UNKNOWN_LOCATION', message: expect.stringMatching(hint) })
})

test.each(['boavizta-2.4.1', '2026.11'])('in %s, a place that is a region is unknown, as ever', async (id) => {
  const { release } = await ask(
    `query ($id: ID!) { release(id: $id) {
      terminal(input: { kind: LAPTOP, usage: { usageLocation: "eu-central-1" } }) { warnings { code message } }
    } }`,
    { id },
  )
  const message = expect.stringMatching(/"eu-central-1"(?!.*\baws\b).*\bEEE\b/)
  expect(release.terminal.warnings).toContainEqual({ code: 'UNKNOWN_LOCATION', message })
})

test.for([
  ['Paris', true],
  ['EU-WEST-3', true],
  ['eu-west-3', true],
  ['Frankfurt', false],
  ['Atlantis', false],
] as const)('the region %s of an instance within eu-west-3', async ([region, isSame]) => {
  const asked = `query ($usage: UsageInput) { release(id: "2026.12") { cloudProvider(id: "aws") { regions {
    name cloudInstance(type: "m5.xlarge", usage: $usage) { usage { usageLocation { value } } }
  } } } }`
  const { data, errors } = await execute(asked, { usage: { region } })
  const { regions } = (data as Data).release.cloudProvider
  const paris = regions.findIndex(({ name }: Data) => name === 'eu-west-3')
  expect(regions[paris].cloudInstance).toEqual(isSame ? { usage: { usageLocation: { value: 'FRA' } } } : null)
  const refused = errors?.filter(({ path }) => path?.includes(paris)) ?? []
  const fault = { code: 'INVALID_VALUE', path: ['usage'], message: expect.stringContaining('eu-west-3') }
  expect(refused).toMatchObject(isSame ? [] : [{ originalError: { faults: [fault] } }])
})

test('an instance within a region says why it takes no place', async () => {
  const { errors } = await execute(`{ release(id: "2026.12") { cloudProvider(id: "aws") { regions {
    cloudInstance(type: "m5.xlarge", usage: { region: "Atlantis" }) { vcpu { value } }
  } } } }`)
  expect(errors?.map(({ message }) => message)).toContain(
    'usage: expected no place, because the instance is in eu-west-3',
  )
})

test('a list without impacts does not read the region, and one that is sorted by them refuses an unknown one', async () => {
  const asked = (order: string) =>
    execute(
      `{ cloudInstanceTypes(filter: { search: "m5.xl" }, orderBy: ${order}, usage: { region: "atlantis" }) { totalCount } }`,
    )
  expect((await asked('NAME')).errors).toBeUndefined()
  const { errors } = await asked('IMPACT')
  expect(errors).toMatchObject([{ originalError: { faults: [{ code: 'NOT_FOUND', value: 'atlantis' }] } }])
})

test('earlier releases know regions by their ids alone', async () => {
  const { release } = await ask(`{
    release(id: "2026.11") {
      cloudInstance(input: { provider: "aws", instanceType: "m5.xlarge", usage: { region: "Ireland" } }) { ${USED} }
    }
  }`)
  expect(said(release.cloudInstance)).toMatchObject({ place: 'EEE', code: 'UNKNOWN_REGION' })
})

test('every name of a region of AWS that a bill has means the same region in a request', () => {
  const { references } = releases.newest
  const names = references.tables.cloudRegions.flatMap(({ provider, region, otherNames = [] }) =>
    provider === 'aws' ? otherNames.map((name) => [name, region] as const) : [],
  )
  expect(names.length).toBeGreaterThan(60)
  for (const [name, region] of names) {
    expect(references.region('aws', name)?.region).toBe(region)
    if (name.includes('(') && regionNamed(name, false) !== undefined) expect(regionNamed(name, false)).toBe(region)
  }
})

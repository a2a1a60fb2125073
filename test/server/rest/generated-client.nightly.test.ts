import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { generateApi } from 'swagger-typescript-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRealService } from '../../clients/support/real-service.ts'

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'impactql-client-'))
let service: Awaited<ReturnType<typeof startRealService>>

beforeAll(async () => {
  service = await startRealService()
  const document = await (await fetch(`${service.url}/openapi.json`)).json()
  const { files } = await generateApi({ spec: document, output: false, enumStyle: 'union', silent: true })
  writeFileSync(join(folder, 'api.ts'), files[0]?.fileContent ?? '')
  writeFileSync(join(folder, 'use.ts'), USE)
}, 300_000)

afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

/** What someone may write with the generated client: every line of it is checked against the generated types. */
const USE = `import { Api, type AssetInput, type CPU, type Cloud, type Disk, type Figure, type Laptop, type NotImplemented, type OverrideInput } from './api.ts'

export async function use(baseUrl: string) {
  const { v1, v2 } = new Api({ baseUrl })

  const server = await v1.serverImpactFromConfigurationV1ServerPost(
    { verbose: true, criteria: ['gwp', 'fw'], duration: 8760, allocation: 'TOTAL' },
    {
      model: { type: 'rack' },
      configuration: {
        cpu: { units: 2, name: 'Xeon Gold 6240R' },
        ram: [{ units: 12, capacity: 32 }],
        disk: [{ type: 'ssd', units: 2, capacity: 960 }],
      },
      usage: { usage_location: 'FRA', time_workload: [{ time_percentage: 100, load_percentage: 40 }] },
    },
  )
  const embedded: Figure | NotImplemented | undefined = server.data.impacts.gwp?.embedded
  const cores: number | undefined = server.data.verbose?.['CPU-1']?.core_units?.value

  const instance = await v1.instanceCloudImpactFromModelV1CloudInstanceGet({ provider: 'aws', instance_type: 'm5.xlarge', verbose: false })
  const laptop = await v1.laptopImpactFromModelV1TerminalLaptopGet({ archetype: 'laptop-perso', criteria: ['all'] })
  const curve = await v1.cpuConsumptionProfileV1ConsumptionProfileCpuPost({}, { workload: [{ load_percentage: 0, power_watt: 31 }, { load_percentage: 100, power_watt: 130 }] })
  const archetypes: string[] = (await v1.serverGetAllArchetypeNameV1ServerArchetypesGet()).data
  const version: string = (await v1.versionV1UtilsVersionGet()).data
  const region = await v1.evaluateCloudInstanceOfProvider('aws', { instance_type: 'a1.4xlarge', verbose: false })

  const drive: Disk = { type: 'hdd', units: 2, capacity: 4000 }
  const drives = await v1.hddDiskImpactBottomUpFromConfigurationV1ComponentHddPost({}, drive)
  const cpu: CPU = { name: 'Xeon Gold 6240R' }
  const cpus = await v1.cpuImpactBottomUpFromConfigurationV1ComponentCpuPost({}, cpu)
  const used: Laptop = { usage: { usage_location: 'FRA' } }
  const laptops = await v1.laptopImpactFromConfigurationV1TerminalLaptopPost({ duration: 8760 }, used)

  // As clients of the recorded family are called: the query first, words and names as any text, null for what is not
  // known.
  const word: string = 'hdd'
  const cloud: Cloud = { usage: { usage_location: null } }
  cloud.provider = 'aws'
  cloud.instance_type = 'm5.xlarge'
  const instances = await v1.instanceCloudImpactFromConfigurationV1CloudInstancePost({ verbose: false }, cloud)
  const family = await v1.serverImpactFromConfigurationV1ServerPost({ verbose: false }, { model: { type: word }, configuration: { gpu: null, disk: [{ type: word }] } })
  const same = await v1.cpuConsumptionProfileV1ConsumptionProfileCpuPost({ verbose: true }, { cpu: { name: 'Xeon Gold 6240R', tdp: null } })

  // @ts-expect-error a whole number is expected
  const refused = await v1.cpuImpactBottomUpFromConfigurationV1ComponentCpuPost({}, { units: 'many' }).catch((answer) => answer)
  const unknown = await v1.cpuImpactBottomUpFromModelV1ComponentCpuGet({ criteria: ['nope'] }).catch((answer) => answer)
  const missing = await v1.getArchetypeConfigV1ServerArchetypeConfigGet({ archetype: 'nope' }).catch((answer) => answer)

  // /v2: an asset is of one kind, an override is of a leaf or of a path, and lists and entries have their types.
  const asset: AssetInput = { cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge' } }
  const assessed = await v2.evaluateAsset({ asset, criteria: ['gwp'], duration: 8760, boundary: 'DATA_CENTRE' })
  const total: number | undefined = assessed.data.impacts[0]?.total?.value
  const overrides: OverrideInput[] = [{ path: 'usage.usageLocation', text: 'SWE' }]
  const other = await v2.evaluateOtherInputs({ asset, criterion: 'gwp', duration: 8760, boundary: 'DATA_CENTRE', overrides })
  const items = [{ label: 'desk', quantity: 2, asset: { terminal: { kind: 'LAPTOP' as const } } }]
  const fleet = await v2.evaluateFleet({ items, orderBy: 'TOTAL', verbose: true })
  const drift = await v2.compareReleases({ fleet: items, from: '2026.11', to: '2026.12' })
  const types = await v2.listInstanceTypes({ provider: ['aws'], minVcpu: 4, orderBy: 'IMPACT_PER_VCPU', verbose: true, first: 2 })
  const impact: number | undefined = types.data.nodes[0]?.instance?.impact.total?.value
  const processor: number | null = (await v2.getCpuModel('Xeon Gold 6240R')).data.coreUnits
  const codes: string[] = (await v2.listCriteria()).data.nodes.map(({ code }) => code)
  const group: string | undefined = (await v2.getArchetype('rack', { of: 'CASE' })).data.groups[0]?.part
  // @ts-expect-error an override needs a new value
  const noValue: OverrideInput = { path: 'usage.usageLocation' }
  // @ts-expect-error there is no such order
  const noOrder = await v2.listInstanceTypes({ orderBy: 'BEAUTY' }).catch((answer) => answer)
  const noName = await v2.getCpuModel('Xeon Gold 613x').catch((answer) => answer)

  return {
    total,
    isLessInSweden: other.data.to.value < (total ?? 0),
    ordered: fleet.data.items[0]?.impacts?.length,
    causes: drift.data.causes.length,
    impact,
    processor,
    codes: codes.length,
    group,
    noValue: typeof noValue,
    noOrder: [noOrder.status, noOrder.error.detail[0].loc],
    noName: [noName.status, noName.error.detail[0].nearest[0]],
    embedded,
    cores,
    fresh: server.data.impacts.fw?.use,
    instance: Object.keys(instance.data.impacts),
    laptop: Object.keys(laptop.data.impacts).length,
    posted: [drives, cpus, laptops, instances, family, same].map(({ status }) => status),
    curve: curve.data.a,
    archetypes: archetypes.length,
    version,
    sameInstance: JSON.stringify(region.data) === JSON.stringify((await v1.evaluateCloudByType({ verbose: false })).data),
    refused: [refused.status, refused.error.detail[0].loc],
    unknown: [unknown.status, unknown.error.detail[0].loc],
    missing: [missing.status, missing.error.detail],
  }
}
`

test('A client generated from the document calls the service', async () => {
  const { use } = (await import(pathToFileURL(join(folder, 'use.ts')).href)) as {
    use: (url: string) => Promise<Record<string, unknown>>
  }
  const seen = await use(service.url)
  expect(seen).toMatchObject({
    total: expect.any(Number),
    isLessInSweden: true,
    ordered: 3,
    causes: expect.any(Number),
    impact: expect.any(Number),
    processor: 24,
    codes: 24,
    group: 'DEVICE',
    noOrder: [422, ['query', 'orderBy']],
    noName: [404, 'Intel Xeon Gold 6130'],
    embedded: { value: expect.any(Number), min: expect.any(Number), max: expect.any(Number) },
    cores: 24,
    instance: ['gwp', 'adp', 'pe'],
    laptop: 24,
    posted: [200, 200, 200, 200, 200, 200],
    curve: expect.any(Number),
    version: '2.4.1',
    sameInstance: true,
    refused: [422, ['body', 'units']],
    unknown: [422, ['query', 'criteria']],
    missing: [404, expect.stringContaining('nope not found')],
  })
})

test('Its types fit what is written with it', () => {
  const flags =
    '--noEmit --strict --target esnext --module esnext --moduleResolution bundler --lib esnext,dom,dom.iterable'
  const compiler = join(PROJECT, 'node_modules/.bin/tsc')
  let output = ''
  try {
    const args = [...flags.split(' '), '--allowImportingTsExtensions', '--types', '', join(folder, 'use.ts')]
    execFileSync(compiler, args, { cwd: folder, encoding: 'utf8' })
  } catch (error) {
    output = (error as { stdout: string }).stdout
  }
  expect(output).toBe('')
})

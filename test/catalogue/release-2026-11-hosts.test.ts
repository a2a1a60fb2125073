import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'

type Row = Readonly<Record<string, string>>

const DATA = fileURLToPath(new URL('../../data/', import.meta.url))
const KEYS = {
  'cloud-instances': ['provider', 'instance_type'],
  'server-archetypes': ['id'],
  'cloud-regions': ['provider', 'region'],
  cpus: ['name'],
  sources: ['key'],
  doubts: ['table', 'row', 'column'],
} as const
type Name = keyof typeof KEYS

function rowsOf(file: string): readonly Row[] {
  return existsSync(file) ? parse(readFileSync(file), { columns: true, comment: '#', comment_no_infix: true }) : []
}

const overlaid = (name: Name) => rowsOf(`${DATA}2026.11/${name}.csv`)
const keyOf = (name: Name, row: Row) => KEYS[name].map((column) => row[column] ?? '').join('/')
const removals = rowsOf(`${DATA}2026.11/removed.csv`)

/**
 * The rows of the release by key: those of the base, replaced and added to by the overlay, without the removed ones.
 */
function release(name: Name): ReadonlyMap<string, Row> {
  const rows = new Map([...rowsOf(`${DATA}${name}.csv`), ...overlaid(name)].map((row) => [keyOf(name, row), row]))
  for (const { table, key } of removals) if (table === name) rows.delete(key ?? '')
  return rows
}

/** The value of a cell `value|min|max`; 0 where it is empty. */
const valueIn = (cell: string | undefined) => Number(cell?.split('|')[0] ?? 0)
const cells = (row: Row, ...columns: readonly string[]) => columns.map((column) => valueIn(row[column]))
const product = (numbers: readonly number[]) => numbers.reduce((left, right) => left * right, 1)

const hosts = release('server-archetypes')
const instances = release('cloud-instances')
const threadsByCpu = new Map(
  Array.from(release('cpus').values(), (cpu) => [cpu.name?.toLowerCase(), valueIn(cpu.threads)]),
)
const doubted = new Set(
  Array.from(release('doubts').values(), ({ table, row }) => (table === 'server-archetypes' ? row : undefined)),
)

function hostOf(instance: Row): Row {
  const host = hosts.get(instance.platform ?? '')
  if (host === undefined) throw new Error(`No host ${instance.platform} of ${instance.instance_type}`)
  return host
}

/** Threads of all processors of a host: of one by its name, else by the host's row. */
function threadsOf(host: Row): number {
  return (threadsByCpu.get(host.cpu_name?.toLowerCase()) || valueIn(host.cpu_threads)) * valueIn(host.cpu_units)
}

const memoryOf = (host: Row) => product(cells(host, 'ram_units', 'ram_capacity_gb'))
const vcpuShare = (instance: Row) => valueIn(instance.vcpu) / threadsOf(hostOf(instance))
const memoryShare = (instance: Row) => valueIn(instance.memory_gb) / memoryOf(hostOf(instance))

function largestShares(share: (instance: Row) => number): ReadonlyMap<string, number> {
  const largest = new Map<string, number>()
  for (const instance of instances.values()) {
    const id = instance.platform ?? ''
    largest.set(id, Math.max(share(instance), largest.get(id) ?? 0))
  }
  return largest
}

function contradicting(share: (instance: Row) => number, least: number, most: number): readonly string[] {
  return [...largestShares(share)].filter(([, largest]) => !(largest >= least && largest <= most)).map(([id]) => id)
}

function instanceNamed(provider: string, name: string): Row | undefined {
  const plain = name.toLowerCase()
  return instances.get(`${provider}/${plain}`) ?? instances.get(`${provider}/${plain.replace('standard_', '')}`)
}

describe('the hosts of release 2026.11', () => {
  test('no host contradicts its instances silently: 60 to 101 % of the threads, 45 to 105 % of the memory, or a doubt', () => {
    const silent = [...contradicting(vcpuShare, 0.6, 1.01), ...contradicting(memoryShare, 0.45, 1.05)].filter(
      (id) => !doubted.has(id),
    )
    expect(silent).toEqual([])
  })

  test('at most one host in eight is kept with a doubt, and each doubt names a host that instances stand on', () => {
    const used = new Set(Array.from(instances.values(), ({ platform }) => platform))
    const hostDoubts = [...doubted].filter((id) => id !== undefined)
    expect(hostDoubts.filter((id) => !used.has(id))).toEqual([])
    expect(hostDoubts.length).toBeGreaterThan(0)
    expect(hostDoubts.length / used.size).toBeLessThan(1 / 8)
  })

  test('no instance takes more than its host has: 101 % of the threads, 105 % of memory and disks, 100 % of the cards', () => {
    const beyond = [...instances].filter(([, instance]) => {
      const host = hostOf(instance)
      const [ssd, hdd] = [cells(host, 'ssd_units', 'ssd_capacity_gb'), cells(host, 'hdd_units', 'hdd_capacity_gb')]
      return (
        vcpuShare(instance) > 1.01 ||
        memoryShare(instance) > 1.05 ||
        valueIn(instance.ssd_storage_gb) > product(ssd) * 1.05 ||
        valueIn(instance.hdd_storage_gb) > product(hdd) * 1.05 ||
        valueIn(instance.gpu_units) > valueIn(host.gpu_units)
      )
    })
    expect(beyond.map(([key]) => key)).toEqual([])
  })

  test('a host with cards names the card and the memory of one, and all of its instances have a part of them', () => {
    const withCards = [...hosts.values()].filter((host) => host.source !== undefined && valueIn(host.gpu_units) > 0)
    const unnamed = overlaid('server-archetypes').filter(
      (host) => valueIn(host.gpu_units) > 0 && (host.gpu_name === '' || !(valueIn(host.gpu_vram_gb) > 0)),
    )
    expect(unnamed.map(({ id }) => id)).toEqual([])
    expect(withCards.length).toBeGreaterThan(40)
    const without = [...instances].filter(
      ([, instance]) => valueIn(hostOf(instance).gpu_units) > 0 && !(valueIn(instance.gpu_units) > 0),
    )
    expect(without.map(([key]) => key)).toEqual([])
  })

  test.each([
    ['g2-standard', 8, 24],
    ['a2-highgpu', 8, 40],
    ['a2-ultragpu', 8, 80],
    ['a2-megagpu', 16, 40],
    ['a3-highgpu', 8, 80],
    ['a3-ultragpu', 8, 141],
    ['inf1.24xlarge', 16, 8],
    ['platform_aws_dl1', 8, 32],
    ['platform_aws_p2', 16, 12],
    ['NVsv3-Type1', 4, 8],
  ])('the host %s has %d cards of %d GB each', (id, units, memory) => {
    expect(cells(hosts.get(id) ?? {}, 'gpu_units', 'gpu_vram_gb')).toEqual([units, memory])
  })

  test.each([
    ['c7i.48xlarge', 192, 384],
    ['u-6tb1.metal', 448, 6144],
    ['Lsv2-Type1', 128, 640],
    ['n2d-highmem', 128, 768],
    ['n2d-highcpu', 256, 224],
    ['m1-ultramem', 176, 3872],
    ['General_Purpose_b3', 256, 640],
    ['bm-l1', 32, 128],
    ['m8a.metal-48xl', 192, 768],
    ['platform_azure_hbv5', 384, 512],
  ])('the host %s has %d threads and %d GB', (id, threads, memory) => {
    const host = hosts.get(id) ?? {}
    expect([threadsOf(host), memoryOf(host)]).toEqual([threads, memory])
  })
})

describe('the instance types of release 2026.11', () => {
  test('what was never sold is not there, and the rest of such a family stays', () => {
    const gone = ['aws/x2g.large', 'aws/x2g.16xlarge', 'aws/i2.large', 'gcp/a2-highgpu-16g']
    expect(gone.filter((key) => instances.has(key))).toEqual([])
    expect(['aws/x2gd.large', 'aws/i2.xlarge', 'gcp/a2-megagpu-16g'].filter((key) => !instances.has(key))).toEqual([])
  })

  test('every instance type names a host that is there, and a processor that has threads', () => {
    expect([...instances.values()].map(hostOf).filter((host) => !(threadsOf(host) > 0))).toEqual([])
  })

  test.each([
    ['aws', 1616],
    ['azure', 1483],
    ['gcp', 339],
    ['ovhcloud', 50],
    ['scaleway', 69],
  ])('%s has %d types', (provider, count) => {
    expect([...instances.values()].filter((instance) => instance.provider === provider)).toHaveLength(count)
  })

  // Figures as the providers publish them, read on the pages named in the tables: vCPU, GB, GB of local SSD, cards.
  test.each([
    ['aws', 'p5.48xlarge', [192, 2048, 30400, 8]],
    ['aws', 'p5.4xlarge', [16, 256, 3800, 1]],
    ['aws', 'p6-b300.48xlarge', [192, 4096, 30400, 8]],
    ['aws', 'p6e-gb200.36xlarge', [144, 960, 22500, 4]],
    ['aws', 'm8g.48xlarge', [192, 768, 0, 0]],
    ['aws', 'c8g.48xlarge', [192, 384, 0, 0]],
    ['aws', 'c8gd.24xlarge', [96, 192, 5700, 0]],
    ['aws', 'm9gd.48xlarge', [192, 768, 11400, 0]],
    ['aws', 'r8i.96xlarge', [384, 3072, 0, 0]],
    ['aws', 'c8i-flex.16xlarge', [64, 128, 0, 0]],
    ['aws', 'i7ie.48xlarge', [192, 1536, 120000, 0]],
    ['aws', 'trn2.48xlarge', [192, 2048, 7600, 16]],
    ['aws', 'g6e.48xlarge', [192, 1536, 7600, 8]],
    ['aws', 'g6f.4xlarge', [16, 64, 450, 0.5]],
    ['aws', 'gr6.8xlarge', [32, 256, 900, 1]],
    ['aws', 'hpc6id.32xlarge', [64, 1024, 15200, 0]],
    ['aws', 'u7in-32tb.224xlarge', [896, 32768, 0, 0]],
    ['azure', 'Standard_D192ds_v6', [192, 768, 10560, 0]],
    ['azure', 'Standard_D2s_v6', [2, 8, 0, 0]],
    ['azure', 'Standard_D160ads_v7', [160, 640, 8800, 0]],
    ['azure', 'Standard_D96pds_v6', [96, 384, 5280, 0]],
    ['azure', 'Standard_E128s_v6', [128, 1024, 0, 0]],
    ['azure', 'Standard_DC128eds_v6', [128, 512, 7040, 0]],
    ['azure', 'Standard_L96as_v4', [96, 768, 23040, 0]],
    ['azure', 'Standard_M176bds_4_v3', [176, 3892, 8000, 0]],
    ['azure', 'Standard_HB368rs_v5', [368, 448, 14880, 0]],
    ['azure', 'Standard_NC40ads_H100_v5', [40, 320, 3576, 1]],
    ['azure', 'Standard_NC80adis_H100_v5', [80, 640, 7152, 2]],
    ['azure', 'Standard_ND96isr_H100_v5', [96, 1900, 29696, 8]],
    ['azure', 'Standard_NV18ads_A10_v5', [18, 220, 720, 0.5]],
    ['azure', 'Standard_NV4as_v4', [4, 14, 88, 0.125]],
    ['azure', 'Standard_B2ts_v2', [2, 1, 0, 0]],
    ['gcp', 'a2-ultragpu-1g', [12, 170, 375, 1]],
  ])('%s sells %s', (provider, name, figures) => {
    const instance = instanceNamed(provider, name) ?? {}
    expect(cells(instance, 'vcpu', 'memory_gb', 'ssd_storage_gb', 'gpu_units')).toEqual(figures)
  })

  test('a type says what its host was derived from where, and only where, the host is not published', () => {
    const wrong = overlaid('cloud-instances').filter(
      (instance) => hostOf(instance).warning?.includes('derived from its largest size') !== (instance.derived !== ''),
    )
    expect(wrong.map(({ instance_type }) => instance_type)).toEqual([])
  })
})

describe('the sources of hosts, instance types and regions of release 2026.11', () => {
  test.each(['server-archetypes', 'cloud-instances', 'cloud-regions'] as const)(
    'every row of %s names a source that a reader can follow',
    (name) => {
      const addresses = new Map(Array.from(release('sources').values(), ({ key, url }) => [key, url]))
      const lost = overlaid(name).filter(({ source = '' }) => {
        const address = addresses.get(source) ?? addresses.get(source.split(':')[0])
        return !source.includes('://') && !address
      })
      expect(lost.map((row) => keyOf(name, row))).toEqual([])
    },
  )

  test('regions stand at a country or, in the United States and India, at a state', () => {
    const regions = release('cloud-regions')
    expect(
      [...regions.values()].filter(({ location = '' }) => !/^([A-Z]{3}|(USA|IND)-[A-Z]{2})$/.test(location)),
    ).toEqual([])
    expect(regions.get('aws/us-east-1')?.location).toBe('USA-VA')
    expect(regions.get('azure/taiwannorth')?.location).toBe('TWN')
    expect(regions.size).toBe(177)
  })
})

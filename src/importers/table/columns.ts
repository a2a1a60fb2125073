import { ImportError } from '../import-error.ts'

/** The columns of a table of assets; README and `docs/importing.md` explain them. */
export const COLUMNS = [
  'label',
  'kind',
  'quantity',
  'provider',
  'instance_type',
  'archetype',
  'location',
  'region',
  'load',
  'duration',
  'cpu_name',
  'cpu_units',
  'cpu_cores',
  'cpu_tdp',
  'cpu_die_size',
  'ram_units',
  'ram_capacity',
  'ssd_units',
  'ssd_capacity',
  'hdd_units',
  'hdd_capacity',
  'gpu_name',
  'gpu_units',
] as const

export type Column = (typeof COLUMNS)[number]

/** What others call them, without separators and in lower case. */
const SYNONYMS: Readonly<Record<string, Column>> = {
  name: 'label',
  hostname: 'label',
  host: 'label',
  assetname: 'label',
  servername: 'label',
  type: 'kind',
  assettype: 'kind',
  devicetype: 'kind',
  qty: 'quantity',
  count: 'quantity',
  number: 'quantity',
  cloud: 'provider',
  cloudprovider: 'provider',
  machinetype: 'instance_type',
  instance: 'instance_type',
  vmsize: 'instance_type',
  flavor: 'instance_type',
  flavour: 'instance_type',
  country: 'location',
  usagelocation: 'location',
  cloudregion: 'region',
  cpuload: 'load',
  loadpercentage: 'load',
  timeworkload: 'load',
  utilization: 'load',
  utilisation: 'load',
  hours: 'duration',
  durationhours: 'duration',
  cpu: 'cpu_name',
  processor: 'cpu_name',
  cpumodel: 'cpu_name',
  processorname: 'cpu_name',
  cpus: 'cpu_units',
  cpucount: 'cpu_units',
  sockets: 'cpu_units',
  cores: 'cpu_cores',
  corespercpu: 'cpu_cores',
  cpucoreunits: 'cpu_cores',
  tdp: 'cpu_tdp',
  diesize: 'cpu_die_size',
  ramcount: 'ram_units',
  ramcapacitygb: 'ram_capacity',
  ssdcount: 'ssd_units',
  ssdcapacitygb: 'ssd_capacity',
  hddcount: 'hdd_units',
  hddcapacitygb: 'hdd_capacity',
  gpu: 'gpu_name',
  gpumodel: 'gpu_name',
  gpus: 'gpu_units',
  gpucount: 'gpu_units',
}

const BY_PLAIN_NAME = new Map<string, Column>(COLUMNS.map((column) => [plain(column), column]))

/** Names of columns of a file, and the columns that they are: `theirs=ours`. */
export type ColumnMap = Readonly<Record<string, string>>

/**
 * Where each column stands in a header: an equal name first, then one that differs in case and separators, then a synonym.
 * Throws an ImportError where a map names what there is not.
 *
 * Example: `findColumns(['Host Name', 'CPU-Name'])` is label at 0, cpu_name at 1.
 */
export function findColumns(header: readonly string[], map: ColumnMap = {}): ReadonlyMap<Column, number> {
  const found = new Map<Column, number>()
  for (const [theirs, ours] of Object.entries(map)) {
    const column = COLUMNS.find((each) => each === ours)
    if (column === undefined) throw new ImportError(`There is no column ${ours}; there are ${COLUMNS.join(', ')}`)
    const at = header.findIndex((each) => each === theirs || plain(each) === plain(theirs))
    if (at < 0) throw new ImportError(`The file has no column ${theirs}; it has ${header.slice(0, 50).join(', ')}`)
    if (found.has(column)) throw new ImportError(`Two columns cannot both be ${column}`)
    found.set(column, at)
  }
  const mapped = new Set(found.values())
  const take = (columnOf: (name: string) => Column | undefined) => {
    for (const [at, name] of header.entries()) {
      const column = columnOf(name)
      if (column === undefined || found.has(column) || mapped.has(at)) continue
      found.set(column, at)
      mapped.add(at)
    }
  }
  take((name) => COLUMNS.find((column) => column === name))
  take((name) => BY_PLAIN_NAME.get(plain(name)))
  take((name) => (Object.hasOwn(SYNONYMS, plain(name)) ? SYNONYMS[plain(name)] : undefined))
  return found
}

/** `CPU-Name` and `cpu_name` are `cpuname`. */
export function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_.()[\]/-]+/g, '')
}

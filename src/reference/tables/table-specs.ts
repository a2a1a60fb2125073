import { CRITERIA, CRITERION_CODES, type Criterion } from '../../engine/figures/criteria.ts'
import type { GpuPart } from '../../engine/figures/figures.ts'
import type { ArchetypeComponent, DieSizeBasis } from '../tables.ts'
import {
  type Cell,
  choice,
  type Limits,
  NOT_NEGATIVE,
  number,
  numberWithBounds,
  optional,
  POSITIVE,
  Refusal,
  text,
} from './cells.ts'
import { COMPONENT_ATTRIBUTES } from './component-attributes.ts'

/** Tells of a fault in a column of the row at hand. */
export type RefuseColumn = (column: string, reason: string) => void

/** One table: its columns and how their cells are read, and which columns make up a row's key. */
export interface TableSpec<Row = unknown> {
  readonly cells: readonly { readonly column: string; readonly read: Cell<unknown> }[]
  /** What no cell can tell alone: checks a row and gives it its final form, or refuses a column of it. */
  readonly finish?: (row: Readonly<Record<string, unknown>>, refuse: RefuseColumn) => Row
  /** Columns a file may leave out. */
  readonly mayLack: ReadonlySet<string>
  readonly key: readonly string[]
  /** Columns that say something about a figure and change none: left out of the release id. `all`: the whole table. */
  readonly remarks: ReadonlySet<string> | 'all'
  /** Columns that hold a key of sources.csv, or a text with an address. */
  readonly sources: readonly string[]
  /** Carries the type of a row; never there. */
  readonly row?: Row
}

type Cells = Readonly<Record<string, Cell<unknown>>>
type RowOf<Shape extends Cells> = { readonly [Column in keyof Shape]: Exclude<ReturnType<Shape[Column]>, Refusal> }

interface Options<Column extends string> {
  readonly key: readonly Column[]
  readonly mayLack?: readonly Column[]
  readonly remarks?: readonly Column[] | 'all'
  readonly sources?: readonly Column[]
}

function table<Shape extends Cells>(
  shape: Shape,
  { key, mayLack = [], remarks = [], sources = [] }: Options<Extract<keyof Shape, string>>,
): TableSpec<RowOf<Shape>> {
  return {
    cells: Object.entries(shape).map(([column, read]) => ({ column, read })),
    key,
    mayLack: new Set(mayLack),
    remarks: remarks === 'all' ? 'all' : new Set([...remarks, ...sources]),
    sources,
  }
}

/** A table whose rows take another form once their cells are read. */
function finished<Raw, Row>(raw: TableSpec<Raw>, finish: (row: Raw, refuse: RefuseColumn) => Row): TableSpec<Row> {
  const { row: _, ...spec } = raw
  return { ...spec, finish: finish as NonNullable<TableSpec<Row>['finish']> }
}

/** Final energy is 3.6 MJ per kWh by definition, and adp of electricity is the figure of adpe: neither has a column. */
const ELECTRICITY_CRITERIA = CRITERION_CODES.filter((code) => code !== 'fe' && code !== 'adp')
/** Embedded impacts have no final energy, which belongs to the use phase. */
const EMBEDDED_CRITERIA = CRITERION_CODES.filter((code) => code !== 'fe')
/** Parts of an impact that can be taken up again. */
const MAY_BE_NEGATIVE: ReadonlySet<Criterion> = new Set<Criterion>(['gwppb', 'gwpplu', 'lu'])
/** Criteria that no credit for recycling may turn around in an embedded factor. */
const NEVER_NEGATIVE: ReadonlySet<Criterion> = new Set<Criterion>(['gwp', 'adp', 'pe'])

function columnsOf<Code extends string, Value>(codes: readonly Code[], cell: (code: Code) => Cell<Value>) {
  return Object.fromEntries(codes.map((code) => [code, cell(code)])) as Record<Code, Cell<Value>>
}

const embeddedFactors = columnsOf(EMBEDDED_CRITERIA, (code) =>
  optional(number(`a number of ${CRITERIA[code].unit}`, NEVER_NEGATIVE.has(code) ? NOT_NEGATIVE : {})),
)

/** A table of factors must have the columns that the shipped one has; those of the other criteria may be there. */
function allBut(...codes: readonly Criterion[]) {
  return EMBEDDED_CRITERIA.filter((code) => !codes.includes(code))
}

const factor = (code: Criterion) =>
  optional(number(`a number of ${CRITERIA[code].electricityUnit}`, MAY_BE_NEGATIVE.has(code) ? {} : NOT_NEGATIVE))

const sourceColumns = ELECTRICITY_CRITERIA.map((code) => `${code}_source` as const)
const electricityFactors = columnsOf(ELECTRICITY_CRITERIA, factor)
const electricityFactorSources = columnsOf(sourceColumns, () => optional(text('a source')))

const units = (of: string, limits: Limits = NOT_NEGATIVE) => optional(numberWithBounds(`a number of ${of}`, limits))
const ratio = optional(numberWithBounds('a ratio', { min: 0, max: 1 }))
const source = optional(text('a source'))

const GPU_PARTS = [
  'casing',
  'heatsink',
  'pwb',
  'gpu',
  'vram',
  'upstream_transport',
  'transport_boat',
  'transport_truck',
  'transport_plane',
  'end_of_life',
] as const satisfies readonly GpuPart[]

const DIE_SIZE_BASES = [
  'sum_of_dies',
  'largest_of_family_survey',
  'largest_of_family_catalogue',
  'other',
] as const satisfies readonly DieSizeBasis[]

interface AttributeRow {
  readonly component: ArchetypeComponent
  readonly id: string
  readonly attribute: string
  readonly value: string | undefined
  readonly min: string | undefined
  readonly max: string | undefined
}

/** Reads the number or the text of a component's attribute: which of the two, and its unit, follows from the attribute. */
function readAttribute(row: AttributeRow, refuse: RefuseColumn) {
  const { component, id, attribute, value, min, max } = row
  const named = { component, id, attribute }
  const unknown = { ...named, cell: undefined }
  const refused = (column: string, reason: string) => {
    refuse(column, reason)
    return unknown
  }
  const read = COMPONENT_ATTRIBUTES.get(attribute)
  if (read === undefined) return refused('attribute', `no component has an attribute "${attribute}"`)
  if ((min === undefined) !== (max === undefined)) return refused('min', 'expected both min and max, or none')
  if (value === undefined && min === undefined) return unknown
  const cell = read(min === undefined ? value : `${value ?? ''}|${min}|${max}`)
  return cell instanceof Refusal ? refused('value', cell.reason) : { ...named, cell }
}

/** Every table of reference figures; the file of a table is its name with `.csv`. */
export const TABLE_SPECS = {
  sources: table(
    {
      key: text('a key'),
      title: text('a title'),
      publisher: optional(text('a publisher')),
      url: optional(text('an address')),
      licence: optional(text('a licence')),
      note: optional(text('a note')),
    },
    { key: ['key'], remarks: 'all' },
  ),
  locations: table(
    { code: text('a code'), iso2: optional(text('a code')), name: text('a name') },
    { key: ['code'], remarks: ['name'] },
  ),
  electricity: table(
    { location: text('a code of locations.csv'), ...electricityFactors, ...electricityFactorSources },
    {
      key: ['location'],
      mayLack: ['mips', 'ctue', 'ctuh_c', 'ctuh_nc', 'fw', ...sourceColumns],
      sources: sourceColumns,
    },
  ),
  'electricity-sources': table(
    {
      criterion: choice(...ELECTRICITY_CRITERIA),
      source: text('a source'),
      reference_year: optional(text('a year')),
    },
    { key: ['criterion', 'source'], remarks: 'all', sources: ['source'] },
  ),
  'component-factors': table(
    {
      component: text('a component'),
      variant: optional(text('a variant')),
      per: choice('unit', 'kg', 'mm2', 'cm2'),
      ...embeddedFactors,
      source,
    },
    { key: ['component', 'variant', 'per'], mayLack: allBut('gwp', 'adp', 'pe'), sources: ['source'] },
  ),
  'gpu-factors': table(
    {
      part: choice(...GPU_PARTS),
      stage: choice('manufacture', 'distribution', 'end_of_life'),
      ...embeddedFactors,
      weee: optional(number('a number of kg', NOT_NEGATIVE)),
    },
    { key: ['part'], mayLack: ['adpe', 'fw', 'weee'], remarks: ['stage', 'weee'] },
  ),
  'device-factors': table(
    { device: text('a device'), type: optional(text('a type')), ...embeddedFactors, source },
    { key: ['device', 'type'], mayLack: ['adp', 'pe', 'fw'], sources: ['source'] },
  ),
  'functional-block-factors': table(
    {
      block: text('a functional block'),
      hsl_level: text('a hardware specification level'),
      stage: choice('manufacture', 'end_of_life'),
      ...embeddedFactors,
    },
    { key: ['block', 'hsl_level', 'stage'], mayLack: ['adp', 'gwppb', 'gwppf', 'gwpplu', 'mips'] },
  ),
  cpus: table(
    {
      name: text('a name'),
      manufacturer: optional(text('a manufacturer')),
      family: optional(text('a family')),
      model_range: optional(text('a model range')),
      core_units: optional(number('a number of cores', POSITIVE)),
      threads: optional(number('a number of threads', POSITIVE)),
      tdp_w: optional(number('a number of W', POSITIVE)),
      die_size_mm2: optional(number('a number of mm2', POSITIVE)),
      die_size_basis: optional(choice(...DIE_SIZE_BASES)),
      die_size_source: optional(text('a source')),
      process_nm: optional(number('a number of nm', POSITIVE)),
      released: optional(text('a date')),
      source,
    },
    {
      key: ['name'],
      mayLack: ['die_size_basis', 'die_size_source', 'process_nm', 'released'],
      remarks: ['die_size_basis', 'process_nm', 'released'],
      sources: ['die_size_source', 'source'],
    },
  ),
  gpus: table(
    {
      name: text('a name'),
      manufacturer: optional(text('a manufacturer')),
      vram_gb: optional(number('a number of GB', NOT_NEGATIVE)),
      vram_dies: optional(number('a number of dies', NOT_NEGATIVE)),
      gpu_surface_mm2: optional(number('a number of mm2', NOT_NEGATIVE)),
      pwb_surface_cm2: optional(number('a number of cm2', NOT_NEGATIVE)),
      casing_weight_kg: optional(number('a number of kg', NOT_NEGATIVE)),
      heatsink_weight_kg: optional(number('a number of kg', NOT_NEGATIVE)),
      weight_kg: optional(number('a number of kg', NOT_NEGATIVE)),
      transport_boat_km: optional(number('a number of km', NOT_NEGATIVE)),
      transport_truck_km: optional(number('a number of km', NOT_NEGATIVE)),
      transport_plane_km: optional(number('a number of km', NOT_NEGATIVE)),
    },
    { key: ['name'] },
  ),
  'ram-densities': table(
    {
      id: text('an id'),
      manufacturer: text('a manufacturer'),
      process_nm: number('a number of nm', POSITIVE),
      density_gb_per_cm2: number('a number of GB/cm2', POSITIVE),
    },
    { key: ['id'] },
  ),
  'ssd-densities': table(
    {
      id: text('an id'),
      manufacturer: text('a manufacturer'),
      layers: number('a number of layers', POSITIVE),
      density_gb_per_cm2: number('a number of GB/cm2', POSITIVE),
      year: optional(number('a year', POSITIVE)),
      source,
    },
    { key: ['id'], mayLack: ['year'], remarks: ['year'], sources: ['source'] },
  ),
  'power-profiles': table(
    {
      manufacturer: text('a manufacturer'),
      model_range: text('a model range'),
      a: number('a number', POSITIVE),
      b: number('a number', POSITIVE),
      c: number('a number', NOT_NEGATIVE),
      d: number('a number'),
      source,
    },
    { key: ['manufacturer', 'model_range'], sources: ['source'] },
  ),
  'component-archetypes': finished(
    table(
      {
        component: choice('cpu', 'gpu', 'ram', 'ssd', 'hdd', 'power_supply', 'case'),
        id: text('an id'),
        attribute: text('an attribute'),
        value: optional(text('a value')),
        min: optional(text('a number')),
        max: optional(text('a number')),
      },
      { key: ['component', 'id', 'attribute'] },
    ),
    readAttribute,
  ),
  'server-archetypes': table(
    {
      id: text('an id'),
      manufacturer: optional(text('a manufacturer')),
      case_type: optional(choice('rack', 'blade')),
      cpu_units: units('units'),
      cpu_name: optional(text('a name of cpus.csv')),
      cpu_core_units: units('cores', POSITIVE),
      cpu_threads: units('threads', POSITIVE),
      cpu_die_size_per_core_mm2: units('mm2', POSITIVE),
      ram_units: units('units'),
      ram_capacity_gb: units('GB'),
      ssd_units: units('units'),
      ssd_capacity_gb: units('GB'),
      hdd_units: units('units'),
      hdd_capacity_gb: units('GB'),
      gpu_units: units('units'),
      gpu_name: optional(text('a name')),
      gpu_vram_gb: units('GB'),
      power_supply_units: units('units'),
      power_supply_weight_kg: units('kg'),
      time_workload_percent: units('percent', { min: 0, max: 100 }),
      use_time_ratio: ratio,
      hours_life_time: units('hours', POSITIVE),
      other_consumption_ratio: optional(numberWithBounds('a ratio', NOT_NEGATIVE)),
      warning: optional(text('a warning')),
    },
    { key: ['id'], remarks: ['warning'] },
  ),
  'terminal-archetypes': table(
    {
      id: text('an id'),
      group: choice('terminal', 'peripheral'),
      device: text('a device'),
      type: optional(text('a type')),
      avg_power_w: units('W'),
      use_time_ratio: ratio,
      hours_life_time: units('hours', POSITIVE),
    },
    { key: ['id'] },
  ),
  'iot-archetypes': table(
    { id: text('an id'), avg_power_w: units('W'), use_time_ratio: ratio, hours_life_time: units('hours', POSITIVE) },
    { key: ['id'] },
  ),
  'iot-blocks': table(
    {
      device: text('an id of iot-archetypes.csv'),
      block: text('a functional block'),
      hsl_level: optional(text('a hardware specification level')),
    },
    { key: ['device', 'block'] },
  ),
  'cloud-providers': table(
    { id: text('an id'), name: text('a name'), page: optional(text('an address')) },
    { key: ['id'], mayLack: ['page'], remarks: ['name', 'page'] },
  ),
  'cloud-regions': table(
    {
      provider: text('an id of cloud-providers.csv'),
      location: text('a code of locations.csv'),
      region: text('a region'),
    },
    { key: ['provider', 'region'] },
  ),
  'cloud-instances': table(
    {
      provider: text('an id of cloud-providers.csv'),
      instance_type: text('an instance type'),
      platform: text('an id of server-archetypes.csv'),
      vcpu: number('a number of vCPU', POSITIVE),
      memory_gb: number('a number of GB', POSITIVE),
      ssd_storage_gb: optional(number('a number of GB', NOT_NEGATIVE)),
      hdd_storage_gb: optional(number('a number of GB', NOT_NEGATIVE)),
      gpu_units: optional(number('a number of units', NOT_NEGATIVE)),
      source,
    },
    { key: ['provider', 'instance_type'], sources: ['source'] },
  ),
  doubts: table(
    {
      table: choice('electricity', 'power-profiles'),
      row: text('a key'),
      column: optional(text('a column')),
      warning: text('a warning'),
    },
    { key: ['table', 'row', 'column'], remarks: 'all' },
  ),
}

export type TableName = keyof typeof TABLE_SPECS
export type TableRow<Name extends TableName> = NonNullable<(typeof TABLE_SPECS)[Name]['row']>
export const TABLE_NAMES = Object.keys(TABLE_SPECS) as readonly TableName[]

import { checkAsset, shorten } from '../check-asset.ts'
import { ImportError } from '../import-error.ts'
import type { Reading, RowFault } from '../imported.ts'
import { type Column, type ColumnMap, findColumns } from './columns.ts'
import { KINDS, kindOf, nearestKinds } from './kinds.ts'
import { numberOrText, type TableReader } from './table-reader.ts'

type Cells = Partial<Record<Exclude<Column, NumberColumn>, string> & Record<NumberColumn, number | string>>
type Group = Record<string, unknown>

/** Which column holds which field of a part. */
const PART_COLUMNS = {
  cpu: {
    cpu_name: 'name',
    cpu_units: 'units',
    cpu_cores: 'coreUnits',
    cpu_tdp: 'tdp',
    cpu_die_size: 'dieSize',
  },
  ram: { ram_units: 'units', ram_capacity: 'capacity' },
  ssd: { ssd_units: 'units', ssd_capacity: 'capacity' },
  hdd: { hdd_units: 'units', hdd_capacity: 'capacity' },
  gpu: { gpu_name: 'name', gpu_units: 'units' },
} as const satisfies Record<string, Partial<Record<Column, string>>>

const USAGE_COLUMNS = { location: 'usageLocation', region: 'region', load: 'timeWorkload' } as const
const NUMBERS = [
  'quantity',
  'load',
  'duration',
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
  'gpu_units',
] as const satisfies readonly Column[]
type NumberColumn = (typeof NUMBERS)[number]
const NUMBER_NAMES: ReadonlySet<Column> = new Set(NUMBERS)
const NOT_KEYS: ReadonlySet<Column> = new Set(['label', 'quantity'])
const LONGEST_DURATION = 1e12

/** A table with one asset a line. Throws an ImportError where no column of it is known. */
export function assetTable(header: readonly string[], map: ColumnMap = {}): TableReader {
  const found = findColumns(header, map)
  const columns = [...found.keys()].filter((column) => !NOT_KEYS.has(column))
  if (columns.length === 0) throw new ImportError(unknownTable(header))
  const nameOf = (column: Column) => header[found.get(column) ?? -1] ?? column
  return {
    format: 'csv',
    keys: columns.map((column) => found.get(column) as number),
    label: found.get('label'),
    quantity: found.get('quantity'),
    numbers: NUMBERS.flatMap((column) => found.get(column) ?? []),
    isCounted: true,
    read(cells, writing) {
      const row: Partial<Record<Column, number | string>> = {}
      for (const [at, column] of columns.entries()) {
        const cell = cells[at]?.trim() ?? ''
        if (cell !== '') row[column] = NUMBER_NAMES.has(column) ? numberOrText(cell, writing) : cell
      }
      return readRow(row as Cells, found, nameOf)
    },
  }
}

/** Bills of providers in forms of their own, by a column that only they have. */
const OWN_BILLS: readonly (readonly [RegExp, string])[] = [
  [/^(lineItem|line_item)[/_](UsageType|usage_type)$/i, 'an AWS Cost and Usage Report'],
  [/^(meterCategory|MeterSubCategory)$/i, 'a usage file of Azure'],
  [/^(sku\.description|sku_description|usage\.amount)$/i, 'a billing export of Google Cloud'],
]

function unknownTable(header: readonly string[]): string {
  const bill = OWN_BILLS.find(([column]) => header.some((name) => column.test(name)))
  if (bill) return `This is ${bill[1]}: export the bill as FOCUS 1.0 or later`
  const focus = header.filter((name) => /^(ChargeCategory|ConsumedUnit|ConsumedQuantity)$/i.test(name))
  if (focus.length > 0)
    return `A bill (FOCUS) has the columns ChargeCategory, ConsumedUnit and ConsumedQuantity; of them there is ${focus.join(', ')}`
  return `No column is known: ${shorten(header.join(', '))}; a table of assets has at least kind`
}

function readRow(row: Cells, found: ReadonlyMap<Column, number>, nameOf: (column: Column) => string): Reading {
  const kind = row.kind === undefined ? impliedKind(found) : kindOf(row.kind)
  if (kind === undefined) return { fault: kindFault(row.kind, nameOf('kind')) }
  const missing = kind === 'cloudInstance' ? (['provider', 'instance_type'] as const).filter((each) => !row[each]) : []
  if (missing.length > 0) return { fault: missingFault(kind, missing.map(nameOf)) }
  const { duration } = row
  if (duration !== undefined && !(typeof duration === 'number' && duration > 0 && duration <= LONGEST_DURATION))
    return { fault: durationFault(String(duration), nameOf('duration')) }
  const checked = checkAsset(assetOf(kind, row), (path) => columnOf(path, nameOf))
  if ('fault' in checked) return checked
  return { label: '', quantity: 1, asset: checked.asset, ...(duration !== undefined && { duration }) }
}

/** Tables of instances or of servers alone often have no such column. A column that is there must be filled. */
function impliedKind(found: ReadonlyMap<Column, number>): string | undefined {
  if (found.has('kind')) return undefined
  if (found.has('instance_type')) return 'cloudInstance'
  return found.has('cpu_name') || found.has('ram_capacity') ? 'server' : undefined
}

function assetOf(kind: string, row: Cells): Group {
  const usage = pick(row, USAGE_COLUMNS)
  const common = { ...(row.archetype && { archetype: row.archetype }), ...(usage && { usage }) }
  if (kind === 'cloudInstance') {
    return { cloudInstance: { provider: row.provider, instanceType: row.instance_type, ...(usage && { usage }) } }
  }
  if (kind === 'server') return { server: { ...common, ...configurationOf(row) } }
  if (kind === 'iotDevice') return { iotDevice: common }
  if (Object.hasOwn(PART_COLUMNS, kind)) {
    const part = pick(row, PART_COLUMNS[kind as keyof typeof PART_COLUMNS]) ?? {}
    return { component: { [kind]: { ...part, ...(usage && { usage }) } } }
  }
  return { terminal: { kind: kind.toUpperCase(), ...common } }
}

function configurationOf(row: Cells): Group {
  const { cpu, ram, ssd, hdd, gpu } = Object.fromEntries(
    Object.entries(PART_COLUMNS).map(([part, columns]) => [part, pick(row, columns)]),
  )
  const disk = [...(ssd ? [{ ssd }] : []), ...(hdd ? [{ hdd }] : [])]
  const configuration = {
    ...(cpu && { cpu }),
    ...(gpu && { gpu }),
    ...(ram && { ram: [ram] }),
    ...(disk.length > 0 && { disk }),
  }
  return Object.keys(configuration).length > 0 ? { configuration } : {}
}

function pick(row: Cells, fields: Partial<Record<Column, string>>): Group | undefined {
  const group: Group = {}
  let isEmpty = true
  for (const column in fields) {
    const cell = row[column as Column]
    if (cell === undefined) continue
    group[fields[column as Column] as string] = cell
    isEmpty = false
  }
  return isEmpty ? undefined : group
}

/** The column that holds what stands at a path of an asset. */
function columnOf(path: readonly (string | number)[], nameOf: (column: Column) => string): string {
  const names = path.map(String)
  const field = names.at(-1) ?? ''
  const usage = Object.entries(USAGE_COLUMNS).find(([, named]) => names.includes('usage') && named === field)
  if (usage) return nameOf(usage[0] as Column)
  for (const [part, columns] of Object.entries(PART_COLUMNS)) {
    const column = names.includes(part) && Object.entries(columns).find(([, named]) => named === field)
    if (column) return nameOf(column[0] as Column)
  }
  if (field === 'instanceType') return nameOf('instance_type')
  return field === 'provider' || field === 'archetype' ? nameOf(field) : names.join('.')
}

function kindFault(given: string | undefined, column: string): RowFault {
  if (given === undefined)
    return { code: 'BAD_USER_INPUT', message: `${column}: expected one of ${KINDS.join(', ')}`, path: [column] }
  const nearest = nearestKinds(given)
  const hint = nearest.length > 0 ? `; did you mean ${nearest.join(', ')}?` : `; there are ${KINDS.join(', ')}`
  return { code: 'BAD_USER_INPUT', message: `${column}: "${shorten(given)}" is no kind${hint}`, path: [column] }
}

function missingFault(kind: string, columns: readonly string[]): RowFault {
  return { code: 'BAD_USER_INPUT', message: `a ${kind} needs ${columns.join(' and ')}`, path: columns }
}

function durationFault(given: string, column: string): RowFault {
  const message = `${column}: expected a number of hours above 0 but found "${shorten(given)}"`
  return { code: 'BAD_USER_INPUT', message, path: [column] }
}

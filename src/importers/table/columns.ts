import { ASSETS, COMPONENTS, concerns, type KindColumns, TERMINALS } from '../../kinds.ts'

type FieldsOf<Kinds, Sort extends keyof KindColumns> = {
  [Kind in keyof Kinds]: Kinds[Kind] extends { readonly columns: Readonly<Record<Sort, infer Fields>> }
    ? keyof Fields & string
    : never
}[keyof Kinds]
type KindColumn<Sort extends keyof KindColumns> = FieldsOf<typeof ASSETS, Sort> | FieldsOf<typeof COMPONENTS, Sort>

export type NumberColumn = KindColumn<'numbers'> | 'quantity' | 'duration' | 'total_power' | UsageNumber
export type Column =
  | SharedColumn
  | KindColumn<'texts'>
  | KindColumn<'words'>
  | NumberColumn
  | 'label'
  | 'kind'
  | 'instance_state'
  | 'vm_host'
  | 'location'
  | 'region'
  | 'power_profile'
  | 'allocation'
  | 'boundary'

/** Numeric columns on use, and their usage fields. */
export const USAGE_NUMBERS = {
  load: 'timeWorkload',
  avg_power: 'avgPower',
  lifetime: 'hoursLifeTime',
  use_time_ratio: 'useTimeRatio',
  pue: 'facility.pue',
  elec_factor: 'elecFactors',
} as const
type UsageNumber = keyof typeof USAGE_NUMBERS

/** Columns that hold the storage of a terminal, in the order in which they count. */
export const OF_STORAGE: readonly Column[] = ['terminal_storage', 'ssd_capacity', 'capacity', 'hdd_capacity']

const STORAGE_OF_TERMINALS = ofTerminals('storage', 'terminal_storage')

/** Columns whose meaning depends on the kind of the row: the column that each means, by kind. */
export const SHARED = {
  capacity: {
    ram: 'ram_capacity',
    ssd: 'ssd_capacity',
    hdd: 'hdd_capacity',
    storage: 'gigabytes',
    ...STORAGE_OF_TERMINALS,
  },
  ssd_capacity: STORAGE_OF_TERMINALS,
  hdd_capacity: STORAGE_OF_TERMINALS,
  form_factor: {
    server: 'case_type',
    laptop: 'terminal_type',
    desktop: 'form',
    ssd: 'ssd_form_factor',
    hdd: 'hdd_form_factor',
  },
  year: { ...ofTerminals('year', 'year_of_manufacture'), ram: 'ram_year', ssd: 'ssd_year', hdd: 'hdd_year' },
  method: { ssd: 'ssd_method', server: 'ssd_method' },
  /** Inventories have one column for the names of all things: `D4s v5`, `10 TB`. */
  model: { cloudInstance: 'instance_type', storage: 'gigabytes' },
} as const
export type SharedColumn = keyof typeof SHARED

/** The columns of a table of assets; see README and `docs/importing.md`. */
export const COLUMNS = [
  ...new Set([
    ...['label', 'kind', 'quantity'],
    ...columnsOf(ASSETS, 'texts'),
    ...['instance_state', 'vm_host', 'location', 'region', 'duration', 'allocation', 'boundary'],
    ...Object.keys(USAGE_NUMBERS),
    'total_power',
    'power_profile',
    ...columnsOf(ASSETS, 'words'),
    ...columnsOf(ASSETS, 'numbers'),
    ...columnsOf(COMPONENTS, 'texts', 'words', 'numbers'),
    ...Object.keys(SHARED),
  ]),
] as readonly Column[]

/** Numeric columns. */
export const NUMBERS = [
  ...new Set([
    ...['quantity', 'duration'],
    ...Object.keys(USAGE_NUMBERS),
    'total_power',
    ...columnsOf(ASSETS, 'numbers'),
    ...columnsOf(COMPONENTS, 'numbers'),
  ]),
] as readonly NumberColumn[]

/** Columns of a power: of one asset, and of all assets of a row together. */
export const POWERS: readonly string[] = ['avg_power', 'total_power']

/** Maps a column that is not to be read. */
export const NOT_READ = 'none'

/** Valid targets of a map. */
export const MAPPABLE: readonly string[] = [...COLUMNS, NOT_READ]

/** A column for each kind of terminal whose figures depend on a field. */
function ofTerminals<Name extends string>(field: string, column: Name): Readonly<Record<string, Name>> {
  return Object.fromEntries(
    Object.keys(TERMINALS).flatMap((kind) => (concerns(kind, field) ? [[kind.toLowerCase(), column]] : [])),
  )
}

function columnsOf(
  kinds: Readonly<Record<string, { readonly columns: KindColumns }>>,
  ...sorts: readonly ('texts' | 'words' | 'numbers')[]
) {
  return Object.values(kinds).flatMap(({ columns }) => sorts.flatMap((sort) => Object.keys(columns[sort] ?? {})))
}

/** Columns of a file mapped to known columns, or `none`: `theirs=ours`. */
export type ColumnMap = Readonly<Record<string, string>>

/** Where leaves come from: what the caller gave, what is assumed of anything, or a table of the release. */
export type LeafTable =
  | 'input'
  | 'defaults'
  | 'constants'
  | 'electricity'
  | 'facility'
  | 'facility-regions'
  | 'component-factors'
  | 'gpu-factors'
  | 'device-factors'
  | 'device-stages'
  | 'functional-block-factors'
  | 'cpus'
  | 'gpus'
  | 'ram-densities'
  | 'ssd-densities'
  | 'power-model'
  | 'model'
  | 'power-profiles'
  | 'cloud-instances'
  | 'component-archetypes'
  | 'server-archetypes'
  | 'terminal-archetypes'
  | 'iot-archetypes'

/** Numbers of which one is drawn where an average of them is sampled. Averages with one id draw the same row together. */
export interface Rows {
  readonly id: string
  readonly values: readonly number[]
}

/** What enters the calculation as it is: it is the same wherever the same thing enters, in every release. */
export interface Leaf {
  readonly table: LeafTable
  /** What the row is of, where rows of several have the same name: a provider, a kind of component. */
  readonly within?: string
  /** `dellR740`, `FRA`, `cpu`; of an input the path to where it was given: `input.configuration.cpu`. */
  readonly row?: string
  /** Which of a list of rows, from 0. */
  readonly index?: number
  /** `ram_capacity`, `per_die_area`; of an input the field: `tdp`. */
  readonly column?: string
  /** Which kind of the thing, where a factor is of that alone: `7`, the node of a die in nm. */
  readonly variant?: string | undefined
  readonly criterion?: string | undefined
  /** What it is of a thing, which the caller may give in its place, where the column does not say: `cpu_tdp`, `avg_power`. */
  readonly property?: string | undefined
  /** Of what is inferred from several rows: those of one family, or all that there are. */
  readonly average?: 'FAMILY' | 'ALL'
  readonly rows?: Rows
  /** Of a factor of electricity: the year that it is of, and what it counts. */
  readonly year?: number
  readonly basis?: string
}

/**
 * The id of a leaf: table, row, column, variant and criterion, as far as it has them.
 *
 * @example
 * leafId({ table: 'electricity', row: 'FRA', criterion: 'gwp' }) // 'electricity.FRA.gwp'
 * leafId({ table: 'input', row: 'input.ram', index: 0, column: 'capacity' }) // 'input.ram[0].capacity'
 */
export function leafId({ table, within, row, index, column, variant, criterion }: Leaf): string {
  let id: string = within === undefined ? table : `${table}.${within}`
  if (row !== undefined) id = table === 'input' ? row : `${id}.${row}`
  if (index !== undefined) id += `[${index}]`
  if (column !== undefined) id += `.${column}`
  if (variant !== undefined) id += `.${variant}`
  return criterion === undefined ? id : `${id}.${criterion}`
}

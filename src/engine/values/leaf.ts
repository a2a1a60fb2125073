/** Where leaves come from: the input, a general default, or a table of the release. */
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
  | 'server-power'
  | 'model'
  | 'power-profiles'
  | 'cloud-instances'
  | 'host-families'
  | 'component-archetypes'
  | 'server-archetypes'
  | 'terminal-archetypes'
  | 'terminal-sizes'
  | 'published'
  | 'iot-archetypes'

/** Numbers to draw one from when their average is sampled. Averages with the same id draw the same row. */
export interface Rows {
  readonly id: string
  readonly values: readonly number[]
}

/**
 * The identity of a number that enters the calculation as it is. The same number has the same leaf in every release.
 */
export interface Leaf {
  readonly table: LeafTable
  /** The group of the row, where rows of several groups share a name: a provider, a kind of component. */
  readonly within?: string
  /** `dellR740`, `FRA`, `cpu`; for an input, its path: `input.configuration.cpu`. */
  readonly row?: string
  /** Index in a list of rows, from 0. */
  readonly index?: number
  /** `ram_capacity`, `per_die_area`; for an input, the field: `tdp`. */
  readonly column?: string
  /** The variant a factor is for: `7`, the node of a die in nm. */
  readonly variant?: string | undefined
  readonly criterion?: string | undefined
  /** The property of a thing that the caller may set instead, if the column does not say: `cpu_tdp`, `avg_power`. */
  readonly property?: string | undefined
  /** For a value inferred from several rows: those of one family, or all. */
  readonly average?: 'FAMILY' | 'ALL'
  readonly rows?: Rows
  /** Where the bounds are the lowest and the highest of few published figures: how many. */
  readonly figures?: number | undefined
  /** Squared geometric standard deviation of a figure in the input; those of tables are in the uncertainty table. */
  readonly gsd2?: number
  /** Leaves with the same id share the draw of their spread, as configurations of one model do. */
  readonly spreadId?: string
  /** For a value inferred from several rows: the sources of these rows, each once. */
  readonly sources?: readonly string[]
  /** For a factor of electricity: its year, and what it counts. */
  readonly year?: number
  readonly basis?: string
}

/** `distinctSources(rows.map(({ source }) => source))`: each once, without rows that state none. */
export function distinctSources(sources: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(sources.filter((source) => source !== undefined))]
}

/**
 * The id of a leaf: table, row, column, variant and criterion, as far as set.
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

import { leaf, type NumberAttribute } from '../values/attribute.ts'
import { distinctSources, type Leaf, leafId } from '../values/leaf.ts'
import { quantile, range } from '../values/range.ts'
import type { CpuModel } from '../values/table-rows.ts'

/** Processors whose number of cores differs by up to this share stand for each other. */
const NEAR = 0.25

/** Rows to take if fewer are near. */
const LEAST_ROWS = 3

/** Callers choose the number of cores. */
const MOST_KNOWN = 200

const LOW = 0.05
const MIDDLE = 0.5
const HIGH = 0.95

type Known = CpuModel & { readonly tdp: number; readonly coreUnits: number }

/** Cores that two processors may differ by, as a share of those of the one asked for. */
function distance({ coreUnits }: Known, cores: number): number {
  return Math.abs(coreUnits - cores) / cores
}

/**
 * Thermal design power of a processor of which the class and the cores are known, in W: the median of the rows of its
 * class with about as many cores, between their 5th and 95th percentile. With unknown cores: the constant
 * `cpu_tdp_default`.
 *
 * @example
 * new TdpEstimates('xeon3', rows, unknown).estimate(cores48) // 330 W (226 to 350)
 */
export class TdpEstimates {
  readonly #of: string
  readonly #rows: readonly Known[]
  readonly #unknown: NumberAttribute
  readonly #known = new Map<string, NumberAttribute>()

  constructor(of: string, rows: readonly CpuModel[], unknown: NumberAttribute) {
    this.#of = of
    this.#rows = rows.filter((row): row is Known => row.tdp !== undefined && row.coreUnits !== undefined)
    this.#unknown = unknown
  }

  /** The estimate for a number of cores: ARCHETYPE for an archetype's, else COMPLETED; DEFAULT if they are unknown. */
  estimate(cores: NumberAttribute | undefined): NumberAttribute {
    if (cores === undefined || this.#rows.length === 0) return this.#unknown
    const status = cores.status === 'ARCHETYPE' ? 'ARCHETYPE' : 'COMPLETED'
    const key = `${status} ${cores.value}`
    let known = this.#known.get(key)
    if (known === undefined) {
      known = this.#estimateOf(cores.value, status)
      if (this.#known.size < MOST_KNOWN) this.#known.set(key, known)
    }
    return known
  }

  #estimateOf(cores: number, status: 'ARCHETYPE' | 'COMPLETED'): NumberAttribute {
    const near = this.#rows.filter((row) => distance(row, cores) <= NEAR)
    const rows =
      near.length >= LEAST_ROWS
        ? near
        : this.#rows.toSorted((a, b) => distance(a, cores) - distance(b, cores)).slice(0, LEAST_ROWS)
    const values = rows.map(({ tdp }) => tdp).toSorted((a, b) => a - b)
    const of: Leaf = { table: 'cpus', row: 'tdp', column: this.#of, variant: String(cores), property: 'cpu_tdp' }
    const sources = distinctSources(rows.map(({ source }) => source))
    return leaf(
      { ...of, average: 'FAMILY', sources, ...(values.length > 1 && { rows: { id: leafId(of), values } }) },
      status,
      range(quantile(values, MIDDLE), quantile(values, LOW), quantile(values, HIGH)),
      'W',
      `Median of ${rows.length} processors of the class ${this.#of} with about ${cores} cores`,
    )
  }
}

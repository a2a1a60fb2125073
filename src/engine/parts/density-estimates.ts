import { input, leaf, type NumberAttribute } from '../figures/attribute.ts'
import type { Cell } from '../figures/cell.ts'
import { meanOfRanges } from '../figures/mean.ts'
import { exact, type Range } from '../figures/range.ts'
import type { RamDensity, SsdDensity } from '../figures/table-rows.ts'

/** What the tables of measured densities have: GB per cm2, and whether the caller's words narrowed the rows at all. */
export interface DensityEstimate {
  readonly density: Range
  readonly source: string
  readonly narrowed: boolean
  /** The rule and what narrowed it: `ram-densities.average.samsung.25`. */
  readonly id: string
  /** The densities that the estimate is the mean of. */
  readonly rows: readonly number[]
}

/** A measured density, in GB per cm2 of die, and the generation of what was measured: its process in nm, or its layers. */
interface MeasuredDensity {
  readonly manufacturer: string
  readonly density: number
  readonly generation: number
}

/** Densities of memory by maker and generation; each estimate is made once. */
export class DensityEstimates {
  /** Its table: `ram-densities`. */
  readonly #table: string
  readonly #rows: readonly MeasuredDensity[]
  readonly #known = new Map<string, DensityEstimate>()

  constructor(table: string, rows: readonly MeasuredDensity[]) {
    this.#table = table
    this.#rows = rows
  }

  static ofRam(rows: readonly RamDensity[]): DensityEstimates {
    return new DensityEstimates(
      'ram-densities',
      rows.map((row) => ({ ...row, generation: row.process })),
    )
  }

  static ofSsd(rows: readonly SsdDensity[]): DensityEstimates {
    return new DensityEstimates(
      'ssd-densities',
      rows.map((row) => ({ ...row, generation: row.layers })),
    )
  }

  /** The mean, smallest and largest of the rows of a maker and a generation, as far as given; of all rows where none is left. */
  of(manufacturer: string | undefined, generation: number | undefined): DensityEstimate {
    const key = `${manufacturer ?? ''} ${generation ?? ''}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const narrowed = this.#rows.filter(
      (row) =>
        (manufacturer === undefined || row.manufacturer === manufacturer) &&
        (generation === undefined || row.generation === generation),
    )
    if (narrowed.length === 0) return averageOf(this.#rows, false, `${this.#table}.average.all.all`)
    const id = `${this.#table}.average.${manufacturer ?? 'all'}.${generation ?? 'all'}`
    const estimate = averageOf(narrowed, narrowed.length < this.#rows.length, id)
    this.#known.set(key, estimate)
    return estimate
  }
}

const UNIT = 'GB/cm2'

/**
 * Density in GB per cm2 of what was given, or else of the rows that the caller's words leave; else the archetype's; else of
 * all rows, as their mean between the smallest and the largest.
 */
export function densityOf(
  given: number | undefined,
  givenId: string,
  { density, source, narrowed, id, rows }: DensityEstimate,
  typical: Cell | undefined,
): NumberAttribute {
  if (given !== undefined) return input(givenId, given, UNIT)
  if (!narrowed && typical !== undefined) return typical.in(UNIT)
  const drawn = rows.length > 1 ? { rows: { id, values: rows } } : {}
  return leaf({ id, ...drawn }, 'COMPLETED', density, UNIT, source)
}

function averageOf(rows: readonly MeasuredDensity[], narrowed: boolean, id: string): DensityEstimate {
  const densities = rows.map(({ density }) => density)
  const [only] = rows
  const about = { narrowed, id, rows: densities }
  const density = meanOfRanges(densities.map(exact))
  const source = rows.length === 1 && only ? only.manufacturer : `Average of ${rows.length} rows`
  return { density, source, ...about }
}

import type { RamDensity, SsdDensity } from '../engine/figures/figures.ts'
import { exact } from '../engine/figures/range.ts'
import type { DensityEstimate } from '../engine/parts/density.ts'

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
    if (narrowed.length === 0) return densityOf(this.#rows, false, `${this.#table}.average.all.all`)
    const id = `${this.#table}.average.${manufacturer ?? 'all'}.${generation ?? 'all'}`
    const estimate = densityOf(narrowed, narrowed.length < this.#rows.length, id)
    this.#known.set(key, estimate)
    return estimate
  }
}

function densityOf(rows: readonly MeasuredDensity[], narrowed: boolean, id: string): DensityEstimate {
  const densities = rows.map(({ density }) => density)
  const [only] = rows
  const about = { narrowed, id, rows: densities }
  if (rows.length === 1 && only) return { density: exact(only.density), source: only.manufacturer, ...about }
  const value = densities.reduce((total, density) => total + density, 0) / densities.length
  const density = { value, min: Math.min(...densities), max: Math.max(...densities) }
  return { density, source: `Average of ${rows.length} rows`, ...about }
}

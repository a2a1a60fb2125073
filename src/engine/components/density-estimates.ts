import { leaf, type NumberAttribute } from '../values/attribute.ts'
import type { Cell } from '../values/cell.ts'
import { distinctSources, type Leaf, leafId } from '../values/leaf.ts'
import { exact, meanOfRanges, type Range, range } from '../values/range.ts'
import type { MemoryGeneration, RamDensity, SsdDensity } from '../values/table-rows.ts'

/** An estimate from the tables of measured densities: GB per cm2, and whether the caller's words narrowed the rows. */
export interface DensityEstimate {
  readonly density: Range
  readonly source: string
  readonly narrowed: boolean
  /** The rule and what narrowed the rows: `ram-densities.average.samsung.25`. */
  readonly leaf: AverageLeaf
  /** The densities that the estimate is the mean of; empty if it has bounds of its own. */
  readonly rows: readonly number[]
}

type AverageLeaf = Leaf & { readonly property: string }

/** A measured density, in GB per cm2 of die, with its process in nm or its layers. */
interface MeasuredDensity {
  readonly manufacturer: string
  readonly density: number
  readonly step: number
  /** Generation of memory: DDR4. */
  readonly generation?: string
  /** Year in which drives with such dies first sold. */
  readonly soldFrom?: number
  readonly source?: string
}

/** What is known about the dies of a memory module or drive. */
interface DiesKnown {
  readonly manufacturer?: string | undefined
  /** Process in nm, or layers. */
  readonly step?: number | undefined
  readonly generation?: string | undefined
  readonly year?: number | undefined
}

/** The most likely generation of unknown memory; the bounds cover the others. */
export const USUAL_GENERATION = 'DDR4'
const POSSIBLE_GENERATIONS: ReadonlySet<string> = new Set(['DDR3', 'DDR4', 'DDR5'])

/** Densities of memory by maker and generation; each estimate is created once. */
export class DensityEstimates {
  readonly #kind: 'ram' | 'ssd'
  readonly #rows: readonly MeasuredDensity[]
  readonly #generations: ReadonlyMap<string, MemoryGeneration>
  readonly #known = new Map<string, DensityEstimate>()

  constructor(kind: 'ram' | 'ssd', rows: readonly MeasuredDensity[], generations: readonly MemoryGeneration[] = []) {
    this.#kind = kind
    this.#rows = rows
    this.#generations = new Map(generations.map((each) => [each.generation, each]))
  }

  static ofRam(rows: readonly RamDensity[], generations: readonly MemoryGeneration[]): DensityEstimates {
    return new DensityEstimates(
      'ram',
      rows.map((row) => ({ ...row, step: row.process })),
      generations,
    )
  }

  static ofSsd(rows: readonly SsdDensity[]): DensityEstimates {
    return new DensityEstimates(
      'ssd',
      rows.map((row) => ({ ...row, step: row.layers })),
    )
  }

  /**
   * The mean, smallest and largest of the matching rows. Process or layers narrow the rows first, then a generation,
   * then a maker. Each narrows only if it is set and leaves rows. An unknown generation takes the value of the most
   * usual one, between the smallest and the largest of all possible ones.
   */
  of(dies: DiesKnown): DensityEstimate {
    // Callers may name any process and year; cache only what the tables have.
    if (dies.step !== undefined || dies.year !== undefined) return this.#estimate(dies)
    const key = `${dies.manufacturer ?? ''} ${dies.generation ?? ''}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const estimate = this.#estimate(dies)
    if (this.#rows.some(({ manufacturer }) => (dies.manufacturer ?? manufacturer) === manufacturer)) {
      this.#known.set(key, estimate)
    }
    return estimate
  }

  #estimate(dies: DiesKnown): DensityEstimate {
    const { manufacturer, step, generation } = dies
    if (this.#generations.size > 0 && step === undefined) return this.#byGeneration(generation, manufacturer)
    const narrowed = this.#rows.filter(
      (row) =>
        (manufacturer === undefined || row.manufacturer === manufacturer) && (step === undefined || row.step === step),
    )
    if (narrowed.length === 0) {
      if (this.#generations.size > 0) return this.#byGeneration(generation, manufacturer)
      return averageOf(this.#rows, false, this.#leafOf(undefined, undefined))
    }
    const ofYear = step === undefined ? soldIn(narrowed, dies.year) : undefined
    const of = this.#leafOf(manufacturer, step ?? ofYear?.year)
    const rows = ofYear?.rows ?? narrowed
    return averageOf(rows, rows.length < this.#rows.length, of, ofYear && ` of ${ofYear.year}`)
  }

  #byGeneration(generation: string | undefined, manufacturer: string | undefined): DensityEstimate {
    const ofMaker = (rows: readonly MeasuredDensity[]) => {
      const left = rows.filter((row) => row.manufacturer === manufacturer)
      return left.length > 0 ? { rows: left, maker: manufacturer } : { rows, maker: undefined }
    }
    const { rows, maker } = ofMaker(this.#rows.filter((row) => row.generation === (generation ?? USUAL_GENERATION)))
    const of = this.#leafOf(maker, generation)
    if (generation !== undefined && rows.length > 0) return averageOf(rows, true, of, ` of ${generation}`)
    const kept = generation === undefined ? undefined : this.#generations.get(generation)
    if (kept?.density !== undefined) {
      return {
        density: kept.density,
        source: `${kept.source}: no row of ${generation}`,
        narrowed: true,
        leaf: from([kept], of),
        rows: [],
      }
    }
    const possible = ofMaker(this.#rows.filter((row) => POSSIBLE_GENERATIONS.has(row.generation ?? ''))).rows
    const usual = averageOf(rows, true, of, ` of ${USUAL_GENERATION}`)
    const behind = [...rows, ...possible]
    const densities = behind.map(({ density }) => density)
    const density = range(usual.density.value, Math.min(...densities), Math.max(...densities))
    const source = `${usual.source}, which is most usual; bounds of DDR3 to DDR5`
    return { ...usual, density, source, leaf: from(behind, of), rows: [] }
  }

  #leafOf(manufacturer = 'all', narrowing: number | string | undefined): AverageLeaf {
    return {
      table: `${this.#kind}-densities`,
      row: 'average',
      column: manufacturer,
      criterion: String(narrowing ?? 'all'),
      property: `${this.#kind}_density`,
      average: narrowing === undefined ? 'ALL' : 'FAMILY',
    }
  }
}

/** The rows of the latest year that is not after `year`, or of the first year; undefined if the year is unknown. */
function soldIn(rows: readonly MeasuredDensity[], year: number | undefined) {
  const years = rows.flatMap(({ soldFrom }) => soldFrom ?? [])
  if (year === undefined || years.length === 0) return undefined
  const earlier = years.filter((each) => each <= year)
  const from = earlier.length > 0 ? Math.max(...earlier) : Math.min(...years)
  return { year: from, rows: rows.filter(({ soldFrom }) => soldFrom === from) }
}

const UNIT = 'GB/cm2'

/**
 * Density in GB per cm2: the caller's, else from the rows that the caller's words leave, else the archetype's. Failing
 * these, it is the mean of all rows, between the smallest and the largest.
 */
export function densityOf(
  given: number | undefined,
  at: string,
  estimate: DensityEstimate,
  typical: Cell | undefined,
): NumberAttribute {
  const { density, source, narrowed, leaf: of, rows } = estimate
  if (given !== undefined)
    return leaf({ table: 'input', row: at, column: 'density', property: of.property }, 'INPUT', exact(given), UNIT)
  if (!narrowed && typical !== undefined) return typical.in(UNIT)
  let known = leaves.get(estimate)
  if (known === undefined) {
    const drawn = rows.length > 1 ? { ...of, rows: { id: leafId(of), values: rows } } : of
    known = leaf(drawn, 'COMPLETED', density, UNIT, source)
    leaves.set(estimate, known)
  }
  return known
}

/** An estimate as it enters a calculation, created once. */
const leaves = new WeakMap<DensityEstimate, NumberAttribute>()

function averageOf(rows: readonly MeasuredDensity[], narrowed: boolean, of: AverageLeaf, words = ''): DensityEstimate {
  const densities = rows.map(({ density }) => density)
  const [only] = rows
  const about = { narrowed, leaf: from(rows, of), rows: densities }
  const density = meanOfRanges(densities.map(exact))
  const source = rows.length === 1 && only ? only.manufacturer : `Average of ${rows.length} rows${words}`
  return { density, source, ...about }
}

/** The leaf of an estimate, with the sources of the rows behind it. */
function from(rows: readonly { readonly source?: string }[], of: AverageLeaf): AverageLeaf {
  return { ...of, sources: distinctSources(rows.map(({ source }) => source)) }
}

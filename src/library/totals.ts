import type { Boundary } from '../engine/assessment/impact.ts'
import type { Criterion } from '../engine/figures/criteria.ts'
import { sum } from '../engine/figures/formula.ts'
import { Estimate, type Range } from '../engine/figures/range.ts'
import { type FigureRow, figureColumns, type Phase, phasesWithin } from './figures.ts'

/** The phases of a sum; `building` within the boundary of the data centre alone. */
export type PhaseTotals = Readonly<Record<Exclude<Phase, 'building'>, Range | null>> & {
  readonly building?: Range | null
}

/** Sums of many assets. */
export interface Totals {
  /**
   * Assets in all, quantities counted (hours for bills), faulty rows included; a row whose quantity cannot be read counts none,
   * and one that is left out on purpose neither.
   */
  readonly units: number
  /** Those of them that the sums hold. */
  readonly assessed: number
  /** Rows with faults. */
  readonly faulty: number
  /** By code of the criterion; a phase that one of the assets has no figure for is null; total: the phases that have one. */
  readonly impacts: Readonly<Partial<Record<Criterion, PhaseTotals>>>
  readonly energyKwh: number | null
}

/** Adds up rows of figures in the order in which they are added. */
export class Sums {
  readonly criteria: readonly Criterion[]
  readonly #phases: readonly Phase[]
  readonly #sums: Float64Array
  units = 0
  assessed = 0
  faulty = 0

  constructor(criteria: readonly Criterion[], boundary?: Boundary) {
    this.criteria = criteria
    this.#phases = phasesWithin(boundary)
    this.#sums = new Float64Array(figureColumns(criteria, boundary).length)
  }

  /** `row`: figures of one; `quantity`: how many of it; `units`: what it counts for, where that differs. */
  add(row: ArrayLike<number>, quantity: number, units = quantity): void {
    this.units += units
    this.assessed += units
    for (let at = 0; at < this.#sums.length; at++) (this.#sums[at] as number) += (row[at] as number) * quantity
  }

  /** Rows with faults, and how many assets they would have been, where that can be read. */
  addFaulty(rows: number, units: number): void {
    this.faulty += rows
    this.units += units
  }

  /** Sums of rows that come after all that were added so far. */
  addSums(later: ArrayLike<number>, counts: Pick<Totals, 'units' | 'assessed' | 'faulty'>): void {
    this.units += counts.units
    this.assessed += counts.assessed
    this.faulty += counts.faulty
    for (let at = 0; at < this.#sums.length; at++) (this.#sums[at] as number) += later[at] as number
  }

  get sums(): FigureRow {
    return this.#sums
  }

  totals(): Totals {
    const impacts = this.criteria.map((criterion, index) => [criterion, this.#phaseTotals(index)])
    const energy = this.#sums.at(-1) as number
    return {
      units: this.units,
      assessed: this.assessed,
      faulty: this.faulty,
      impacts: Object.fromEntries(impacts),
      energyKwh: this.assessed > 0 && !Number.isNaN(energy) ? energy : null,
    }
  }

  #phaseTotals(criterion: number): PhaseTotals {
    const figures = this.#phases.map((phase, index): readonly [Phase, Estimate | null] => {
      const at = (criterion * this.#phases.length + index) * 3
      const [value = 0, min = 0, max = 0] = this.#sums.subarray(at, at + 3)
      return [phase, this.assessed > 0 && !Number.isNaN(value) ? new Estimate(value, min, max) : null]
    })
    const phases = figures.flatMap(([phase, figure]) =>
      phase === 'total' || figure === null ? [] : [{ phase, figure }],
    )
    const total =
      phases.length === 0
        ? null
        : sum(
            phases.map(({ figure }) => figure),
            () => phases.map(({ phase }) => phase),
          )
    return { ...(Object.fromEntries(figures) as PhaseTotals), total }
  }
}

import type { Criterion } from '../engine/figures/criteria.ts'
import { sum } from '../engine/figures/formula.ts'
import { Estimate, type Range } from '../engine/figures/range.ts'
import { type FigureRow, figureColumns, PHASES, type Phase } from './figures.ts'

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
  readonly impacts: Readonly<Partial<Record<Criterion, Readonly<Record<Phase, Range | null>>>>>
  readonly energyKwh: number | null
}

/** Adds up rows of figures in the order in which they are added. */
export class Sums {
  readonly criteria: readonly Criterion[]
  readonly #sums: Float64Array
  units = 0
  assessed = 0
  faulty = 0

  constructor(criteria: readonly Criterion[]) {
    this.criteria = criteria
    this.#sums = new Float64Array(figureColumns(criteria).length)
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
    const sums = this.#sums
    const isAny = this.assessed > 0
    const rangeAt = (at: number): Estimate | null => {
      const [value, min, max] = [sums[at] as number, sums[at + 1] as number, sums[at + 2] as number]
      return isAny && !Number.isNaN(value) ? new Estimate(value, min, max) : null
    }
    const impacts = this.criteria.map((criterion, index) => {
      const [embedded, use] = [0, 1].map((phase) => rangeAt((index * PHASES.length + phase) * 3)) as [
        Estimate | null,
        Estimate | null,
      ]
      const total =
        embedded !== null && use !== null ? sum([embedded, use], () => ['embedded', 'use']) : (embedded ?? use)
      return [criterion, { embedded, use, total }]
    })
    const energy = sums[sums.length - 1] as number
    return {
      units: this.units,
      assessed: this.assessed,
      faulty: this.faulty,
      impacts: Object.fromEntries(impacts),
      energyKwh: isAny && !Number.isNaN(energy) ? energy : null,
    }
  }
}

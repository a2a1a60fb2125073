import { type Coverage, coverageOf, phasesCounted } from '../engine/assessment/coverage.ts'
import type { Boundary, Phase as EnginePhase } from '../engine/assessment/impact.ts'
import type { Likely } from '../engine/readings/likely.ts'
import type { Criterion } from '../engine/values/criteria.ts'
import { sum } from '../engine/values/formula.ts'
import { Estimate, type Range } from '../engine/values/range.ts'
import { type FigureRow, figureColumns, type Phase, phasesWithin } from './figure-row.ts'
import type { SampleSums } from './sample-sums.ts'

/** A sum with its bounds. */
export interface SummedFigure extends Range {
  /** Its likely range; null where none was drawn. */
  readonly likely: Likely | null
}

/**
 * The phases of a sum, and how many units each holds; `building` within the boundary of the data centre alone. A phase holds
 * what is known and is null where nothing is; total: the phases that have a sum.
 */
export type PhaseTotals = Readonly<Record<Exclude<Phase, 'building'>, SummedFigure | null>> & {
  readonly building?: SummedFigure | null
} & Coverage

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
  /** Rows that are left out on purpose: of a bill, what is no instance. */
  readonly skipped: number
  /** Units in which something that was given is not known, and was replaced by what their warnings name. */
  readonly assumed: number
  /** What they were computed for, in one sentence: duration, place, boundary, load and data release. */
  readonly computedFor: string
  /** By code of the criterion. */
  readonly impacts: Readonly<Partial<Record<Criterion, PhaseTotals>>>
  /** Of the units whose power is known; null where none is. */
  readonly energyKwh: number | null
  /** Those of the units assessed whose energy is known. */
  readonly energyUnits: number
}

/** What is counted of rows. */
export type Counts = Pick<Totals, 'units' | 'assessed' | 'faulty' | 'skipped' | 'assumed'>

/** How many numbers there are in the sums of criteria: see `Sums.sums`. */
function sumsWidth(criteria: readonly Criterion[], boundary?: Boundary): number {
  return figureColumns(criteria, boundary).length + criteria.length * phasesWithin(boundary).length + 1
}

/**
 * Adds up rows of figures in the order in which they are added: what is known of each, and how many units that is. Numbers are
 * sums, not means, so that sums of parts can be added to each other.
 */
export class Sums {
  readonly criteria: readonly Criterion[]
  readonly #boundary: Boundary | undefined
  readonly #phases: readonly Phase[]
  /** For each criterion the places of its phases that are counted. */
  readonly #counted: readonly (readonly number[])[]
  readonly #sums: Float64Array
  /** How many of the numbers are figures; units follow. */
  readonly #figures: number
  units = 0
  assessed = 0
  faulty = 0
  skipped = 0
  assumed = 0

  constructor(criteria: readonly Criterion[], boundary?: Boundary) {
    this.criteria = criteria
    this.#boundary = boundary
    this.#phases = phasesWithin(boundary)
    this.#counted = criteria.map((criterion) => {
      return phasesCounted(criterion, boundary).map((phase) => this.#phases.indexOf(phase.toLowerCase() as Phase))
    })
    this.#figures = figureColumns(criteria, boundary).length
    this.#sums = new Float64Array(sumsWidth(criteria, boundary))
  }

  /** `row`: figures of one, NaN where there is none; `quantity`: how many of it; `units`: what it counts for, where that differs. */
  add(row: ArrayLike<number>, quantity: number, units = quantity): void {
    this.units += units
    this.assessed += units
    const sums = this.#sums
    for (let at = 0; at < this.#figures; at++) {
      const figure = row[at] as number
      if (!Number.isNaN(figure)) (sums[at] as number) += figure * quantity
    }
    const width = this.#phases.length
    for (const [criterion, phases] of this.#counted.entries()) {
      let known = 0
      for (const phase of phases) {
        if (Number.isNaN(row[(criterion * width + phase) * 3])) continue
        ;(sums[this.#unitsAt(criterion, phase)] as number) += units
        known++
      }
      if (known > 0 && known < phases.length) (sums[this.#unevenAt(criterion)] as number) += units
    }
    if (!Number.isNaN(row[this.#figures - 1])) (sums[sums.length - 1] as number) += units
  }

  /** Rows with faults, and how many assets they would have been, where that can be read. */
  addFaulty(rows: number, units: number): void {
    this.faulty += rows
    this.units += units
  }

  /** Sums of rows that come after all that were added so far. Throws a RangeError where they are not sums of the same criteria. */
  addSums(later: ArrayLike<number>, counts: Counts): void {
    if (later.length !== this.#sums.length) throw new RangeError(`Expected ${this.#sums.length} sums: ${later.length}`)
    this.units += counts.units
    this.assessed += counts.assessed
    this.faulty += counts.faulty
    this.skipped += counts.skipped
    this.assumed += counts.assumed
    for (let at = 0; at < this.#sums.length; at++) (this.#sums[at] as number) += later[at] as number
  }

  /** The sums of totals that were made before. Throws as `addSums` does. */
  addTotals(totals: Totals): void {
    const sums = new Float64Array(this.#sums.length)
    for (const [criterion, code] of this.criteria.entries()) {
      const summed = totals.impacts[code]
      for (const [at, phase] of this.#phases.entries()) {
        const { value = 0, min = 0, max = 0 } = summed?.[phase] ?? {}
        sums.set([value, min, max], (criterion * this.#phases.length + at) * 3)
      }
      for (const { phase, units } of summed?.coverage ?? []) {
        sums[this.#unitsAt(criterion, this.#phases.indexOf(phase.toLowerCase() as Phase))] = units
      }
      sums[this.#unevenAt(criterion)] = summed?.isPartial ? 1 : 0
    }
    sums[this.#figures - 1] = totals.energyKwh ?? 0
    sums[sums.length - 1] = totals.energyUnits
    this.addSums(sums, totals)
  }

  /**
   * A number for each column of figures, then for each criterion and phase the units that have a figure in it (beside the
   * total: those that have one in some phases only), then the units whose energy is known.
   */
  get sums(): FigureRow {
    return this.#sums
  }

  get counts(): Counts {
    const { units, assessed, faulty, skipped, assumed } = this
    return { units, assessed, faulty, skipped, assumed }
  }

  /** `computedFor`: the sentence that says what they were computed for; `samples`: sums of the samples of the same rows. */
  totals(computedFor: string, samples?: SampleSums): Totals {
    const impacts = this.criteria.map((criterion, index) => [criterion, this.#phaseTotals(index, samples)])
    const energyUnits = this.#sums.at(-1) as number
    return {
      units: this.units,
      assessed: this.assessed,
      faulty: this.faulty,
      skipped: this.skipped,
      assumed: this.assumed,
      computedFor,
      impacts: Object.fromEntries(impacts),
      energyKwh: energyUnits > 0 ? (this.#sums[this.#figures - 1] as number) : null,
      energyUnits,
    }
  }

  #unitsAt(criterion: number, phase: number): number {
    return this.#figures + criterion * this.#phases.length + phase
  }

  #unevenAt(criterion: number): number {
    return this.#unitsAt(criterion, this.#phases.indexOf('total'))
  }

  #phaseTotals(criterion: number, samples: SampleSums | undefined): PhaseTotals {
    const having = phasesCounted(this.criteria[criterion] as Criterion, this.#boundary).map(
      (phase, index): readonly [EnginePhase, number] => {
        const counted = this.#counted[criterion]?.[index] ?? 0
        return [phase, this.#sums[this.#unitsAt(criterion, counted)] as number]
      },
    )
    const figures = this.#phases.map((phase, index): readonly [Phase, Estimate | null] => {
      if (!having.some(([each, units]) => each.toLowerCase() === phase && units > 0)) return [phase, null]
      const at = (criterion * this.#phases.length + index) * 3
      const [value = 0, min = 0, max = 0] = this.#sums.subarray(at, at + 3)
      // What stands outside any data centre adds 0.
      return [phase, phase === 'building' && max === 0 ? null : new Estimate(value, min, max)]
    })
    const known = figures.flatMap(([phase, figure]) => (figure === null ? [] : [{ phase, figure }]))
    const total =
      known.length === 0
        ? null
        : sum(
            known.map(({ figure }) => figure),
            () => known.map(({ phase }) => phase),
          )
    const uneven = this.#sums[this.#unevenAt(criterion)] as number
    const summed = (figure: Estimate | null, phases: readonly Phase[]): SummedFigure | null => {
      if (figure === null) return null
      const { value, min, max } = figure
      return { value, min, max, likely: samples?.likely(this.criteria[criterion] as Criterion, phases) ?? null }
    }
    return {
      ...(Object.fromEntries(figures.map(([phase, figure]) => [phase, summed(figure, [phase])])) as Omit<
        PhaseTotals,
        keyof Coverage
      >),
      total: summed(
        total,
        known.map(({ phase }) => phase),
      ),
      ...coverageOf({ of: this.assessed, having, uneven }),
    }
  }
}

import type { Scope, WrittenScope } from '../engine/assessment/computed-for.ts'
import { type Coverage, coverageOf, phasesCounted } from '../engine/assessment/coverage.ts'
import type { Boundary, Phase as EnginePhase } from '../engine/assessment/impact.ts'
import type { Likely } from '../engine/readings/likely.ts'
import { ASSUMPTIONS, type Assumption } from '../engine/values/assumptions.ts'
import type { Criterion } from '../engine/values/criteria.ts'
import { sum } from '../engine/values/formula.ts'
import { Estimate, type Range } from '../engine/values/range.ts'
import type { AssumedUnits, UnitsOfTotal } from './assumptions.ts'
import {
  BOUNDS,
  boundsOf,
  type FigureRow,
  figureColumns,
  NOTHING,
  type Phase,
  phasesWithin,
  UNKNOWN,
} from './figure-row.ts'
import type { SampleSums } from './sample-sums.ts'
import { Uncounted, type UncountedFault, type UncountedUnits } from './uncounted.ts'

/** A sum with its bounds. */
export interface SummedFigure extends Range {
  /** Likely range. Null unless requested. */
  readonly likely: Likely | null
}

/**
 * Phases of a sum, and how many units each covers. `building` is there only with the data centre. A phase without a
 * figure is null. `total` is the sum of the phases with a figure.
 */
export type PhaseTotals = Readonly<Record<Exclude<Phase, 'building'>, SummedFigure | null>> & {
  readonly building?: SummedFigure | null
} & Coverage

/** Sums of many assets. */
export interface Totals {
  /**
   * Number of assets: the sum of quantities (hours for bills), faulty rows included. A faulty row without a readable
   * quantity counts as 1, and 0 in a bill. Rows that are left out on purpose count 0.
   */
  readonly units: number
  /** Number of assets without a fault. */
  readonly assessed: number
  /** Number of assets in the sums: with a figure in at least one phase of at least one criterion. */
  readonly counted: number
  /** The other units, by what would make them count: those with the most units first. */
  readonly uncounted: readonly UncountedUnits[]
  /** Number of rows with faults. */
  readonly rowsFaulty: number
  /** Number of rows left out on purpose, such as lines of a bill that are not for instances. */
  readonly rowsSkipped: number
  /** @deprecated Use `rowsFaulty`. */
  readonly faulty: number
  /** @deprecated Use `rowsSkipped`. */
  readonly skipped: number
  /** Number of units that rest on an assumption, for any reason. */
  readonly assumed: number
  /** The same by reason, with their share of the result. Reasons without units are left out. */
  readonly assumptions: readonly AssumedUnits[]
  /** Units whose making is the caller's own figure, and the share of that in each total. Null if there are none. */
  readonly ownFigures: UnitsOfTotal | null
  /** Scope of the figures in one sentence: duration, place, boundary, load and data release. */
  readonly computedFor: string
  /** The same in parts, which `addTotals` adds up. */
  readonly scope: WrittenScope
  /** Sums by code of the criterion. */
  readonly impacts: Readonly<Partial<Record<Criterion, PhaseTotals>>>
  /** Energy in kWh of the units with a known power. Null if there are none. */
  readonly energy: number | null
  /** The same with its bounds and likely range. Null if there are none. */
  readonly energyRange: SummedFigure | null
  /** @deprecated Use `energy`. */
  readonly energyKwh: number | null
  /** Number of assessed units with a known energy. */
  readonly energyUnits: number
}

type NewNames = 'energy' | 'rowsFaulty' | 'rowsSkipped'
type NewFields = 'counted' | 'uncounted' | 'ownFigures'

/** Totals by all their names. Those that version 0.1.0 wrote have only the deprecated ones, and fewer fields. */
export function namedTotals<Given extends Omit<Totals, NewNames | NewFields>>(
  totals: Given,
): Given & Pick<Totals, NewNames | NewFields> {
  return {
    counted: totals.assessed,
    uncounted: [],
    ownFigures: null,
    ...totals,
    energy: totals.energyKwh,
    rowsFaulty: totals.faulty,
    rowsSkipped: totals.skipped,
  }
}

/** Counts of rows and units. */
export type Counts = Pick<Totals, 'units' | 'assessed' | 'counted' | 'uncounted' | 'faulty' | 'skipped' | 'assumed'>

/** What totals tell of an asset beside its figures. */
export interface CountedAsset {
  /** Kind, as in the column `kind`. */
  readonly kind: string
  readonly assumptions: readonly Assumption[]
  /** Whether its making is the caller's own figure. */
  readonly hasOwnMaking: boolean
}

/** Number of sums for the criteria: see `Sums.sums`. */
function sumsWidth(criteria: readonly Criterion[], boundary?: Boundary): number {
  const units = criteria.length * phasesWithin(boundary).length + 1
  return figureColumns(criteria, boundary).length + units + (REASONS.length + 1) * (1 + criteria.length)
}

const REASONS = Object.keys(ASSUMPTIONS) as readonly Assumption[]

/**
 * Adds up rows of figures in order: the known figures, and how many units they cover. All numbers are sums, so sums of
 * parts can be added to each other.
 */
export class Sums {
  readonly criteria: readonly Criterion[]
  readonly #boundary: Boundary | undefined
  readonly #phases: readonly Phase[]
  /** For each criterion, the positions of the phases that count. */
  readonly #counted: readonly (readonly number[])[]
  readonly #sums: Float64Array
  /** Number of figures; unit counts follow them. */
  readonly #figures: number
  /** Position of the energy, the last figure. */
  readonly #energyAt: number
  /** Position of the units with a known energy; the units with assumptions follow. */
  readonly #energyUnitsAt: number
  readonly #uncounted = new Uncounted()
  units = 0
  assessed = 0
  counted = 0
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
    this.#energyAt = this.#figures - BOUNDS.length
    this.#energyUnitsAt = this.#figures + criteria.length * this.#phases.length
    this.#sums = new Float64Array(sumsWidth(criteria, boundary)).fill(Number.NaN, 0, this.#figures)
  }

  /**
   * `row` has the figures of one asset (NaN without a figure), `quantity` is its number, and `units` its count if that
   * differs. `rows` is the number of its rows.
   */
  add(row: ArrayLike<number>, quantity: number, asset: CountedAsset, units = quantity, rows = 1): void {
    this.units += units
    this.assessed += units
    const energy = row[this.#energyAt] as number
    if (!Number.isNaN(energy)) {
      this.#addFigures(row, this.#energyAt, this.#figures, quantity)
      ;(this.#sums[this.#energyUnitsAt] as number) += units
    }
    const known = [...this.criteria.keys()].filter((criterion) => !Number.isNaN(this.#totalIn(row, criterion)))
    if (known.length === 0) {
      this.#uncounted.addKind(asset.kind, this.criteria, units, rows)
      return
    }
    this.counted += units
    for (const criterion of known) this.#addCriterion(row, criterion, quantity, units)
    if (asset.assumptions.length > 0) this.#addAssumed(row, quantity, units, asset.assumptions)
    if (asset.hasOwnMaking) this.#addOwn(row, quantity, units)
  }

  #totalIn(row: ArrayLike<number>, criterion: number): number {
    const width = this.#phases.length
    return row[(criterion * width + width - 1) * BOUNDS.length] as number
  }

  #addFigures(row: ArrayLike<number>, from: number, to: number, quantity: number): void {
    const sums = this.#sums
    for (let at = from; at < to; at++) sums[at] = sumOfKnown(sums[at] as number, (row[at] as number) * quantity)
  }

  /** Adds a row with a figure in a criterion. */
  #addCriterion(row: ArrayLike<number>, criterion: number, quantity: number, units: number): void {
    const width = this.#phases.length
    const from = criterion * width * BOUNDS.length
    this.#addFigures(row, from, from + width * BOUNDS.length, quantity)
    const phases = this.#counted[criterion] ?? []
    const sums = this.#sums
    let known = 0
    for (const phase of phases) {
      if (Number.isNaN(row[from + phase * BOUNDS.length])) continue
      ;(sums[this.#unitsAt(criterion, phase)] as number) += units
      known++
    }
    if (known > 0 && known < phases.length) (sums[this.#unevenAt(criterion)] as number) += units
  }

  /** A figure of making says nothing of other criteria than climate change and its parts. */
  #addOwn(row: ArrayLike<number>, quantity: number, units: number): void {
    const sums = this.#sums
    ;(sums[this.#ownAt] as number) += units
    for (const [criterion, code] of this.criteria.entries()) {
      const embedded = row[criterion * this.#phases.length * BOUNDS.length] as number
      if (!code.startsWith('gwp') || Number.isNaN(embedded)) continue
      ;(sums[this.#ownAt + 1 + criterion] as number) += embedded * quantity
    }
  }

  #addAssumed(row: ArrayLike<number>, quantity: number, units: number, assumptions: readonly Assumption[]): void {
    this.assumed += units
    const sums = this.#sums
    for (const reason of assumptions) {
      const at = this.#assumedAt(reason)
      ;(sums[at] as number) += units
      for (let criterion = 0; criterion < this.criteria.length; criterion++) {
        const total = this.#totalIn(row, criterion)
        if (!Number.isNaN(total)) (sums[at + 1 + criterion] as number) += total * quantity
      }
    }
  }

  /** Adds rows with a fault, and the number of their assets: 1 for each row whose quantity is unreadable. */
  addFaulty(rows: number, units: number, fault: UncountedFault): void {
    this.faulty += rows
    this.units += units
    this.#uncounted.addFault(fault, units, rows)
  }

  /** Adds sums of later rows. Throws a RangeError if they are sums of other criteria. */
  addSums(later: ArrayLike<number>, counts: Counts): void {
    if (later.length !== this.#sums.length) throw new RangeError(`Expected ${this.#sums.length} sums: ${later.length}`)
    this.units += counts.units
    this.assessed += counts.assessed
    this.counted += counts.counted
    this.#uncounted.addGroups(counts.uncounted)
    this.faulty += counts.faulty
    this.skipped += counts.skipped
    this.assumed += counts.assumed
    for (const [at, sum] of this.#sums.entries()) {
      const more = later[at] as number
      this.#sums[at] = at < this.#figures ? sumOfKnown(sum, more) : sum + more
    }
  }

  /** Adds earlier totals. Throws like `addSums`. */
  addTotals(totals: Totals): void {
    const sums = new Float64Array(this.#sums.length)
    for (const [criterion, code] of this.criteria.entries()) {
      const summed = totals.impacts[code]
      for (const [at, phase] of this.#phases.entries()) {
        const covered = summed?.coverage.find((each) => each.phase.toLowerCase() === phase)
        // A building that equipment outside a data centre does not lack is 0.
        const { value, min, max } = summed?.[phase] ?? (covered?.share ? NOTHING : UNKNOWN)
        sums.set([value, min, max], (criterion * this.#phases.length + at) * 3)
        if (covered !== undefined) sums[this.#unitsAt(criterion, at)] = covered.units
      }
      sums[this.#unevenAt(criterion)] = summed?.isPartial ? 1 : 0
    }
    const { value, min, max } = totals.energyRange ?? UNKNOWN
    sums.set([value, min, max], this.#energyAt)
    sums[this.#energyUnitsAt] = totals.energyUnits
    const setUnits = ({ units, shares }: UnitsOfTotal, at: number) => {
      const own = this.criteria.map((code) => (shares[code] ?? 0) * (totals.impacts[code]?.total?.value ?? 0))
      sums.set([units, ...own], at)
    }
    for (const each of totals.assumptions) setUnits(each, this.#assumedAt(each.reason))
    if (totals.ownFigures !== null) setUnits(totals.ownFigures, this.#ownAt)
    this.addSums(sums, totals)
  }

  /**
   * A number for each column of figures (NaN if no row has one), followed by counts. For each criterion and phase: the
   * units with a figure (for the total: units with a figure in only some phases). Then the units with a known energy.
   * Then, for each reason of an assumption, its units and their total in each criterion. Last the units whose making is
   * the caller's own figure, with that making in each criterion.
   */
  get sums(): FigureRow {
    return this.#sums
  }

  /** The units without a figure, by what would make them count. */
  get uncounted(): readonly UncountedUnits[] {
    return this.#uncounted.groups
  }

  get counts(): Counts {
    const { units, assessed, counted, uncounted, faulty, skipped, assumed } = this
    return { units, assessed, counted, uncounted, faulty, skipped, assumed }
  }

  /**
   * `scope` and `samples` are those of the same rows.
   */
  totals(scope: Scope, samples?: SampleSums): Totals {
    const impacts = this.criteria.map((criterion, index) => [criterion, this.#phaseTotals(index, samples)])
    const energy = this.#figureAt(this.#energyAt)
    const named = Object.fromEntries(impacts)
    return namedTotals({
      ...this.counts,
      assumptions: this.#assumptions(named),
      ownFigures: this.#unitsOfTotal(this.#ownAt, named) ?? null,
      computedFor: scope.sentence,
      scope: scope.written,
      impacts: named,
      energyKwh: energy?.value ?? null,
      energyRange: energy ? { ...boundsOf(energy), likely: samples?.energy ?? null } : null,
      energyUnits: this.#sums[this.#energyUnitsAt] as number,
    })
  }

  #assumptions(impacts: Totals['impacts']): readonly AssumedUnits[] {
    return REASONS.flatMap((reason) => {
      const found = this.#unitsOfTotal(this.#assumedAt(reason), impacts)
      return found === undefined ? [] : [{ reason, ...found }]
    })
  }

  /** Units, and the share of what follows them in each total. Undefined without units. */
  #unitsOfTotal(at: number, impacts: Totals['impacts']): UnitsOfTotal | undefined {
    const units = this.#sums[at] as number
    if (units === 0) return undefined
    const shares = this.criteria.map((code, criterion) => {
      const { value = 0 } = impacts[code]?.total ?? {}
      // Sums of the same numbers in another order differ in their last digit.
      return [code, value > 0 ? Math.min(1, (this.#sums[at + 1 + criterion] as number) / value) : null]
    })
    return { units, shares: Object.fromEntries(shares) }
  }

  #assumedAt(reason: Assumption): number {
    return this.#energyUnitsAt + 1 + REASONS.indexOf(reason) * (1 + this.criteria.length)
  }

  get #ownAt(): number {
    return this.#energyUnitsAt + 1 + REASONS.length * (1 + this.criteria.length)
  }

  #unitsAt(criterion: number, phase: number): number {
    return this.#figures + criterion * this.#phases.length + phase
  }

  #unevenAt(criterion: number): number {
    return this.#unitsAt(criterion, this.#phases.indexOf('total'))
  }

  /** The sum of a phase; undefined if no row has a figure in it. */
  #figure(criterion: number, phase: number): Estimate | undefined {
    return this.#figureAt((criterion * this.#phases.length + phase) * BOUNDS.length)
  }

  #figureAt(at: number): Estimate | undefined {
    const [value = 0, min = 0, max = 0] = this.#sums.subarray(at, at + 3)
    return Number.isNaN(value) ? undefined : new Estimate(value, min, max)
  }

  #phaseTotals(criterion: number, samples: SampleSums | undefined): PhaseTotals {
    const having = phasesCounted(this.criteria[criterion] as Criterion, this.#boundary).map(
      (phase, index): readonly [EnginePhase, number | undefined] => {
        const counted = this.#counted[criterion]?.[index] ?? 0
        const isKnown = this.#figure(criterion, counted) !== undefined
        return [phase, isKnown ? (this.#sums[this.#unitsAt(criterion, counted)] as number) : undefined]
      },
    )
    const figures = this.#phases.map((phase, index): readonly [Phase, Estimate | null] => {
      const figure = this.#counted[criterion]?.includes(index) ? this.#figure(criterion, index) : undefined
      // Equipment outside a data centre adds 0.
      return [phase, figure === undefined || (phase === 'building' && figure.max === 0) ? null : figure]
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
      return { ...boundsOf(figure), likely: samples?.likely(this.criteria[criterion] as Criterion, phases) ?? null }
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

/** The sum of what is known of two numbers, which are NaN if unknown. */
function sumOfKnown(one: number, other: number): number {
  if (Number.isNaN(one)) return other
  return Number.isNaN(other) ? one : one + other
}

import type { Usage } from '../use/usage.ts'
import { CRITERIA, type Criterion } from '../values/criteria.ts'
import { sum } from '../values/formula.ts'
import type { Estimate, Range } from '../values/range.ts'
import { union, type Warning } from '../values/warning.ts'
import { type Coverage, countUnits, coverageOf, phasesCounted, type UnitCounts } from './coverage.ts'
import { BOUNDARIES, type Boundary, PHASES, type Phase } from './phases.ts'

/** A result with bounds and its warnings. */
export class Figure implements Range {
  readonly result: Estimate
  readonly warnings: readonly Warning[]

  constructor(result: Estimate, warnings: readonly Warning[]) {
    this.result = result
    this.warnings = warnings
  }

  get value(): number {
    return this.result.value
  }

  get min(): number {
    return this.result.min
  }

  get max(): number {
    return this.result.max
  }
}

export { BOUNDARIES, type Boundary, PHASES, type Phase }

/**
 * How manufacturing counts over a duration. LINEAR counts the lives that the duration takes, TOTAL those that it
 * begins. In releases without replacement, both count at most one life.
 */
export const ALLOCATIONS = ['LINEAR', 'TOTAL'] as const
export type Allocation = (typeof ALLOCATIONS)[number]

/** The duration in hours (undefined: the whole lifetime), the allocation, and the boundary (undefined: EQUIPMENT). */
export interface Span {
  readonly duration: number | undefined
  readonly allocation: Allocation
  readonly boundary?: Boundary | undefined
  /** Path of what sets the duration: `input.items[0]`; undefined for the request. Each is an input of its own. */
  readonly durationAt?: string | undefined
}

/** Default duration of a comparison, in hours: a year. Things differ in lifetime, so their lifetimes cannot serve. */
export const USUAL_DURATION = 8760

/** The whole lifetime, for the equipment alone. */
export const WHOLE_LIFE: Span = { duration: undefined, allocation: 'LINEAR' }

/** The stages of a life: manufacturing, transport to the place of use, use, end of life, and the building around it. */
export const STAGES = ['MAKING', 'TRANSPORT', 'USE', 'END_OF_LIFE', 'BUILDING'] as const
export type Stage = (typeof STAGES)[number]

/** A phase of an impact with its bounds, its warnings, and the impact it belongs to. */
export class ImpactFigure extends Figure {
  readonly impact: Impact
  readonly phase: Phase | 'TOTAL'

  constructor(result: Estimate, warnings: readonly Warning[], impact: Impact, phase: Phase | 'TOTAL') {
    super(result, warnings)
    this.impact = impact
    this.phase = phase
  }

  get unit(): string {
    return this.impact.unit
  }

  /** Recomputes the figure on a fresh copy of the thing. */
  again(): ImpactFigure | undefined {
    return this.ofAnother(this.impact.of.again())
  }

  /** The same phase for another thing. */
  ofAnother(thing: Impacting): ImpactFigure | undefined {
    const { criterion, span } = this.impact
    return thing.impact(criterion, span).phase(this.phase)
  }
}

/** Subsets of the phases by bit mask; the first phase is the lowest bit. */
const MISSING: readonly (readonly Phase[])[] = Array.from({ length: 1 << PHASES.length }, (_, bits) =>
  PHASES.filter((_, index) => (bits & (1 << index)) !== 0),
)

/** Anything with impacts. Its fresh copy computes them again. */
export interface Impacting {
  impact(criterion: Criterion, span: Span): Impact
  again(): Impacting
}

/** Computes the phases of an impact. */
export interface ImpactSource extends Impacting {
  /** Whether it runs in a data centre. */
  readonly isInDataCentre: boolean
  embedded(impact: Impact): ImpactFigure | undefined
  use(impact: Impact): ImpactFigure | undefined
  building(impact: Impact): ImpactFigure | undefined
  /** Each distinct usage once, with the span that it is assessed over. */
  usagesOver(span: Span): readonly (readonly [Span, Usage])[]
  /**
   * Two things with the same text, used alike, have figures in proportion: each is that of the other, times a number.
   */
  readonly proportions?: string | undefined
  /** For a group: how many have a figure in which phases. Anything else is one unit. */
  countUnits?(impact: Impact, phases: readonly Phase[]): UnitCounts
}

/** One criterion over one span, computed when read. A phase without any factor is undefined, never 0. */
export class Impact {
  readonly of: ImpactSource
  readonly criterion: Criterion
  readonly span: Span
  private made: ImpactFigure | undefined | null = null
  private used: ImpactFigure | undefined | null = null
  private housed: ImpactFigure | undefined | null = null
  private coverage: Coverage | undefined
  private added: ImpactFigure | undefined | null = null

  constructor(of: ImpactSource, criterion: Criterion, span: Span) {
    this.of = of
    this.criterion = criterion
    this.span = span
  }

  get embedded(): ImpactFigure | undefined {
    if (this.made === null) this.made = this.of.embedded(this)
    return this.made
  }

  get use(): ImpactFigure | undefined {
    if (this.used === null) this.used = this.of.use(this)
    return this.used
  }

  /** The data centre's building; undefined outside that boundary. */
  get building(): ImpactFigure | undefined {
    if (this.housed === null) this.housed = this.countsBuilding ? this.of.building(this) : undefined
    return this.housed
  }

  /** Equipment outside a data centre has no share of a building and lacks none. */
  get countsBuilding(): boolean {
    return this.span.boundary === 'DATA_CENTRE' && this.of.isInDataCentre
  }

  /** The sum of the phases with a figure, over the same duration; undefined if no phase has one. */
  get total(): ImpactFigure | undefined {
    if (this.added === null) this.added = this.add()
    return this.added
  }

  private add(): ImpactFigure | undefined {
    const { embedded, use, building } = this
    if (embedded === undefined && use === undefined && building === undefined) return undefined
    const known: Estimate[] = []
    for (const figure of [embedded, use, building]) if (figure !== undefined) known.push(figure.result)
    const symbols = () => [
      ...(embedded ? ['embedded'] : []),
      ...(use ? ['use'] : []),
      ...(building ? ['building'] : []),
    ]
    return this.figure('TOTAL', sum(known, symbols), union(embedded?.warnings, use?.warnings, building?.warnings))
  }

  /** The phases without a figure. */
  get missing(): readonly Phase[] {
    const isBuildingMissing = this.countsBuilding && this.building === undefined
    const at = (this.embedded ? 0 : 1) + (this.use ? 0 : 2) + (isBuildingMissing ? 4 : 0)
    return MISSING[at] as readonly Phase[]
  }

  /** How many units each phase covers, and which phases lack some. */
  get covered(): Coverage {
    if (this.coverage === undefined) {
      const phases = phasesCounted(this.criterion, this.span.boundary)
      const counts = this.of.countUnits?.(this, phases) ?? countUnits([{ impact: this, units: 1 }], phases)
      this.coverage = coverageOf(counts)
    }
    return this.coverage
  }

  phase(phase: Phase | 'TOTAL'): ImpactFigure | undefined {
    switch (phase) {
      case 'EMBEDDED':
        return this.embedded
      case 'USE':
        return this.use
      case 'BUILDING':
        return this.building
      case 'TOTAL':
        return this.total
    }
  }

  /** Wraps a result as a phase of this impact. */
  figure(phase: Phase | 'TOTAL', result: Estimate, warnings: readonly Warning[]): ImpactFigure {
    return new ImpactFigure(result, warnings, this, phase)
  }

  get unit(): string {
    return CRITERIA[this.criterion].unit
  }

  /** The unit as a UCUM code, if UCUM has one. */
  get ucum(): string | undefined {
    return CRITERIA[this.criterion].ucum
  }

  get description(): string {
    return CRITERIA[this.criterion].description
  }
}

import type { Usage } from '../use/usage.ts'
import { CRITERIA, type Criterion } from '../values/criteria.ts'
import { sum } from '../values/formula.ts'
import type { Estimate, Range } from '../values/range.ts'
import { union, type Warning } from '../values/warning.ts'
import { type Coverage, countUnits, coverageOf, phasesCounted, type UnitCounts } from './coverage.ts'
import { BOUNDARIES, type Boundary, PHASES, type Phase } from './phases.ts'

/** A result with bounds, and what to keep in mind when reading it. */
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
 * How manufacturing counts over a duration: LINEAR, by the lives that the duration takes; TOTAL, by those that it begins. Where a
 * release does not renew things, that is at most one life.
 */
export const ALLOCATIONS = ['LINEAR', 'TOTAL'] as const
export type Allocation = (typeof ALLOCATIONS)[number]

/** Over which duration, in hours (the whole lifetime when undefined), how, and how far around (EQUIPMENT when undefined). */
export interface Span {
  readonly duration: number | undefined
  readonly allocation: Allocation
  readonly boundary?: Boundary | undefined
}

export { USUAL_DURATION } from './usual-duration.ts'

/** Over the whole lifetime, of the equipment alone. */
export const WHOLE_LIFE: Span = { duration: undefined, allocation: 'LINEAR' }

/** The stages of a life: making a thing, its way to where it is used, its use, its end, and the building around it. */
export const STAGES = ['MAKING', 'TRANSPORT', 'USE', 'END_OF_LIFE', 'BUILDING'] as const
export type Stage = (typeof STAGES)[number]

/** A phase of an impact with its bounds, what to keep in mind of it, and which impact it is part of. */
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

  /** The same of a thing of which nothing is computed yet. */
  again(): ImpactFigure | undefined {
    return this.ofAnother(this.impact.of.again())
  }

  /** The same of another thing. */
  ofAnother(thing: Impacting): ImpactFigure | undefined {
    const { criterion, span } = this.impact
    return thing.impact(criterion, span).phase(this.phase)
  }
}

/** Some of the phases, by a bit for each: the first one's lowest. */
const MISSING: readonly (readonly Phase[])[] = Array.from({ length: 1 << PHASES.length }, (_, bits) =>
  PHASES.filter((_, index) => (bits & (1 << index)) !== 0),
)

/** What has impacts, and is computed again where it is fresh. */
export interface Impacting {
  impact(criterion: Criterion, span: Span): Impact
  again(): Impacting
}

/** What computes the phases of an impact. */
export interface ImpactSource extends Impacting {
  /** Whether a data centre stands around it. */
  readonly isInDataCentre: boolean
  embedded(impact: Impact): ImpactFigure | undefined
  use(impact: Impact): ImpactFigure | undefined
  building(impact: Impact): ImpactFigure | undefined
  /** How what is assessed is used; each different thing once. */
  readonly usages: readonly Usage[]
  /** Of many things: how many have a figure in which phases. Any other thing is one unit. */
  countUnits?(impact: Impact, phases: readonly Phase[]): UnitCounts
}

/** One criterion over one span, computed when it is read; a phase without any factor is undefined, never 0. */
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

  /** Of the data centre's building, within that boundary. */
  get building(): ImpactFigure | undefined {
    if (this.housed === null) this.housed = this.countsBuilding ? this.of.building(this) : undefined
    return this.housed
  }

  /** Things outside of data centres have no share of a building, and miss none. */
  private get countsBuilding(): boolean {
    return this.span.boundary === 'DATA_CENTRE' && this.of.isInDataCentre
  }

  /** The phases that have a figure, added up over the same duration; undefined where none has. */
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

  /** The phases that have no figure. */
  get missing(): readonly Phase[] {
    const isBuildingMissing = this.countsBuilding && this.building === undefined
    const at = (this.embedded ? 0 : 1) + (this.use ? 0 : 2) + (isBuildingMissing ? 4 : 0)
    return MISSING[at] as readonly Phase[]
  }

  /** How many units each phase holds, and which lack some. */
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

  /** A result as a phase of this impact. */
  figure(phase: Phase | 'TOTAL', result: Estimate, warnings: readonly Warning[]): ImpactFigure {
    return new ImpactFigure(result, warnings, this, phase)
  }

  get unit(): string {
    return CRITERIA[this.criterion].unit
  }

  /** The unit as a UCUM code, where there is one. */
  get ucum(): string | undefined {
    return CRITERIA[this.criterion].ucum
  }

  get description(): string {
    return CRITERIA[this.criterion].description
  }
}

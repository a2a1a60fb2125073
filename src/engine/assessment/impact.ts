import { CRITERIA, type Criterion } from '../figures/criteria.ts'
import { sum } from '../figures/formula.ts'
import type { Estimate } from '../figures/range.ts'
import { union, type Warning } from '../figures/warning.ts'
import { Figure } from './figure.ts'

/**
 * How manufacturing counts over a duration: LINEAR, its share of the lifetime (all of it where the duration is as long or
 * longer); TOTAL, all of it at once.
 */
export const ALLOCATIONS = ['LINEAR', 'TOTAL'] as const
export type Allocation = (typeof ALLOCATIONS)[number]

/**
 * How far around a thing is counted: EQUIPMENT, the thing alone; DATA_CENTRE, with what a data centre uses besides (PUE) and
 * its building.
 */
export const BOUNDARIES = ['EQUIPMENT', 'DATA_CENTRE'] as const
export type Boundary = (typeof BOUNDARIES)[number]

/** Over which duration, in hours (the whole lifetime when undefined), how, and how far around (EQUIPMENT when undefined). */
export interface Span {
  readonly duration: number | undefined
  readonly allocation: Allocation
  readonly boundary?: Boundary | undefined
}

/** Hours that things are compared over where none are given, since their lives differ: a year. */
export const USUAL_DURATION = 8760

/** Over the whole lifetime, of the equipment alone. */
export const WHOLE_LIFE: Span = { duration: undefined, allocation: 'LINEAR' }

/** The parts of a life that have an impact. */
export const PHASES = ['EMBEDDED', 'USE', 'BUILDING'] as const
export type Phase = (typeof PHASES)[number]

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
    const { of, criterion, span } = this.impact
    return of.again().impact(criterion, span).phase(this.phase)
  }
}

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
}

/** One criterion over one span, computed when it is read; a phase without any factor is undefined, never 0. */
export class Impact {
  readonly of: ImpactSource
  readonly criterion: Criterion
  readonly span: Span
  #embedded: ImpactFigure | undefined | null = null
  #use: ImpactFigure | undefined | null = null
  #building: ImpactFigure | undefined | null = null

  constructor(of: ImpactSource, criterion: Criterion, span: Span) {
    this.of = of
    this.criterion = criterion
    this.span = span
  }

  get embedded(): ImpactFigure | undefined {
    if (this.#embedded === null) this.#embedded = this.of.embedded(this)
    return this.#embedded
  }

  get use(): ImpactFigure | undefined {
    if (this.#use === null) this.#use = this.of.use(this)
    return this.#use
  }

  /** Of the data centre's building, within that boundary. */
  get building(): ImpactFigure | undefined {
    if (this.#building === null) this.#building = this.#countsBuilding ? this.of.building(this) : undefined
    return this.#building
  }

  /** Things outside of data centres have no share of a building, and miss none. */
  get #countsBuilding(): boolean {
    return this.span.boundary === 'DATA_CENTRE' && this.of.isInDataCentre
  }

  /** The phases that have a figure, added up over the same duration; undefined where none has. */
  get total(): ImpactFigure | undefined {
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
    return PHASES.filter((phase) => this.phase(phase) === undefined && (phase !== 'BUILDING' || this.#countsBuilding))
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

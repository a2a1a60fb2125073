import type { Assessable, IntervalUse, Quantity } from '../assessment/asset.ts'
import type { Boundary, Figure, Impact, Span } from '../assessment/impact.ts'
import type { Usage } from '../use/usage.ts'
import type { Interval } from '../use/usage-bill.ts'
import type { Criterion } from '../values/criteria.ts'
import type { Warning } from '../values/warning.ts'

/** What replaces the span of a fleet for one of its items. `life` is its whole life, `boundary` the narrower one. */
export type OwnSpan = Partial<Pick<Span, 'allocation'>> & {
  readonly duration?: number | 'life' | undefined
  readonly boundary?: 'EQUIPMENT' | undefined
}

/** Whether nothing is replaced. */
export function isEmpty({ duration, allocation, boundary }: OwnSpan): boolean {
  return duration === undefined && allocation === undefined && boundary === undefined
}

/** An item of a fleet with a span of its own: a laptop over four years in a fleet over one. */
export class OverOwnSpan implements Assessable {
  readonly #thing: Assessable
  readonly #own: OwnSpan
  /** Its path in the input: `input.items[3]`. */
  readonly #at: string

  constructor(thing: Assessable, own: OwnSpan, at: string) {
    this.#thing = thing
    this.#own = own
    this.#at = at
  }

  again(): OverOwnSpan {
    return new OverOwnSpan(this.#thing.again(), this.#own, this.#at)
  }

  impact(criterion: Criterion, span: Span): Impact {
    return this.#thing.impact(criterion, this.#over(span))
  }

  energy(duration: number | undefined, boundary?: Boundary, at?: string): Quantity | undefined {
    const own = this.#over({ duration, allocation: 'LINEAR', boundary, durationAt: at })
    return this.#thing.energy(own.duration, own.boundary, own.durationAt)
  }

  water(duration: number | undefined, at?: string): Quantity | undefined {
    const own = this.#over({ duration, allocation: 'LINEAR', durationAt: at })
    return this.#thing.water(own.duration, own.durationAt)
  }

  intensity(criterion: Criterion, span: Span): Figure | undefined {
    return this.#thing.intensity(criterion, this.#over(span))
  }

  useIn(interval: Interval, criterion: Criterion): IntervalUse {
    return this.#thing.useIn(interval, criterion)
  }

  get warnings(): readonly Warning[] {
    return this.#thing.warnings
  }

  get isInDataCentre(): boolean {
    return this.#own.boundary === undefined && this.#thing.isInDataCentre
  }

  get isMade(): boolean {
    return this.#thing.isMade
  }

  usagesOver(span: Span): readonly (readonly [Span, Usage])[] {
    return this.#thing.usagesOver(this.#over(span))
  }

  /** The hours to assess, undefined for the whole life. */
  #hours(ofFleet: number | undefined): number | undefined {
    const { duration = ofFleet } = this.#own
    return duration === 'life' ? undefined : duration
  }

  #over({ duration, allocation, boundary, durationAt }: Span): Span {
    const own = this.#own
    return {
      duration: this.#hours(duration),
      allocation: own.allocation ?? allocation,
      boundary: own.boundary ?? boundary,
      durationAt: own.duration === undefined ? durationAt : this.#at,
    }
  }
}

import { CRITERIA, type Criterion } from '../figures/criteria.ts'
import { divide, exact, ONE, plus, type Range, range, scale, times } from '../figures/range.ts'
import { union } from '../figures/union.ts'
import type { Usage } from '../use/usage.ts'

/**
 * How manufacturing counts over a duration: LINEAR, its share of the lifetime (all of it where the duration is as long or
 * longer); TOTAL, all of it at once.
 */
export type Allocation = 'LINEAR' | 'TOTAL'
export const ALLOCATIONS = ['LINEAR', 'TOTAL'] as const

/** Over which duration, in hours (the whole lifetime when undefined), and how. */
export interface Span {
  readonly duration: number | undefined
  readonly allocation: Allocation
}

export const WHOLE_LIFE: Span = { duration: undefined, allocation: 'LINEAR' }

/** An impact with bounds, and what to keep in mind when reading it. */
export interface ImpactFigure extends Range {
  readonly warnings: readonly string[]
}

/** One criterion over one span; a phase without any factor is undefined (not implemented), never 0. */
export interface Impact {
  readonly criterion: Criterion
  readonly embedded: ImpactFigure | undefined
  readonly use: ImpactFigure | undefined
}

/** Anything whose impacts can be told: a component, a device, a fleet. */
export interface Assessable {
  impact(criterion: Criterion, span: Span): Impact
}

const WATT_PER_KILOWATT = 1000

/** A thing with a life of its own: made once, then used. */
export abstract class Asset implements Assessable {
  abstract readonly usage: Usage

  /** Impact of making the thing, over its whole life; undefined where a factor is missing. */
  abstract manufacture(criterion: Criterion): ImpactFigure | undefined

  /** Power of all units together, in W. */
  protected abstract power(): Range | undefined

  /** What was not understood of what the caller said, and what was assumed instead. */
  get warnings(): readonly string[] {
    return this.usage.warnings
  }

  impact(criterion: Criterion, span: Span): Impact {
    return { criterion, embedded: this.#embedded(criterion, span), use: this.#use(criterion, span) }
  }

  #embedded(criterion: Criterion, span: Span): ImpactFigure | undefined {
    const whole = this.manufacture(criterion)
    if (whole === undefined) return undefined
    const share = this.#shareOfLife(span)
    if (share === ONE) return whole
    return { ...times(whole, share), warnings: whole.warnings }
  }

  /** duration / lifetime, 1 where the duration is the lifetime or longer. */
  #shareOfLife({ duration = this.usage.givenDuration, allocation }: Span): Range {
    const lifetime = this.usage.hoursLifeTime
    if (duration === undefined || lifetime === undefined || allocation === 'TOTAL') return ONE
    if (duration >= lifetime.value) return ONE
    const share = divide(exact(duration), lifetime)
    return share.max > 1 ? range(share.value, share.min, 1) : share
  }

  /** factor * power * share of time * duration */
  #use(criterion: Criterion, span: Span): ImpactFigure | undefined {
    const power = this.power()
    const factor = this.usage.electricityFactor(criterion)
    const duration = this.usage.duration(span.duration)
    if (power === undefined || factor === undefined || duration === undefined) return undefined
    const hoursOfUse = times(this.usage.useTimeRatio, duration)
    const energyKwh = times(scale(power, 1 / WATT_PER_KILOWATT), hoursOfUse)
    return {
      ...times(factor, energyKwh),
      warnings: union(factor.warnings, this.usage.avgPower?.warnings, this.usage.usageLocation.warnings),
    }
  }
}

/** Embedded and use over the same span; undefined unless both are there. */
export function totalImpact({ embedded, use }: Impact): ImpactFigure | undefined {
  if (embedded === undefined || use === undefined) return undefined
  return { ...plus(embedded, use), warnings: union(embedded.warnings, use.warnings) }
}

/** Unit and meaning of an impact. */
export function describeImpact({ criterion }: Impact): { unit: string; description: string } {
  return CRITERIA[criterion]
}

import type { Usage } from '../use/usage.ts'
import type { Interval } from '../use/usage-bill.ts'
import { LOAD_UNIT } from '../use/workload.ts'
import { input } from '../values/attribute.ts'
import type { Criterion } from '../values/criteria.ts'
import { sum } from '../values/formula.ts'
import type { Estimate } from '../values/range.ts'
import { union, type Warning, warning } from '../values/warning.ts'
import type { Assessable } from './asset.ts'
import { Impact, type ImpactFigure, type ImpactSource, type Span } from './impact.ts'

/**
 * A sum from which numbers can be subtracted again. It keeps the digits that a large term displaces, so that
 * subtracting the term restores them (Neumaier 1974, doi 10.1002/zamm.19740540106).
 *
 * @example
 * new RunningSum([1e12, 1e-6]).add(-1e12).value // 0.000001; 1e12 + 1e-6 - 1e12 is 0
 */
class RunningSum {
  #sum = 0
  #lost = 0

  constructor(numbers: readonly number[]) {
    for (const each of numbers) this.add(each)
  }

  add(number: number): this {
    const sum = this.#sum + number
    this.#lost += Math.abs(this.#sum) >= Math.abs(number) ? this.#sum - sum + number : number - sum + this.#sum
    this.#sum = sum
    return this
  }

  get value(): number {
    return this.#sum + this.#lost
  }
}

/** One interval: its hours, the power during it in W, and its impact. */
export interface TimelinePoint {
  readonly hours: number
  readonly power: number | undefined
  readonly use: ImpactFigure | undefined
}

/** The consecutive intervals with the least use per hour. */
export interface BestWindow {
  /** Index of the first interval, from 0. */
  readonly first: number
  readonly use: ImpactFigure
  /** Use per hour in the window divided by that of the series; 1 if that is 0. */
  readonly shareOfMean: number
}

const LOAD_BESIDE_POWER: readonly Warning[] = [
  warning('NOT_USED', 'The load of an interval has no effect when its power is given'),
]

const LOAD_WITHOUT_EFFECT: readonly Warning[] = [
  warning('NOT_USED', 'The load of an interval has no effect: the power does not depend on it'),
]

/** Windows whose use per hour differs by less than this share are a tie. */
const TIE = 1e-12

/**
 * The use of a thing over consecutive intervals, in one criterion. Making is spread evenly over their time.
 *
 * @example
 * // 100 W for 2 hours at 0.1 kg per kWh, then at 0.02 kg
 * timeline.points.map(({ use }) => use?.value) // [0.02, 0.004]
 * timeline.bestWindow(1)?.first // 1
 */
export class Timeline {
  readonly #intervals: Intervals

  constructor(of: Assessable, intervals: readonly Interval[], criterion: Criterion) {
    this.#intervals = new Intervals(of, intervals, criterion)
  }

  /** Use over all intervals, and the share of making. */
  get total(): Impact {
    return new IntervalSeries(this.#intervals).whole
  }

  get length(): number {
    return this.#intervals.all.length
  }

  get points(): readonly TimelinePoint[] {
    return this.#intervals.all.map((_, index) => new Point(this.#intervals, index))
  }

  /**
   * The first window of `count` consecutive intervals with the least use per hour. `count` is at least 1 and at most
   * all. Undefined if the use of any interval is unknown.
   */
  bestWindow(count: number): BestWindow | undefined {
    const { all, used } = this.#intervals
    const uses = used.flatMap(({ use }) => use?.value ?? [])
    const hours = all.map((each) => each.hours.value)
    if (uses.length < hours.length) return undefined
    const [use, time] = [new RunningSum(uses.slice(0, count)), new RunningSum(hours.slice(0, count))]
    let [first, least] = [0, use.value / time.value]
    for (let next = count; next < hours.length; next++) {
      use.add(uses[next] as number).add(-(uses[next - count] as number))
      time.add(hours[next] as number).add(-(hours[next - count] as number))
      const perHour = use.value / time.value
      if (perHour >= least - TIE * Math.abs(least)) continue
      first = next - count + 1
      least = perHour
    }
    const ofWindow = new IntervalSeries(this.#intervals, first, count).whole.use
    if (ofWindow === undefined) return undefined
    const mean = total(uses) / total(hours)
    const ofHours = ofWindow.value / total(hours.slice(first, first + count))
    return { first, use: ofWindow, shareOfMean: mean === 0 ? 1 : ofHours / mean }
  }
}

class Point implements TimelinePoint {
  readonly #intervals: Intervals
  readonly #index: number

  constructor(intervals: Intervals, index: number) {
    this.#intervals = intervals
    this.#index = index
  }

  get hours(): number {
    return this.#intervals.hoursOf(this.#index)
  }

  get power(): number | undefined {
    return this.#intervals.used[this.#index]?.power
  }

  get use(): ImpactFigure | undefined {
    return new IntervalSeries(this.#intervals, this.#index, 1).whole.use
  }
}

/** What is kept of an interval. There are thousands, so only the value of the power is kept. */
interface Used {
  readonly power: number | undefined
  readonly use: Estimate | undefined
}

/** All intervals of a timeline, and what their parts share. */
class Intervals {
  readonly all: readonly Interval[]
  readonly of: Assessable
  readonly criterion: Criterion
  #used: readonly Used[] | undefined
  #warnings: readonly Warning[] | undefined
  #followsLoad: boolean | undefined
  /** Warnings of use, by which of the two warnings apply. */
  readonly #known: (readonly Warning[])[] = []

  constructor(of: Assessable, all: readonly Interval[], criterion: Criterion) {
    this.of = of
    this.all = all
    this.criterion = criterion
  }

  get used(): readonly Used[] {
    this.#used ??= this.all.map((interval) => {
      const { power, use } = this.of.useIn(interval, this.criterion)
      return { power: power?.value, use }
    })
    return this.#used
  }

  hoursOf(index: number): number {
    return this.all[index]?.hours.value ?? 0
  }

  /** Warnings about use in `count` intervals from index `first`. */
  warningsOf(first: number, count: number): readonly Warning[] {
    let isBeside = false
    let isIdle = false
    for (let at = first; at < first + count; at++) {
      const interval = this.all[at]
      if (interval?.load === undefined) continue
      if (interval.avgPower !== undefined) isBeside = true
      else if (!this.#powerFollowsLoad) isIdle = true
    }
    const key = (isBeside ? 1 : 0) + (isIdle ? 2 : 0)
    let warnings = this.#known[key]
    if (warnings === undefined) {
      this.#warnings ??= this.of.impact(this.criterion, { duration: 1, allocation: 'LINEAR' }).use?.warnings ?? []
      warnings = union(
        this.#warnings,
        isBeside ? LOAD_BESIDE_POWER : undefined,
        isIdle ? LOAD_WITHOUT_EFFECT : undefined,
      )
      this.#known[key] = warnings
    }
    return warnings
  }

  get #powerFollowsLoad(): boolean {
    this.#followsLoad ??= this.#powerAt(0) !== this.#powerAt(100)
    return this.#followsLoad
  }

  #powerAt(percent: number): number | undefined {
    const [first] = this.all
    if (first === undefined) return undefined
    const load = input('input.intervals', 'load', percent, LOAD_UNIT)
    return this.of.useIn({ ...first, load, avgPower: undefined }, this.criterion).power?.value
  }
}

/** `count` consecutive intervals of a thing's use, from index `first`. */
export class IntervalSeries implements ImpactSource {
  readonly #shared: Intervals
  readonly #first: number
  readonly #count: number

  constructor(shared: Intervals, first = 0, count = shared.all.length) {
    this.#shared = shared
    this.#first = first
    this.#count = count
  }

  get of(): Assessable {
    return this.#shared.of
  }

  again(): IntervalSeries {
    const { of, all, criterion } = this.#shared
    const intervals = all.slice(this.#first, this.#first + this.#count)
    return new IntervalSeries(new Intervals(of.again(), intervals, criterion))
  }

  /** The impact over the whole time. */
  get whole(): Impact {
    let duration = 0
    for (let at = this.#first; at < this.#first + this.#count; at++) duration += this.#shared.hoursOf(at)
    return this.impact(this.#shared.criterion, { duration, allocation: 'LINEAR' })
  }

  impact(criterion: Criterion, span: Span): Impact {
    return new Impact(this, criterion, span)
  }

  embedded(impact: Impact): ImpactFigure | undefined {
    const share = this.of.impact(impact.criterion, impact.span).embedded
    return share && impact.figure('EMBEDDED', share.result, share.warnings)
  }

  use(impact: Impact): ImpactFigure | undefined {
    const warnings = () => this.#shared.warningsOf(this.#first, this.#count)
    const { used } = this.#shared
    const first = used[this.#first]?.use
    if (this.#count === 1) return first && impact.figure('USE', first, warnings())
    const uses: Estimate[] = []
    for (let at = this.#first; at < this.#first + this.#count; at++) {
      const use = used[at]?.use
      if (use === undefined) return undefined
      uses.push(use)
    }
    const result = sum(uses, () => uses.map((_, at) => `interval_${at + 1}`))
    return impact.figure('USE', result, warnings())
  }

  building(): undefined {
    return undefined
  }

  get isInDataCentre(): boolean {
    return false
  }

  usagesOver(span: Span): readonly (readonly [Span, Usage])[] {
    return this.of.usagesOver(span)
  }
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
}

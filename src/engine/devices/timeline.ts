import type { Criterion } from '../figures/criteria.ts'
import { sum } from '../figures/formula.ts'
import type { Estimate } from '../figures/range.ts'
import type { Warning } from '../figures/warning.ts'
import type { Interval } from '../use/interval.ts'
import type { Assessable, IntervalUse } from './assessable.ts'
import { Impact, type ImpactFigure, type ImpactSource, type Span } from './impact.ts'

/** One interval: its hours, the power during it in W, and the impact of that. */
export interface TimelinePoint {
  readonly hours: number
  readonly power: number | undefined
  readonly use: ImpactFigure | undefined
}

/** The consecutive intervals with the least use per hour. */
export interface BestWindow {
  /** Place of the first of them, from 0. */
  readonly first: number
  readonly use: ImpactFigure
  /** Their use per hour, over that of the series; 1 where that is 0. */
  readonly shareOfMean: number
}

/** Two windows whose uses per hour differ by less than this share are as good as each other. */
const TIE = 1e-12

/**
 * The use of a thing over intervals, one after the other, in one criterion. Making it is spread evenly over their time.
 *
 * @example
 * // 100 W for 2 hours at 0.1 kg per kWh, then at 0.02 kg
 * timeline.points.map(({ use }) => use?.value) // [0.02, 0.004]
 * timeline.bestWindow(1)?.first // 1
 */
export class Timeline {
  readonly #series: IntervalSeries

  constructor(of: Assessable, intervals: readonly Interval[], criterion: Criterion) {
    this.#series = new IntervalSeries(of, intervals, criterion)
  }

  /** Over all intervals: use, and the share of making. */
  get total(): Impact {
    return this.#series.whole
  }

  /** How many intervals. */
  get length(): number {
    return this.#series.intervals.length
  }

  get points(): readonly TimelinePoint[] {
    const { intervals, used } = this.#series
    return intervals.map(({ hours }, index) => {
      const series = this.#series
      return {
        hours: hours.value,
        power: used[index]?.power?.value,
        get use() {
          return series.part(index, 1).whole.use
        },
      }
    })
  }

  /**
   * The first of the windows of `count` consecutive intervals, at least 1 and at most all, that has the least use per hour;
   * undefined where the use of an interval is not known.
   */
  bestWindow(count: number): BestWindow | undefined {
    const { intervals, used } = this.#series
    const uses = used.flatMap(({ use }) => use?.value ?? [])
    const hours = intervals.map((each) => each.hours.value)
    if (uses.length < hours.length) return undefined
    let [use, time] = [total(uses.slice(0, count)), total(hours.slice(0, count))]
    let [first, least] = [0, use / time]
    for (let next = count; next < hours.length; next++) {
      use += (uses[next] as number) - (uses[next - count] as number)
      time += (hours[next] as number) - (hours[next - count] as number)
      const perHour = use / time
      if (perHour >= least - TIE * Math.abs(least)) continue
      first = next - count + 1
      least = perHour
    }
    const ofWindow = this.#series.part(first, count).whole.use
    if (ofWindow === undefined) return undefined
    const mean = total(uses) / total(hours)
    const ofHours = ofWindow.value / total(hours.slice(first, first + count))
    return { first, use: ofWindow, shareOfMean: mean === 0 ? 1 : ofHours / mean }
  }
}

/** Some intervals of a thing's use; what was computed of them is shared with the series that they are a part of. */
class IntervalSeries implements ImpactSource {
  readonly #of: Assessable
  readonly intervals: readonly Interval[]
  readonly #criterion: Criterion
  #used: readonly IntervalUse[] | undefined
  #warnings: readonly Warning[] | undefined

  constructor(
    of: Assessable,
    intervals: readonly Interval[],
    criterion: Criterion,
    used?: readonly IntervalUse[],
    warnings?: readonly Warning[],
  ) {
    this.#of = of
    this.intervals = intervals
    this.#criterion = criterion
    this.#used = used
    this.#warnings = warnings
  }

  again(): IntervalSeries {
    return new IntervalSeries(this.#of.again(), this.intervals, this.#criterion)
  }

  part(first: number, count: number): IntervalSeries {
    const end = first + count
    const used = this.used.slice(first, end)
    return new IntervalSeries(this.#of, this.intervals.slice(first, end), this.#criterion, used, this.#warningsOfUse)
  }

  get used(): readonly IntervalUse[] {
    this.#used ??= this.intervals.map((interval) => this.#of.useIn(interval, this.#criterion))
    return this.#used
  }

  /** The impact over all of the time. */
  get whole(): Impact {
    return this.impact(this.#criterion, {
      duration: total(this.intervals.map(({ hours }) => hours.value)),
      allocation: 'LINEAR',
    })
  }

  impact(criterion: Criterion, span: Span): Impact {
    return new Impact(this, criterion, span)
  }

  embedded(impact: Impact): ImpactFigure | undefined {
    const share = this.#of.impact(impact.criterion, impact.span).embedded
    return share && impact.figure('EMBEDDED', share.result, share.warnings)
  }

  use(impact: Impact): ImpactFigure | undefined {
    const uses: Estimate[] = []
    for (const { use } of this.used) {
      if (use === undefined) return undefined
      uses.push(use)
    }
    const [first] = uses
    const result =
      first !== undefined && uses.length === 1 ? first : sum(uses, () => uses.map((_, at) => `interval_${at + 1}`))
    return impact.figure('USE', result, this.#warningsOfUse)
  }

  building(): undefined {
    return undefined
  }

  get isInDataCentre(): boolean {
    return false
  }

  get #warningsOfUse(): readonly Warning[] {
    this.#warnings ??= this.#of.impact(this.#criterion, { duration: 1, allocation: 'LINEAR' }).use?.warnings ?? []
    return this.#warnings
  }
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
}

import { input } from '../../engine/figures/attribute.ts'
import { CRITERIA, type Criterion } from '../../engine/figures/criteria.ts'
import type { FactorQuantities } from '../../engine/figures/figures.ts'
import type { Interval } from '../../engine/use/interval.ts'
import { HOURS, LOAD_UNIT } from '../../engine/use/usage.ts'
import type { IntervalInput } from '../../input/interval-input.ts'

/** Intervals as what enters a calculation, each number under the place where it was given. */
export function resolveIntervals(intervals: readonly IntervalInput[], at = 'input.intervals'): readonly Interval[] {
  return intervals.map(({ hours, load, avgPower, elecFactors }, index) => {
    const place = `${at}[${index}]`
    return {
      hours: input(`${place}.hours`, hours, HOURS),
      load: load === undefined ? undefined : input(`${place}.load`, load, LOAD_UNIT),
      avgPower: avgPower === undefined ? undefined : input(`${place}.avgPower`, avgPower, 'W'),
      factors: elecFactors === undefined ? NO_FACTORS : factorsOf(elecFactors, place),
    }
  })
}

const NO_FACTORS: FactorQuantities = {}

function factorsOf(given: NonNullable<IntervalInput['elecFactors']>, place: string): FactorQuantities {
  return Object.fromEntries(
    given.map(({ criterion, value }: { readonly criterion: Criterion; readonly value: number }) => [
      criterion,
      input(`${place}.elecFactors.${criterion}`, value, CRITERIA[criterion].electricityUnit),
    ]),
  )
}

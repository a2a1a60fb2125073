import { type Leaf, leaf, type NumberAttribute } from '../../engine/figures/attribute.ts'
import { CRITERIA, type Criterion } from '../../engine/figures/criteria.ts'
import type { FactorQuantities } from '../../engine/figures/factors.ts'
import { exact } from '../../engine/figures/range.ts'
import type { Interval } from '../../engine/use/interval.ts'
import { HOURS } from '../../engine/use/usage.ts'
import { LOAD_UNIT } from '../../engine/use/workload.ts'
import type { IntervalInput } from '../../input/interval-input.ts'

/** Intervals as what enters a calculation, each number under the place where it was given. */
export function resolveIntervals(intervals: readonly IntervalInput[], at = 'input.intervals'): readonly Interval[] {
  return intervals.map(({ hours, load, avgPower, elecFactors }, index) => {
    const given = (name: string, value: number, unit: string) =>
      leaf(new GivenInInterval(at, index, name), 'INPUT', exact(value), unit)
    return {
      hours: given('hours', hours, HOURS),
      load: load === undefined ? undefined : given('load', load, LOAD_UNIT),
      avgPower: avgPower === undefined ? undefined : given('avgPower', avgPower, 'W'),
      factors: elecFactors === undefined ? NO_FACTORS : factorsOf(elecFactors, given),
    }
  })
}

/** The id of what was given of an interval, made where it is read: there are thousands, and few are explained. */
class GivenInInterval implements Leaf {
  readonly #at: string
  readonly #index: number
  readonly #name: string

  constructor(at: string, index: number, name: string) {
    this.#at = at
    this.#index = index
    this.#name = name
  }

  get id(): string {
    return `${this.#at}[${this.#index}].${this.#name}`
  }
}

const NO_FACTORS: FactorQuantities = {}

function factorsOf(
  elecFactors: NonNullable<IntervalInput['elecFactors']>,
  given: (name: string, value: number, unit: string) => NumberAttribute,
): FactorQuantities {
  const factors: Partial<Record<Criterion, NumberAttribute>> = {}
  for (const { criterion, value } of elecFactors) {
    factors[criterion] = given(`elecFactors.${criterion}`, value, CRITERIA[criterion].electricityUnit)
  }
  return factors
}

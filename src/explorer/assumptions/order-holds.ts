import type { Criterion } from '../../generated/explorer-operations.ts'
import { shownTotal } from '../results/shown-total.ts'
import type { SubjectResult } from '../results/subject-result.ts'
import type { Effect } from './variation.ts'

/**
 * Whether the lowest of the results stays the lowest whichever one assumption is taken to its smallest or largest value: for
 * all alike where all assume the same, for one alone elsewhere. Undefined where it is not known yet.
 */
export function orderHolds(
  results: readonly SubjectResult[],
  effects: readonly (readonly Effect[] | undefined)[],
  criterion: Criterion,
): boolean | undefined {
  const totals = results.map((result) => shownTotal(result, criterion)?.exact)
  const known = effects.flatMap((each) => each ?? [])
  if (effects.some((each) => each === undefined) || totals.includes(undefined) || known.length === 0) return undefined
  const actual = totals as readonly number[]
  const lowest = actual.indexOf(Math.min(...actual))
  const stays = (changed: readonly number[]) =>
    changed.every((total, index) => index === lowest || total > (changed[lowest] as number))
  return known.every((effect) =>
    (['atLow', 'atHigh'] as const).every((end) => {
      const alike = results.map((_, index) => effects[index]?.find((each) => isSame(each, effect)))
      if (alike.every((each) => each !== undefined)) return stays(alike.map((each) => each[end]))
      return alike.every(
        (each, index) => each === undefined || stays(actual.map((total, at) => (at === index ? each[end] : total))),
      )
    }),
  )
}

function isSame(one: Effect, other: Effect): boolean {
  return one.title === other.title && one.low === other.low && one.high === other.high
}

import type { OwnMaking } from '../../engine/devices/making.ts'
import { leaf, type NumberAttribute } from '../../engine/values/attribute.ts'
import { CRITERIA } from '../../engine/values/criteria.ts'
import { exact } from '../../engine/values/range.ts'
import type { OwnFiguresInput } from '../../input/device-input.ts'

/** GSD2 of a figure without bounds, as of figures that makers publish of one model. A judgement. */
const USUAL_GSD2 = 1.5

/** Standard deviations of a normal distribution between its 5th and its 95th percentile. */
const DEVIATIONS_BETWEEN_BOUNDS = 3.29

/**
 * The caller's figure of making one unit, if there is one. Its spread is a lognormal with the bounds as its 5th and
 * 95th percentile: 250 to 500 kg are a GSD2 of 1.52.
 */
export function ownMaking(own: OwnFiguresInput | undefined, at: string): OwnMaking | undefined {
  if (own?.making === undefined) return undefined
  const { making, low, high, covers } = own
  const sigma = low === undefined || high === undefined ? undefined : Math.log(high / low) / DEVIATIONS_BETWEEN_BOUNDS
  const gsd2 = sigma === undefined ? USUAL_GSD2 : Math.exp(2 * sigma)
  const of = { table: 'input', row: `${at}.own`, column: 'making', criterion: 'gwp', gsd2 } as const
  return { of: leaf(of, 'INPUT', exact(making), CRITERIA.gwp.unit, sourceOf(own)), covers }
}

/** The electricity of one unit in a year that the caller measured, if given. */
export function ownEnergy(own: OwnFiguresInput | undefined, at: string): NumberAttribute | undefined {
  if (own?.kwhYear === undefined) return undefined
  return leaf(
    { table: 'input', row: `${at}.own`, column: 'kwhYear' },
    'INPUT',
    exact(own.kwhYear),
    'kWh/year',
    sourceOf(own),
  )
}

/** `Your own figure, 2024: https://…` */
function sourceOf({ year, source }: OwnFiguresInput): string {
  const dated = year === undefined ? 'Your own figure' : `Your own figure, ${year}`
  return source === undefined ? dated : `${dated}: ${source}`
}

import { CRITERION_CODES } from '../../engine/figures/criteria.ts'
import type { ProfileFragment, UsageFragment } from '../../generated/rest-operations.ts'
import { decimal, type Json } from '../json.ts'
import { origin, reshapeNumber, reshapeText, warnings } from './attribute.ts'

type Entries = Record<string, Json>

/** `{"duration": {value, unit}}` */
export function reshapeDuration({ assessedDuration }: UsageFragment): Entries {
  return assessedDuration === null ? {} : { duration: { value: decimal(assessedDuration), unit: 'hours' } }
}

export function reshapePower({ avgPower }: UsageFragment): Entries {
  return avgPower === null ? {} : { avg_power: reshapeNumber('avg_power', avgPower) }
}

/** Levels of a component that stands alone are shown with the units of both their members. */
export function reshapeWorkload({ timeWorkload }: UsageFragment, unitOfLevels = '%'): Entries {
  if (timeWorkload === null) return {}
  const { value, levels, min, max, status } = timeWorkload
  if (levels !== null) {
    const list = levels.map(({ timePercentage, loadPercentage }) => ({
      time_percentage: decimal(timePercentage),
      load_percentage: decimal(loadPercentage),
    }))
    return {
      time_workload: { value: list, ...origin({ ...timeWorkload, unit: unitOfLevels }), ...warnings(timeWorkload) },
    }
  }
  if (value === null) return {}
  const bounds = status === 'INPUT' || min === null || max === null ? {} : { min: decimal(min), max: decimal(max) }
  return { time_workload: { value: decimal(value), ...origin(timeWorkload), ...bounds, ...warnings(timeWorkload) } }
}

export function reshapePlace({ usageLocation, useTimeRatio }: UsageFragment): Entries {
  return {
    ...(usageLocation && { usage_location: reshapeText(usageLocation) }),
    ...(useTimeRatio && { use_time_ratio: reshapeNumber('use_time_ratio', useTimeRatio) }),
  }
}

/**
 * The reference system calls the lifetime of a server COMPLETED, "from device", wherever it comes from; clients read the
 * status they know.
 */
export function reshapeLifetime({ hoursLifeTime }: UsageFragment, ofPlatform = false): Entries {
  if (hoursLifeTime === null) return {}
  const shown = ofPlatform ? { ...hoursLifeTime, status: 'COMPLETED' as const, source: 'from device' } : hoursLifeTime
  return { hours_life_time: reshapeNumber('hours_life_time', shown) }
}

export function reshapeOtherConsumption({ otherConsumptionRatio }: UsageFragment): Entries {
  return otherConsumptionRatio === null
    ? {}
    : { other_consumption_ratio: reshapeNumber('other_consumption_ratio', otherConsumptionRatio) }
}

/** `gwp_factor`, for each criterion asked for, in the order of all criteria. */
export function reshapeFactors({ electricityFactors }: UsageFragment): Entries {
  const byCode = new Map(electricityFactors.map(({ criterion, factor }) => [criterion.toLowerCase(), factor]))
  return Object.fromEntries(
    CRITERION_CODES.flatMap((code) => {
      const factor = byCode.get(code)
      return factor === undefined ? [] : [[`${code}_factor`, reshapeNumber(`${code}_factor`, factor)]]
    }),
  )
}

/** The points that a curve was fitted to, and its parameters. */
export function reshapeProfile(profile: ProfileFragment): Entries {
  const { a, b, c, d, fittedPoints, status } = profile
  const parameters = b === null || c === null || d === null ? { a } : { a, b, c, d }
  const points = fittedPoints?.map(({ loadPercentage, powerWatt }) => ({
    load_percentage: decimal(loadPercentage),
    power_watt: decimal(powerWatt),
  }))
  return {
    ...(points && { workloads: { value: points, status, unit: 'workload_rate:W' } }),
    params: { value: reshapeParameters(parameters), ...origin({ ...profile, unit: null }), ...warnings(profile) },
  }
}

export function reshapeParameters(parameters: Readonly<Record<string, number>>): Json {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, decimal(value)]))
}

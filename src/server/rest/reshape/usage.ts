import type { ConsumptionProfile } from '../../../engine/use/consumption-profile.ts'
import { CRITERION_CODES, type Criterion } from '../../../engine/values/criteria.ts'
import type { UsageFragment } from '../../../generated/asset-operations.ts'
import { decimal, type Json, JsonText, writeDecimal, writeJson } from '../json.ts'
import { origin, reshapeNumber, reshapeText, type ShownNumber, warnings } from './attribute.ts'
import type { AskedCriteria } from './impacts.ts'

type Entries = Record<string, Json>

/** `{"duration": {value, unit}}` */
export function reshapeDuration({ assessedDuration }: UsageFragment): Entries {
  return assessedDuration === null ? {} : { duration: { value: decimal(assessedDuration), unit: 'hours' } }
}

export function reshapePower({ avgPower }: UsageFragment): Entries {
  return avgPower === null ? {} : { avg_power: reshapeNumber('avg_power', avgPower) }
}

/**
 * The unit of load levels with both members, for terminals, IoT devices, components alone, and those with a load of
 * their own.
 */
export const UNIT_OF_LEVELS = '(time_percentage:%, load_percentage: %)'

export function reshapeWorkload({ timeWorkload }: UsageFragment, unitOfLevels = '%'): Entries {
  if (timeWorkload === null) return {}
  const { load, levels, status } = timeWorkload
  if (levels !== undefined) {
    const list = levels.map(({ timePercentage, loadPercentage }) => ({
      time_percentage: decimal(timePercentage),
      load_percentage: decimal(loadPercentage),
    }))
    const rest = `${origin({ ...timeWorkload, unit: unitOfLevels })}${warnings(timeWorkload)}`
    return { time_workload: new JsonText(`{"value":${writeJson(list)},${rest}}`) }
  }
  if (load === undefined) return {}
  const { value, min, max } = load
  const bounds = status === 'INPUT' ? '' : `,"min":${writeDecimal(min)},"max":${writeDecimal(max)}`
  const rest = `${origin(timeWorkload)}${bounds}${warnings(timeWorkload)}`
  return { time_workload: new JsonText(`{"value":${writeDecimal(value)},${rest}}`) }
}

export function reshapeLocation({ usageLocation, useTimeRatio }: UsageFragment): Entries {
  return {
    ...(usageLocation && { usage_location: reshapeText(usageLocation) }),
    ...(useTimeRatio && { use_time_ratio: reshapeNumber('use_time_ratio', useTimeRatio) }),
  }
}

/**
 * The reference system marks the lifetime of a server as COMPLETED, "from device", wherever it comes from; clients
 * expect that status.
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

/** `gwp_factor`, for each requested criterion, in canonical order. */
export function reshapeFactors(usage: UsageFragment, asked: AskedCriteria): Entries {
  return factors(usage, asked, asked.has)
}

/** Factors of requested criteria, and those that the caller set for others. */
export function reshapeAllFactors(usage: UsageFragment, asked: AskedCriteria): Entries {
  return factors(usage, asked, () => true)
}

/** Only the factors that the caller set. */
export function reshapeGivenFactors(usage: UsageFragment, asked: AskedCriteria): Entries {
  return factors(usage, asked, (_, { status }) => status === 'INPUT')
}

function factors(
  { elecFactors }: UsageFragment,
  asked: AskedCriteria,
  isShown: (code: Criterion, factor: ShownNumber) => boolean,
): Entries {
  const byCode = new Map(elecFactors.map(({ criterion, factor }) => [criterion, factor]))
  return Object.fromEntries(
    CRITERION_CODES.flatMap((code) => {
      const factor = byCode.get(code)
      return !factor || !isShown(code, factor)
        ? []
        : [[`${asked.nameOf(code)}_factor`, reshapeNumber(`${code}_factor`, factor)]]
    }),
  )
}

/** Properties that a part shares with its device. */
type Shared = 'usageLocation' | 'useTimeRatio' | 'hoursLifeTime'

/** The caller's values on use, in canonical order, without power and factors. */
export function reshapeGivenUse(usage: UsageFragment, unitOfLevels?: string, ofPlatform = false): Entries {
  // A completed place follows from the region in the input.
  const given = new Set(['INPUT', 'CHANGED', 'COMPLETED'])
  const isGiven = (key: Shared) => given.has(usage[key]?.status ?? '')
  return {
    ...reshapeGivenWorkload(usage, unitOfLevels),
    ...chosen(usage, isGiven, ofPlatform),
    ...(usage.otherConsumptionRatio?.status === 'INPUT' && reshapeOtherConsumption(usage)),
  }
}

/**
 * The caller's values on the use of a part of a device: its load, and shared properties that the part sets without
 * effect.
 */
export function reshapeOwnUse(usage: UsageFragment, ofDevice: UsageFragment): Entries {
  // The warning on an ignored value of the part comes on top of the device's warnings.
  const isOwn = (key: Shared) => (usage[key]?.warnings.length ?? 0) > (ofDevice[key]?.warnings.length ?? 0)
  return {
    ...(hasOwnLoad(usage, ofDevice) && reshapeGivenWorkload(usage, UNIT_OF_LEVELS)),
    ...chosen(usage, isOwn),
  }
}

/** Whether a part of a device has a load of its own, and not that of the device. */
export function hasOwnLoad(usage: UsageFragment, ofDevice: UsageFragment): boolean {
  return usage.timeWorkload !== ofDevice.timeWorkload
}

/** The load, if the caller set it. */
export function reshapeGivenWorkload(usage: UsageFragment, unitOfLevels?: string): Entries {
  return usage.timeWorkload?.status === 'INPUT' ? reshapeWorkload(usage, unitOfLevels) : {}
}

/** Those of place, share of time and lifetime that a rule selects. */
function chosen(usage: UsageFragment, isShown: (key: Shared) => boolean, ofPlatform = false): Entries {
  const { usageLocation, useTimeRatio } = usage
  return {
    ...(usageLocation && isShown('usageLocation') && { usage_location: reshapeText(usageLocation) }),
    ...(useTimeRatio && isShown('useTimeRatio') && { use_time_ratio: reshapeNumber('use_time_ratio', useTimeRatio) }),
    ...(isShown('hoursLifeTime') && reshapeLifetime(usage, ofPlatform)),
  }
}

/** The points that a curve is fitted to, and its parameters. */
export function reshapeProfile(profile: ConsumptionProfile): Entries {
  const { curve, status } = profile
  const points = profile.points?.map(({ loadPercentage, powerWatt }) => ({
    load_percentage: Number.isInteger(loadPercentage) ? loadPercentage : decimal(loadPercentage),
    power_watt: decimal(powerWatt),
  }))
  return {
    ...(points && { workloads: { value: points, status, unit: 'workload_rate:W' } }),
    params: new JsonText(
      `{"value":${writeJson(reshapeParameters(curve))},${origin({ ...profile, unit: undefined })}${warnings(profile)}}`,
    ),
  }
}

/** `{"a":…,"b":…,"c":…,"d":…}` for a curve, `{"a":…}` for a power that does not depend on load. */
export function reshapeParameters(curve: ConsumptionProfile['curve']): Json {
  if (!('b' in curve)) return { a: decimal(curve.a) }
  const { a, b, c, d } = curve
  return { a: decimal(a), b: decimal(b), c: decimal(c), d: decimal(d) }
}

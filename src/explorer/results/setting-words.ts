import type { Catalogue } from '../form/catalogue.ts'
import { locationName } from '../form/catalogue.ts'
import type { SubjectRequest } from '../subjects/subject-request.ts'
import { numberText } from './number-text.ts'
import type { SubjectResult } from './subject-result.ts'

/** Under which conditions a subject was assessed, in words. */
export interface Setting {
  /** `France`; empty for what draws no electricity. */
  readonly place: string
  /** `at 30 % load`; empty for what has none. */
  readonly load: string
  /** `over 1 year`. */
  readonly duration: string
}

/** The conditions of a result, as the API used them. */
export function settingOf({ usage, request }: SubjectResult, catalogue: Pick<Catalogue, 'locations'>): Setting {
  const { usageLocation, timeWorkload } = usage
  const load = timeWorkload?.value
  return {
    place: usageLocation === null ? '' : locationName(usageLocation.value, catalogue),
    load: load === null || load === undefined ? '' : `at ${numberText(load)} % load`,
    duration: durationWords(request),
  }
}

/** `over 1 year`, `over 36 hours`, `over its lifetime`. */
function durationWords({ duration }: Pick<SubjectRequest, 'duration'>): string {
  if (duration === undefined) return 'over its lifetime'
  const [count, unit] =
    duration >= 8760 ? [duration / 8760, 'year'] : duration >= 72 ? [duration / 24, 'day'] : [duration, 'hour']
  return `over ${numberText(Number(count.toPrecision(4)))} ${unit}${count === 1 ? '' : 's'}`
}

/** `in France, at 30 % load, over 1 year`; what differs between subjects is left to each of them. */
export function settingWords({ place, load, duration }: Partial<Setting>): string {
  return [place && `in ${place}`, load, duration].filter(Boolean).join(', ')
}

/** What all settings have in common. */
export function sharedSetting(settings: readonly Setting[]): Partial<Setting> {
  const [first, ...others] = settings
  if (first === undefined) return {}
  const isShared = (key: keyof Setting) => others.every((each) => each[key] === first[key])
  return {
    ...(isShared('place') && { place: first.place }),
    ...(isShared('load') && { load: first.load }),
    ...(isShared('duration') && { duration: first.duration }),
  }
}

/** What of a setting is not shared. */
export function ownSetting(setting: Setting, shared: Partial<Setting>): Partial<Setting> {
  return {
    ...(shared.place === undefined && { place: setting.place }),
    ...(shared.load === undefined && { load: setting.load }),
    ...(shared.duration === undefined && { duration: setting.duration }),
  }
}

import { type Catalogue, locationName } from '../form/catalogue.ts'
import type { Field } from '../subjects/field.ts'
import { fieldsOf } from '../subjects/fields-of.ts'
import type { Subject } from '../subjects/subject.ts'
import type { SubjectRequest } from '../subjects/subject-request.ts'
import { numberText } from './number-text.ts'
import type { SubjectResult } from './subject-result.ts'

/** The conditions of a subject in words. */
export interface Setting {
  /** `France`; empty if it uses no electricity. */
  readonly location: string
  /** `at 30 % load`; empty if it has none. */
  readonly load: string
  /** `over 1 year`. */
  readonly duration: string
}

/** The conditions of a result, as the API used them. */
function settingOf({ usage, request }: SubjectResult, catalogue: Pick<Catalogue, 'locations'>): Setting {
  const { usageLocation, timeWorkload } = usage
  const load = timeWorkload?.value
  return {
    location: usageLocation === null ? '' : locationName(usageLocation.value, catalogue),
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

/** `in France, at 30 % load, over 1 year`, without conditions that differ between subjects. */
function settingWords({ location, load, duration }: Partial<Setting>): string {
  return [location && `in ${location}`, load, duration].filter(Boolean).join(', ')
}

/** The conditions that all settings share. */
function sharedSetting(settings: readonly Setting[]): Partial<Setting> {
  const [first, ...others] = settings
  if (first === undefined) return {}
  const isShared = (key: keyof Setting) => others.every((each) => each[key] === first[key])
  return {
    ...(isShared('location') && { location: first.location }),
    ...(isShared('load') && { load: first.load }),
    ...(isShared('duration') && { duration: first.duration }),
  }
}

/** The conditions of a setting that are not shared. */
function ownSetting(setting: Setting, shared: Partial<Setting>): Partial<Setting> {
  return {
    ...(shared.location === undefined && { location: setting.location }),
    ...(shared.load === undefined && { load: setting.load }),
    ...(shared.duration === undefined && { duration: setting.duration }),
  }
}

/** How each result differs from the others, in words: place, load, and other inputs. */
function differences(results: readonly SubjectResult[], catalogue: Pick<Catalogue, 'locations'>): readonly string[] {
  const settings = results.map((result) => settingOf(result, catalogue))
  const shared = sharedSetting(settings)
  return results.map((result, index) => {
    const setting = settings[index]
    const namesakes = results.filter((each) => each !== result && each.name === result.name)
    const own =
      namesakes.length === 0
        ? []
        : ownFields(
            result.subject,
            namesakes.map(({ subject }) => subject),
          )
    return [setting ? settingWords(ownSetting(setting, shared)) : '', ...own].filter(Boolean).join(', ')
  })
}

/** Gives results distinct names: `Server with Xeon Gold 6138, in Sweden`. */
export function withDistinctNames(
  results: readonly SubjectResult[],
  catalogue: Pick<Catalogue, 'locations'>,
): readonly SubjectResult[] {
  const own = differences(results, catalogue)
  return results.map((result, index) => (own[index] ? { ...result, name: `${result.name}, ${own[index]}` } : result))
}

function ownFields(subject: Subject, others: readonly Subject[]): readonly string[] {
  return fieldsOf(subject)
    .filter(({ id }) => id !== 'location' && id !== 'load')
    .filter(({ id }) => others.some(({ entered }) => (entered[id] ?? '') !== (subject.entered[id] ?? '')))
    .map((field) => fieldWords(field, subject))
}

function fieldWords({ id, label, group, unit }: Field, { entered }: Subject): string {
  const name = group === '' ? label.toLowerCase() : `${group.toLowerCase()}: ${label.toLowerCase()}`
  return entered[id] ? `${name} ${entered[id]}${unit ? ` ${unit}` : ''}` : `${name} typical`
}

import type { Catalogue } from '../form/catalogue.ts'
import type { Field } from '../subjects/field.ts'
import { fieldsOf } from '../subjects/fields-of.ts'
import type { Subject } from '../subjects/subject.ts'
import { ownSetting, settingOf, settingWords, sharedSetting } from './setting-words.ts'
import type { SubjectResult } from './subject-result.ts'

/** In which way each result differs from the others, in words: where it runs, its load, and what else was entered. */
export function differences(
  results: readonly SubjectResult[],
  catalogue: Pick<Catalogue, 'locations'>,
): readonly string[] {
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

/** The same results, named so that no two are confused: `Server with Xeon Gold 6138, in Sweden`. */
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

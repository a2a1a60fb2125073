import type { Catalogue } from '../form/catalogue.ts'
import { fieldsOf } from '../subjects/fields-of.ts'
import { parametersOf, parseSubject, parseView } from './use-view.ts'
import { MOST_SUBJECTS, type View } from './view.ts'

/** Longer parts are cut. */
const MOST_LETTERS = 60

/** What newsletters and networks append to any link. */
const OF_LINKS = /^(?:utm_\w+|fbclid|gclid)$/

/**
 * The parts of an address that the page does not read: `boundary=nope`. A value that a field shows has its fault there.
 */
export function unreadParts(search: string, catalogue: Pick<Catalogue, 'criteria'>): readonly string[] {
  const query = [...parametersOf(search)]
  const view = parseView(search)
  const parts = query.flatMap(([name, value]) =>
    unreadIn(name, value, view, catalogue).map((part) => `${name}=${part}`),
  )
  return [...new Set(parts)].slice(0, MOST_SUBJECTS).map((part) => {
    return part.length > MOST_LETTERS ? `${part.slice(0, MOST_LETTERS)}…` : part
  })
}

/** What is not read of the value of a parameter. */
function unreadIn(name: string, value: string, view: View, { criteria }: Pick<Catalogue, 'criteria'>) {
  switch (name) {
    case 's':
      return unreadInSubject(value)
    case 'mode':
      return value === view.mode ? [] : [value]
    case 'boundary':
      return value.toUpperCase() === view.boundary ? [] : [value]
    case 'by':
      return value.toUpperCase() === view.focus ? [] : [value]
    case 'criteria': {
      const known = new Set<string>(criteria.map(({ criterion }) => criterion))
      return value.split(',').filter((code) => code !== '' && known.size > 0 && !known.has(code.toUpperCase()))
    }
    case 'if':
      return value.split(',').filter((part) => {
        const [id, to] = part.split(':')
        return part !== '' && (to === undefined || view.whatIf[id as keyof View['whatIf']] !== to)
      })
    case 'job':
      return value === view.job ? [] : [value]
    case 'location':
    case 'load':
    case 'duration':
    case 'release':
    case 'q':
      return []
    default:
      return OF_LINKS.test(name) ? [] : [value]
  }
}

/** The whole of an unknown kind, and the fields that a known one does not have. */
function unreadInSubject(text: string): readonly string[] {
  const [subject] = parseSubject(text)
  if (subject === undefined) return [text]
  const known = new Set(['quantity', ...fieldsOf(subject).map(({ id }) => id)])
  return Object.keys(subject.entered).filter((id) => !known.has(id))
}

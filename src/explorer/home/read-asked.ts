import { ExploreNamesDocument, type ExploreNamesQuery } from '../../generated/explorer-operations.ts'
import {
  meantThings,
  namesToLookUp,
  type PhraseThing,
  readingsOf,
  readPhrase,
  wrongCondition,
} from '../../importers/phrase/read-phrase.ts'
import { kindsLike, noFiguresFor, rowKind } from '../../importers/table/kinds.ts'
import { send } from '../api/send.ts'
import type { Catalogue } from '../form/catalogue.ts'
import { meantLocation } from '../form/locations.ts'
import { unknownLocation } from '../state/read-conditions.ts'
import { durationInForm, EXAMPLE_VIEW, MOST_SUBJECTS, type View } from '../state/view.ts'
import type { Subject } from '../subjects/subject.ts'
import { hasLoad } from '../subjects/subject-request.ts'

type NamedThing = ExploreNamesQuery['namedThings'][number]['things'][number]

/** What a phrase asks for, or why it is not understood. */
export type Asked =
  | { readonly view: View; readonly variants: readonly string[] }
  | { readonly fault: string; readonly nearest: readonly string[] }

/** What a phrase such as `m5.xlarge vs m6g.xlarge in France` asks for, read as the command `impactql ask` reads it. */
export async function readAsked(phrase: string, catalogue: Catalogue, signal?: AbortSignal): Promise<Asked> {
  const things = readPhrase(phrase)
  if (things.length === 0) return { fault: 'Enter what you have: m5.xlarge, Xeon Gold 6138, laptop.', nearest: [] }
  if (things.length > MOST_SUBJECTS) return { fault: `Compare at most ${MOST_SUBJECTS} items at once.`, nearest: [] }
  const named = things.filter(({ asset }) => asset === undefined)
  const names = [...new Set(named.flatMap(readingsOf).flatMap(({ name }) => namesToLookUp(name)))]
  const { namedThings } =
    names.length === 0 ? { namedThings: [] } : await send(ExploreNamesDocument, { names }, { signal })
  const subjects: Subject[] = []
  const variants: string[] = []
  const meant = ({ name, asset }: PhraseThing) =>
    asset === undefined ? meantThings(name, (each) => foundBy(namedThings, each)) : []
  for (const asked of things) {
    const thing = readingsOf(asked).find((each) => meant(each).length > 0) ?? asked
    const found = meant(thing)
    const [only, ...others] = found
    if (thing.asset === undefined && (only === undefined || others.length > 0))
      return unclear(thing, found, namedThings)
    variants.push(...(only?.variants ?? []))
    const place = thing.region ?? thing.location
    const location = place === undefined ? undefined : await meantLocation(place, catalogue, signal)
    if (place !== undefined && location === undefined) return { fault: unknownLocation(place), nearest: [] }
    subjects.push(subjectOf(thing, only, location))
  }
  const durations = [...new Set(things.map(({ duration }) => duration ?? USUAL_HOURS))]
  const [duration = USUAL_HOURS] = durations
  if (durations.length > 1) return { fault: 'Give one duration for all: “for 4y” at the end.', nearest: [] }
  return { view: viewOf(subjects, duration), variants }
}

const USUAL_HOURS = 8760
const MOST_NEAREST = 3

/** A thing with the name by which it was found. Its full name may say more. */
type Found = NamedThing & { readonly model: string }

function foundBy(meanings: ExploreNamesQuery['namedThings'], name: string): readonly Found[] {
  const meaning = meanings.find(({ given }) => given === name)
  return (meaning?.things ?? []).map((thing) => ({ ...thing, model: thing.name }))
}

function unclear(
  { name }: PhraseThing,
  found: readonly Found[],
  meanings: ExploreNamesQuery['namedThings'],
): { readonly fault: string; readonly nearest: readonly string[] } {
  if (found.length > 0) {
    return { fault: `“${name}” is ambiguous.`, nearest: found.map((each) => `${each.name} ${each.kind}`) }
  }
  const wrong = wrongCondition(name)
  if (wrong !== undefined && readPhrase(wrong.name).some(({ asset }) => asset !== undefined))
    return { fault: `“${name}”: ${wrong.fix}.`, nearest: [] }
  const uncovered = noFiguresFor(name)
  if (uncovered !== undefined) return { fault: `${uncovered}.`, nearest: [] }
  const read = readingsOf({ name, quantity: 1 }).map((each) => each.name)
  const alike = read.flatMap((each) => [
    ...(meanings.find(({ given }) => given === each)?.nearest ?? []),
    ...kindsLike(each),
  ])
  const nearest = [...new Set(alike)].slice(0, MOST_NEAREST)
  const fault = `Unknown name “${name}”.`
  const hint = nearest.length === 0 ? ' Enter a type, a model or a kind: m5.xlarge, Xeon Gold 6138, laptop.' : ''
  return { fault: fault + hint, nearest }
}

/** A thing as the form enters it. */
function subjectOf(thing: PhraseThing, found: Found | undefined, location: string | undefined): Subject {
  const { asset, component, terminal } = rowKind(found?.kind ?? thing.kind ?? '')
  const kind = asset === 'cloudInstance' ? 'cloud' : asset
  const isCounted = thing.quantity > 1
  const { form, storage, inches } = thing.asset?.terminal ?? {}
  const { type, ports, model } = thing.asset?.equipment ?? { type: thing.asset?.terminal?.type }
  const entered: Record<string, string | undefined> = {
    kind: component ?? terminal,
    provider: found?.provider ?? undefined,
    ...(kind === 'cloud' ? { type: found?.instanceType ?? undefined } : { type }),
    form,
    storage: storage?.toString(),
    inches: inches?.toString(),
    ports: ports?.toString(),
    model,
    archetype: found?.archetype ?? undefined,
    ...(found && !found.archetype && kind !== 'cloud' && { [component ? 'name' : 'model']: found.model }),
    ...(isCounted && {
      [kind === 'terminal' || kind === 'equipment' || kind === 'iotDevice' ? 'units' : 'quantity']: String(
        thing.quantity,
      ),
    }),
    location,
    load: thing.load === undefined ? undefined : String(thing.load),
  }
  const given = Object.entries(entered).filter((each): each is [string, string] => each[1] !== undefined)
  const subject = { kind, entered: Object.fromEntries(given) } as const
  return hasLoad(subject) ? subject : { kind, entered: without(subject.entered, 'load') }
}

/** What all subjects have in common is a condition of the view; the rest stays theirs. */
function viewOf(subjects: readonly Subject[], duration: number | 'life'): View {
  const shared = (field: string) => {
    const values = new Set(subjects.map(({ entered }) => entered[field] ?? ''))
    return values.size === 1 ? ([...values][0] as string) : ''
  }
  const [location, load] = [shared('location'), shared('load')]
  return {
    ...EXAMPLE_VIEW,
    location,
    load,
    ...durationInForm(duration),
    subjects: subjects.map(({ kind, entered }) => ({
      kind,
      entered: without(without(entered, location === '' ? '' : 'location'), load === '' ? '' : 'load'),
    })),
  }
}

function without(entered: Readonly<Record<string, string>>, field: string): Readonly<Record<string, string>> {
  const { [field]: _, ...others } = entered
  return others
}

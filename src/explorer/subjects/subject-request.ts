import type { Criterion } from '../../generated/explorer-operations.ts'
import { readNumber } from '../state/read-number.ts'
import { DURATION_UNITS, type View } from '../state/view.ts'
import type { Field } from './field.ts'
import { fieldsOf } from './fields-of.ts'
import type { Subject, SubjectKind } from './subject.ts'

/** GraphQL inputs are plain JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

export type JsonObject = { readonly [key: string]: Json }

/** What is asked of the API for one subject. */
export interface SubjectRequest {
  readonly kind: SubjectKind
  readonly input: JsonObject
  /** The archetype of a single component, which is an argument of its own. */
  readonly archetype: string | undefined
  readonly criteria: readonly Criterion[]
  /** Hours; undefined for the whole lifetime. */
  readonly duration: number | undefined
  /** The field that each path of the input comes from: `input.usage.timeWorkload` is `load`. */
  readonly origins: ReadonlyMap<string, FieldAddress>
}

/** A field of the conditions, or of a subject. */
export type FieldAddress = 'location' | 'load' | 'duration' | { readonly field: string }

/** What is wrong with a field, in words. */
export interface Fault {
  readonly at: FieldAddress | undefined
  readonly message: string
  /** Known names that are close, best first. */
  readonly nearest?: readonly string[]
  /** Whether the same may work later. */
  readonly mayRetry?: boolean
}

/** What is asked for a subject under the conditions of the view, or what keeps it from being asked: nothing unknown is sent. */
export function subjectRequest(
  subject: Subject,
  view: View,
  isPlace: (text: string) => boolean,
): SubjectRequest | readonly Fault[] {
  const faults: Fault[] = []
  const draft = new Draft(subject)
  for (const field of fieldsOf(subject)) readField(field, subject, draft, faults, isPlace)
  const usage = subject.kind === 'component' ? `${subject.said.kind}.usage` : 'usage'
  if (view.location !== '' && !subject.said.location && drawsPower(subject)) {
    if (isPlace(view.location)) draft.set(`${usage}.usageLocation`, view.location, 'location')
    else faults.push({ at: 'location', message: unknownPlace(view.location) })
  }
  if (view.load.trim() !== '' && !subject.said.load && hasLoad(subject)) {
    const load = readNumber(view.load)
    if (load === undefined || load < 0 || load > 100)
      faults.push({ at: 'load', message: `Enter a percentage from 0 to 100; “${view.load}” is not one.` })
    else draft.set(`${usage}.timeWorkload`, load, 'load')
  }
  const duration = view.duration.trim() === '' ? undefined : readNumber(view.duration)
  if (view.duration.trim() !== '' && (duration === undefined || duration <= 0)) {
    faults.push({ at: 'duration', message: `Enter a number above 0; “${view.duration}” is not one.` })
  }
  if (faults.length > 0) return faults
  const { archetype, ...input } = draft.input()
  const isComponent = subject.kind === 'component'
  return {
    kind: subject.kind,
    input: isComponent || archetype === undefined ? input : { archetype, ...input },
    archetype: isComponent ? (archetype as string | undefined) : undefined,
    criteria: view.criteria,
    duration: duration === undefined ? undefined : duration * DURATION_UNITS[view.durationUnit],
    origins: draft.origins(),
  }
}

/** Devices and parts without a model of power have no load. */
export function hasLoad({ kind, said }: Subject): boolean {
  if (kind === 'terminal') return false
  return kind !== 'component' || ['cpu', 'ram', 'gpu'].includes(said.kind ?? '')
}

/** Parts without a model of power have no place either: nothing of them depends on it. */
export function drawsPower(subject: Subject): boolean {
  return fieldsOf(subject).some(({ id }) => id === 'location')
}

function unknownPlace(text: string): string {
  return `No place is called “${text}”. Choose a country, or a cloud region such as eu-west-3.`
}

function readField(
  { id, path, type, suggestions, factor = 1, required }: Field,
  { said }: Subject,
  draft: Draft,
  faults: Fault[],
  isPlace: (text: string) => boolean,
): void {
  const text = said[id]?.trim() ?? ''
  const at = { field: id }
  if (text === '') {
    if (required !== undefined) faults.push({ at, message: required })
    return
  }
  if (path === '') return
  const number = readNumber(text)
  if (type === 'number' && number === undefined) {
    faults.push({ at, message: `Enter a number; “${text}” is not one.` })
  } else if (suggestions === 'locations' && !isPlace(text)) faults.push({ at, message: unknownPlace(text) })
  else draft.set(path, type === 'number' ? (number as number) * factor : text, at)
}

/** An input in the making: values by path, and where each comes from. */
class Draft {
  readonly #values = new Map<string, { readonly value: Json; readonly from: FieldAddress }>()
  readonly #subject: Subject

  constructor(subject: Subject) {
    this.#subject = subject
  }

  set(path: string, value: Json, from: FieldAddress): void {
    this.#values.set(path, { value, from })
  }

  origins(): ReadonlyMap<string, FieldAddress> {
    return new Map([...this.#values].map(([path, { from }]) => [`input.${this.#placed(path)}`, from]))
  }

  input(): JsonObject {
    const root: Record<string, Json> = {}
    if (this.#subject.kind === 'component') root[this.#subject.said.kind as string] = {}
    for (const [path, { value }] of this.#values) place(root, this.#placed(path).split('.'), value)
    return root
  }

  /** Drives are one list: solid-state drives first, if there are any. */
  #placed(path: string): string {
    const hasSsd = [...this.#values.keys()].some((each) => each.startsWith('configuration.disk.ssd'))
    return path
      .replace('configuration.disk.ssd', 'configuration.disk.0.ssd')
      .replace('configuration.disk.hdd', `configuration.disk.${hasSsd ? 1 : 0}.hdd`)
  }
}

/** Puts a value at a path; a number in the path is a place in a list. */
function place(root: Record<string, Json>, path: readonly string[], value: Json): void {
  let at: Record<string, Json> = root
  for (const [index, key] of path.entries()) {
    if (index === path.length - 1) at[key] = value
    else {
      at[key] ??= /^\d+$/.test(path[index + 1] as string) ? [] : {}
      at = at[key] as Record<string, Json>
    }
  }
}

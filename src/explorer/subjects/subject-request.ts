import type { Boundary, Criterion } from '../../generated/explorer-operations.ts'
import { readPowerProfile } from '../../input/power-profile.ts'
import { COMPONENTS } from '../../kinds.ts'
import { type Catalogue, isLocation } from '../form/catalogue.ts'
import { readConditions, readNumber, unknownLocation } from '../state/read-conditions.ts'
import type { Fault, FieldAddress, View } from '../state/view.ts'
import { type Field, PROFILE_EXAMPLE } from './field.ts'
import { fieldsOf } from './fields-of.ts'
import type { Subject, SubjectKind } from './subject.ts'

/** GraphQL inputs are plain JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

export type JsonObject = { readonly [key: string]: Json }

/** The API request for one subject. */
export interface SubjectRequest {
  readonly kind: SubjectKind
  readonly input: JsonObject
  /** The archetype of a single component, a separate argument. */
  readonly archetype: string | undefined
  readonly criteria: readonly Criterion[]
  /** The quantity if the input does not hold it: 1 or more. */
  readonly quantity: number
  /** The data release to query; empty for the default. */
  readonly release: string
  /** Hours; undefined for the whole lifetime. */
  readonly duration: number | undefined
  readonly boundary: Boundary
  /** The field behind each path of the input: `input.usage.timeWorkload` is `load`. */
  readonly origins: ReadonlyMap<string, FieldAddress>
}

/** The request for a subject under the view's conditions, or its faults: unknown values are never sent. */
export function subjectRequest(
  subject: Subject,
  view: View,
  catalogue: Pick<Catalogue, 'locations' | 'releases'>,
): SubjectRequest | readonly Fault[] {
  const draft = new Draft(subject)
  const { conditions, faults: wrong } = readConditions(view, catalogue)
  // A condition cannot be wrong for a subject that ignores or replaces it.
  const counts = {
    location: !subject.entered.location && drawsPower(subject),
    load: !subject.entered.load && hasLoad(subject),
    duration: true,
    release: true,
  }
  const faults: Fault[] = wrong.filter(({ at }) => counts[at])
  for (const field of fieldsOf(subject)) readField(field, subject, draft, faults, catalogue)
  const usage = subject.kind === 'component' ? `${subject.entered.kind}.usage` : 'usage'
  const { location, load, duration } = conditions
  if (counts.location && location !== '') draft.set(`${usage}.usageLocation`, location, 'location')
  if (counts.load && load !== undefined) draft.set(`${usage}.timeWorkload`, load, 'load')
  if (subject.entered.electricity?.trim())
    draft.set(`${usage}.elecFactors.0.criterion`, 'GWP', { field: 'electricity' })
  const quantity = readNumber(subject.entered.quantity?.trim() || '1') ?? 0
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > MOST_OF_ONE) {
    const message = `Enter a whole number of 1 or more; “${subject.entered.quantity}” is not one.`
    faults.push({ at: { field: 'quantity' }, message })
  }
  if (faults.length > 0) return faults
  const { archetype, ...input } = draft.input()
  const isComponent = subject.kind === 'component'
  return {
    kind: subject.kind,
    input: isComponent || archetype === undefined ? input : { archetype, ...input },
    archetype: isComponent ? (archetype as string | undefined) : undefined,
    quantity,
    release: view.release,
    criteria: view.criteria,
    duration,
    boundary: view.boundary,
    origins: draft.origins(),
  }
}

/** The API counts up to about twice this. */
const MOST_OF_ONE = 1_000_000_000

/** Devices and parts without a power model have no load. */
export function hasLoad({ kind, entered }: Subject): boolean {
  if (kind !== 'component') return kind === 'server' || kind === 'cloud'
  return COMPONENTS[entered.kind as keyof typeof COMPONENTS]?.use === 'load'
}

/** Kinds that do not stand in a data centre. A network is in many places. */
const OUTSIDE: ReadonlySet<SubjectKind> = new Set<SubjectKind>(['terminal', 'equipment', 'iotDevice', 'network'])

/** Storage arrays stand in one all the same. */
export function standsInDataCentre({ kind }: Subject): boolean {
  return !OUTSIDE.has(kind)
}

/** Parts without a power model need no place, because nothing depends on it. */
export function drawsPower(subject: Subject): boolean {
  return fieldsOf(subject).some(({ id }) => id === 'location')
}

function readField(
  { id, path, type, choices, suggestions, least, factor = 1, required, requiredWith }: Field,
  { entered }: Subject,
  draft: Draft,
  faults: Fault[],
  catalogue: Pick<Catalogue, 'locations'>,
): void {
  const text = entered[id]?.trim() ?? ''
  const at = { field: id }
  if (text === '') {
    const isNeeded = requiredWith?.some((other) => entered[other]?.trim()) ?? true
    if (required !== undefined && isNeeded) faults.push({ at, message: required })
    return
  }
  // The service refuses the whole request for an unknown kind. For other choices, it names the closest one.
  if (id === 'kind' && choices !== undefined && !choices.some(([value]) => value === text)) {
    faults.push({ at, message: `“${text}” is not one of the choices.` })
    return
  }
  if (path === '') return
  if (type === 'profile') {
    const points = readPowerProfile(text)
    if (points !== undefined) draft.set(path, points, at)
    else faults.push({ at, message: `Enter loads in percent with their power in W, such as ${PROFILE_EXAMPLE}.` })
    return
  }
  const number = readNumber(text)
  if (type === 'number' && number === undefined) {
    faults.push({ at, message: `Enter a number; “${text}” is not one.` })
  } else if (number !== undefined && least !== undefined && number < least) {
    faults.push({ at, message: `Enter a number of ${least} or more.` })
  } else if (suggestions === 'locations' && !isLocation(text, catalogue))
    faults.push({ at, message: unknownLocation(text) })
  else draft.set(path, type === 'number' ? (number as number) * factor : text, at)
}

/** Builds an input: values by path, with the field behind each. */
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
    return new Map([...this.#values].map(([path, { from }]) => [`input.${this.#pathOf(path)}`, from]))
  }

  input(): JsonObject {
    const root: Record<string, Json> = {}
    if (this.#subject.kind === 'component') root[this.#subject.entered.kind as string] = {}
    for (const [path, { value }] of this.#values) setAt(root, this.#pathOf(path).split('.'), value)
    return root
  }

  /** Drives form one list, with any solid-state drives first. */
  #pathOf(path: string): string {
    const hasSsd = [...this.#values.keys()].some((each) => each.startsWith('configuration.disks.ssd'))
    return path
      .replace('configuration.disks.ssd', 'configuration.disks.0.ssd')
      .replace('configuration.disks.hdd', `configuration.disks.${hasSsd ? 1 : 0}.hdd`)
  }
}

/** Sets a value at a path; a number in the path is a list index. */
function setAt(root: Record<string, Json>, path: readonly string[], value: Json): void {
  let at: Record<string, Json> = root
  for (const [index, key] of path.entries()) {
    if (index === path.length - 1) at[key] = value
    else {
      at[key] ??= /^\d+$/.test(path[index + 1] as string) ? [] : {}
      at = at[key] as Record<string, Json>
    }
  }
}

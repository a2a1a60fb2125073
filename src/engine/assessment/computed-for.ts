import type { Usage } from '../use/usage.ts'
import { isPlaceAssumed, placeWords } from '../values/assumptions.ts'
import { type Allocation, type Boundary, type ImpactSource, type Span, USUAL_DURATION } from './impact.ts'

/** More different places, or loads, are not named. */
const MOST_NAMED = 3

const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

/** Conditions of the figures of one asset. */
export interface Conditions {
  /** Assessed hours. Undefined if neither a duration nor a lifetime is known. */
  readonly hours: number | undefined
  /**
   * Origin of the hours: the request, the use of the asset, its lifetime, or a bill, which counts each hour as a unit.
   */
  readonly hoursOf: 'REQUEST' | 'USE' | 'LIFETIME' | 'BILL'
  /** Location of the electricity. `EEE (assumed)` if missing or unknown. */
  readonly place: string
  /** Load in percent, LOADS for several, or POWER for a given power. Undefined without a load. */
  readonly load: number | 'LOADS' | 'POWER' | undefined
  readonly allocation: Allocation
  /** EQUIPMENT for all that stands in no data centre. */
  readonly boundary: Boundary
}

/** The conditions of an asset with this usage. */
export function conditionsOf({ duration, allocation, boundary }: Span, usage: Usage): Conditions {
  const { usageLocation: place, timeWorkload, givenDuration, lifetime, facility, isPowerGiven } = usage
  const own = givenDuration ?? lifetime
  return {
    hours: duration ?? own?.value,
    hoursOf: duration !== undefined ? 'REQUEST' : givenDuration !== undefined ? 'USE' : 'LIFETIME',
    place: placeWords(place.value, isPlaceAssumed(place, place.warnings)),
    load: isPowerGiven ? 'POWER' : timeWorkload && (timeWorkload.load?.value ?? 'LOADS'),
    allocation,
    boundary: boundary === 'DATA_CENTRE' && facility !== undefined ? 'DATA_CENTRE' : 'EQUIPMENT',
  }
}

/** The different conditions of many assets, in words. */
interface ScopeWords {
  readonly durations: readonly string[]
  readonly places: readonly string[]
  readonly loads: readonly string[]
  readonly allocations: readonly Allocation[]
  readonly boundaries: readonly Boundary[]
}

/** A scope as JSON. */
export interface WrittenScope extends ScopeWords {
  readonly span: Span
  readonly release: string
}

/** Whether a value from a file has the form of a scope. */
export function isWrittenScope(value: unknown): value is WrittenScope {
  const { span, release, ...words } = (value ?? {}) as Partial<WrittenScope>
  const isList = (each: unknown) => Array.isArray(each) && each.every((word) => typeof word === 'string')
  return (
    typeof span === 'object' &&
    span !== null &&
    typeof release === 'string' &&
    WORDS.every((name) => isList(words[name]))
  )
}

const WORDS = ['durations', 'places', 'loads', 'allocations', 'boundaries'] as const satisfies (keyof ScopeWords)[]

/** What the figures of one asset, or of many, are computed for. Scopes of parts add up to that of the whole. */
export class Scope {
  readonly #span: Span
  readonly #release: string
  readonly #words = {
    durations: new Set<string>(),
    places: new Set<string>(),
    loads: new Set<string>(),
    allocations: new Set<Allocation>(),
    boundaries: new Set<Boundary>(),
  }

  /** `span` is that of the request. Assets may have their own. */
  constructor(span: Span, release: string) {
    this.#span = span
    this.#release = release
  }

  add(conditions: Conditions): void {
    const { durations, places, loads, allocations, boundaries } = this.#words
    // Beyond what is named, words would only take time and room.
    if (durations.size < 2) durations.add(durationWords(conditions))
    places.add(conditions.place)
    if (conditions.load !== undefined && loads.size <= MOST_NAMED) loads.add(loadWords(conditions.load))
    allocations.add(conditions.allocation)
    boundaries.add(conditions.boundary)
  }

  /** Adds the scope of a part. Throws a RangeError if it was computed for another request. */
  addWritten({ span, release, ...words }: WrittenScope): void {
    if (release !== this.#release || JSON.stringify(ends(span)) !== JSON.stringify(ends(this.#span))) {
      const [one, other] = [new Scope(this.#span, this.#release), new Scope(span, release)]
      throw new RangeError(`The parts were computed for different settings: ${one.sentence} and ${other.sentence}`)
    }
    for (const [name, of] of Object.entries(this.#words)) {
      for (const word of words[name as keyof ScopeWords]) (of as Set<string>).add(word)
    }
  }

  get written(): WrittenScope {
    const words = Object.entries(this.#words).map(([name, of]) => [name, [...of].sort()])
    return { span: this.#span, release: this.#release, ...(Object.fromEntries(words) as unknown as ScopeWords) }
  }

  /** One sentence: duration, places, boundary, loads and data release. */
  get sentence(): string {
    const { durations, places, loads, allocations, boundaries } = this.#words
    const { duration, allocation, boundary } = this.#span
    const isTotal = allocations.size === 0 ? allocation === 'TOTAL' : allocations.has('TOTAL')
    const isInDataCentre = boundaries.size === 0 ? boundary === 'DATA_CENTRE' : boundaries.has('DATA_CENTRE')
    const dataCentre = boundaries.size > 1 ? 'with the data centre around some assets' : 'including the data centre'
    const asked = duration === undefined ? [] : [hoursWords(duration)]
    const [first, ...others] = durations.size === 0 ? asked : durations
    const parts = [
      `Over ${first === undefined || others.length > 0 ? 'the duration of each asset' : first}`,
      ...(places.size === 0 ? [] : [`in ${named(places, `${places.size} places`)}`]),
      isInDataCentre ? dataCentre : 'for the equipment alone',
      ...(loads.size === 0 ? [] : [`at ${namedLoads(loads)}`]),
      ...(isTotal ? [`with the whole embedded impact${allocations.has('LINEAR') ? ' of some' : ''}`] : []),
      `using data release ${this.#release}`,
    ]
    return `${parts.join(', ')}.`
  }
}

/**
 * One sentence that says what a figure was computed for: duration, place, boundary, load and data release. `usages`: of
 * what is assessed, by `usagesOver`.
 *
 * @example
 * computedFor({ duration: 8760, allocation: 'LINEAR' }, '2026.12', server.usagesOver(span))
 * // 'Over 8,760 hours (a year), in FRA, for the equipment alone, at a load of 50 %, using data release 2026.12.'
 */
export function computedFor(span: Span, release: string, usages: ReturnType<ImpactSource['usagesOver']>): string {
  const scope = new Scope(span, release)
  for (const [own, usage] of usages) scope.add(conditionsOf(own, usage))
  return scope.sentence
}

function ends({ duration, allocation, boundary = 'EQUIPMENT' }: Span) {
  return [duration, allocation, boundary]
}

function durationWords({ hours, hoursOf }: Conditions): string {
  if (hoursOf === 'BILL') return 'the billed time'
  if (hours === undefined) return 'the whole life'
  if (hoursOf === 'USE') return `${NUMBER.format(hours)} hours of use`
  return hoursOf === 'LIFETIME' ? `a life of ${NUMBER.format(hours)} hours` : hoursWords(hours)
}

function hoursWords(hours: number): string {
  const years = hours / USUAL_DURATION
  const words = `${NUMBER.format(hours)} hour${hours === 1 ? '' : 's'}`
  if (!Number.isInteger(years)) return words
  return `${words} (${years === 1 ? 'a year' : `${NUMBER.format(years)} years`})`
}

function loadWords(load: NonNullable<Conditions['load']>): string {
  if (load === 'POWER') return 'the given power'
  return load === 'LOADS' ? 'the given loads' : `${ONE_LOAD}${NUMBER.format(load)} %`
}

const ONE_LOAD = 'a load of '

/** `loads of 30 % and 40 %` */
function namedLoads(words: ReadonlySet<string>): string {
  const numbers = [...words].filter((word) => word.startsWith(ONE_LOAD)).map((word) => word.slice(ONE_LOAD.length))
  const isFolded = numbers.length > 1 && numbers.length === words.size && words.size <= MOST_NAMED
  return isFolded ? `loads of ${named(new Set(numbers), '')}` : named(words, 'different loads')
}

/** `DEU, FRA and POL`; `several` where they are too many. */
function named(words: ReadonlySet<string>, several: string): string {
  if (words.size > MOST_NAMED) return several
  const sorted = [...words].sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  return sorted.length < 2 ? sorted.join() : `${sorted.slice(0, -1).join(', ')} and ${sorted.at(-1)}`
}

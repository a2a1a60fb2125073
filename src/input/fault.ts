import type { UnknownInputCode } from '../engine/values/assumptions.ts'

/** Characters of a value that an error repeats. */
const LONGEST_SHOWN = 200

/** Faults that one error lists; the rest is only counted. */
const MOST_FAULTS = 20

/** Replaces a list or an object too long to show. */
const TOO_LONG = '(too long to show)'

/** A text of at most 200 characters, cut where it was longer: `"aaaa…"`. */
export function shownText(text: string, most = LONGEST_SHOWN): string {
  return text.length > most ? `${text.slice(0, most)}…` : text
}

/**
 * The caller's value as an error repeats it. Texts are cut at 200 characters, and a list or object with longer JSON is
 * omitted. The length is measured first, because a value may be nested too deeply for JSON.stringify.
 *
 * Example: `shownValue({ a: [1, 2] })` is `{ a: [1, 2] }`.
 */
function shownValue(value: unknown): unknown {
  if (typeof value === 'string') return shownText(value)
  if (value === null || typeof value !== 'object') return value
  return room(value, LONGEST_SHOWN) < 0 || JSON.stringify(value).length > LONGEST_SHOWN ? TOO_LONG : value
}

/** Subtracts the least space that a value takes from the characters left; negative means too long. */
function room(value: unknown, left: number): number {
  if (typeof value === 'string') return left - value.length
  if (value === null || typeof value !== 'object') return left - 1
  let rest = left - 2
  for (const key in value) {
    if (rest < 0) return rest
    rest = room((value as Record<string, unknown>)[key], rest - 1)
  }
  return rest
}

type Path = readonly (string | number)[]

/** Fault codes for programs, each with its meaning. Unknown names have the code of their warning. */
export const FAULT_CODES = {
  INVALID_TYPE: 'The value has the wrong type, or a required value is missing.',
  INVALID_VALUE: 'The value is not allowed here. The message lists the allowed values.',
  INVALID_UNION: 'The value has none of the shapes that the field accepts.',
  TOO_SMALL: 'The number is too small, or the list too short.',
  TOO_BIG: 'The number is too large, or the list too long.',
  MISSING: 'A required value is missing.',
  NOT_FOUND: 'Nothing has this id or name. `nearest` has the closest ones.',
  FORBIDDEN: 'This API key is not allowed to do this.',
  JSON_INVALID: 'The body is not JSON.',
  UNKNOWN_LOCATION: 'Unknown location.',
  UNKNOWN_REGION: 'Unknown region of the cloud provider.',
  UNKNOWN_CPU: 'Unknown processor.',
  UNKNOWN_GPU: 'Unknown graphics card.',
  UNKNOWN_VARIANT: 'The name fits several models or graphics cards.',
  UNKNOWN_MODEL: 'Unknown model.',
  UNKNOWN_NAME: 'Unknown manufacturer, family or model range.',
  UNKNOWN_GENERATION: 'Unknown generation of memory.',
  UNKNOWN_FORM_FACTOR: 'Unknown form factor of a drive.',
  UNKNOWN_YEAR: 'No such part was made in that year.',
  CONTRADICTION: 'Two of the inputs contradict each other.',
} as const satisfies Readonly<Record<UnknownInputCode, string>> & Readonly<Record<string, string>>

export type FaultCode = keyof typeof FAULT_CODES

/** A fault at one place of a request. */
export interface Fault {
  readonly code: FaultCode
  /** What was expected: `expected a number above 0`. */
  readonly message: string
  /** Where: `['input', 'configuration', 'cpu', 'units']`; empty for the whole. */
  readonly path: Path
  /** The closest known names, best first, for an unknown name. */
  readonly nearest?: readonly string[]
  /** The caller's value, cut if long. */
  readonly value?: unknown
}

/**
 * All faults of a request. They may be passed as a function, evaluated on first read: a fleet may have thousands, and
 * few are read.
 */
export class FaultError extends Error {
  override readonly name = 'FaultError'
  readonly code: 'BAD_USER_INPUT' | 'NOT_FOUND' | 'FORBIDDEN'
  readonly #make: () => readonly Fault[]
  #all: readonly Fault[] | undefined

  constructor(faults: readonly Fault[] | (() => readonly Fault[]), code: FaultError['code'] = 'BAD_USER_INPUT') {
    super()
    this.code = code
    this.#make = typeof faults === 'function' ? faults : () => faults
  }

  /** The first faults. */
  get faults(): readonly Fault[] {
    return this.#faults.slice(0, MOST_FAULTS)
  }

  /** Number of further faults. */
  get moreFaults(): number {
    return Math.max(0, this.#faults.length - MOST_FAULTS)
  }

  get #faults(): readonly Fault[] {
    this.#all ??= this.#make().map((fault) => ('value' in fault ? { ...fault, value: shown(fault.value) } : fault))
    return this.#all
  }

  override get message(): string {
    const { faults, moreFaults } = this
    const named = faults.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
    return [...named, ...(moreFaults > 0 ? [`and ${moreFaults} more`] : [])].join('; ')
  }

  /** The same faults with a prefix to their paths, such as `input.`. */
  under(path: Path): FaultError {
    return this.map((fault) => ({ ...fault, path: [...path, ...fault.path] }))
  }

  /** The same faults, each changed. */
  map(change: (fault: Fault) => Fault): FaultError {
    return new FaultError(() => this.#faults.map(change), this.code)
  }
}

/** Shows values that JSON lacks as text, or as null. */
function shown(value: unknown): unknown {
  if (value === undefined) return null
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : shownValue(value)
}

/** Runs a step and puts a path before its faults. */
export function under<Value>(path: Path, step: () => Value): Value {
  const throwUnder = (error: unknown): never => {
    throw error instanceof FaultError ? error.under(path) : error
  }
  try {
    const value = step()
    return value instanceof Promise ? (value.catch(throwUnder) as Value) : value
  } catch (error) {
    return throwUnder(error)
  }
}

/** Runs both readers. If either finds faults, throws one FaultError with those of both: NOT_FOUND if all are. */
export function readBoth<First, Second>(first: () => First, second: () => Second): readonly [First, Second] {
  const errors: FaultError[] = []
  const read = <Result>(reader: () => Result): Result | undefined => {
    try {
      return reader()
    } catch (error) {
      if (!(error instanceof FaultError)) throw error
      errors.push(error)
      return undefined
    }
  }
  const results = [read(first), read(second)] as const
  if (errors.length > 0) {
    const code = errors.every((each) => each.code === 'NOT_FOUND') ? 'NOT_FOUND' : 'BAD_USER_INPUT'
    throw new FaultError(
      errors.flatMap(({ faults }) => faults),
      code,
    )
  }
  return results as readonly [First, Second]
}

/** The fault of an argument set under both its current and its former name. */
export function bothNames(former: string, name: string, value: unknown): FaultError {
  const message = `expected either \`${name}\` or its old name, not both`
  return new FaultError([{ path: [former], message, code: 'INVALID_VALUE', value }])
}

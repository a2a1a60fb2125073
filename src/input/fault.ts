/** Characters of a value that are shown again. */
const LONGEST_SHOWN = 200

/** Faults that one error names; the rest it counts. */
const MOST_FAULTS = 20

/** What stands for a list or an object that is not shown. */
const TOO_LONG = '(too long to show)'

/** A text of at most 200 characters, cut where it was longer: `"aaaa…"`. */
export function shownText(text: string, most = LONGEST_SHOWN): string {
  return text.length > most ? `${text.slice(0, most)}…` : text
}

/**
 * What was sent, as an error shows it again: texts are cut at 200 characters, and a list or an object whose JSON is longer is
 * not shown at all. A value may be nested deeper than the stack of calls that would write it, so it is measured first.
 *
 * Example: `shownValue({ a: [1, 2] })` is `{ a: [1, 2] }`.
 */
function shownValue(value: unknown): unknown {
  if (typeof value === 'string') return shownText(value)
  if (value === null || typeof value !== 'object') return value
  return room(value, LONGEST_SHOWN) < 0 || JSON.stringify(value).length > LONGEST_SHOWN ? TOO_LONG : value
}

/** What is left of so many characters when the least that a value takes is taken away; negative: too long. */
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

/** What is wrong at one place of what was asked for. */
export interface Fault {
  /** What kind of fault, in upper case: `TOO_SMALL`, `NOT_FOUND`, `UNKNOWN_LOCATION`. */
  readonly code: string
  /** What was expected: `expected a number above 0`. */
  readonly message: string
  /** Where: `['input', 'configuration', 'cpu', 'units']`; empty where the whole is meant. */
  readonly path: Path
  /** The closest known names, best first, where a name is what is wrong. */
  readonly nearest?: readonly string[]
  /** What was given, cut where it is long. */
  readonly value?: unknown
}

/**
 * All that is wrong with what was asked for. Faults may be given as a function: they are then made when they are first
 * read, since of the thousands that a fleet may have, few are.
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

  /** The first of the faults. */
  get faults(): readonly Fault[] {
    return this.#faults.slice(0, MOST_FAULTS)
  }

  /** How many there are besides. */
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

  /** The same faults, further inside of what was asked for: `input.` and their paths. */
  under(path: Path): FaultError {
    return new FaultError(() => this.#faults.map((fault) => ({ ...fault, path: [...path, ...fault.path] })), this.code)
  }
}

/** Values that JSON does not have are shown as texts, or as null. */
function shown(value: unknown): unknown {
  if (value === undefined) return null
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : shownValue(value)
}

/** What a step gives; its faults are put under a path. */
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

/** What both readers give. Where either finds faults, throws one FaultError with those of both. */
export function readBoth<First, Second>(first: () => First, second: () => Second): readonly [First, Second] {
  const faults: Fault[] = []
  const read = <Result>(reader: () => Result): Result | undefined => {
    try {
      return reader()
    } catch (error) {
      if (!(error instanceof FaultError)) throw error
      faults.push(...error.faults)
      return undefined
    }
  }
  const results = [read(first), read(second)] as const
  if (faults.length > 0) throw new FaultError(faults)
  return results as readonly [First, Second]
}

/** An argument that was given under its name and under the former one. */
export function bothNames(former: string, name: string, value: unknown): FaultError {
  const message = `expected either \`${name}\` or its old name, not both`
  return new FaultError([{ path: [former], message, code: 'INVALID_VALUE', value }])
}

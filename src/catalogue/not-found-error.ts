import { FaultError, shownText } from '../input/fault.ts'
import type { ArchetypeOf } from './tables.ts'

/**
 * What the catalogue lists: things of one kind. `within` is the provider of an instance or a region, or the device of a
 * terminal.
 */
export interface Listed {
  readonly of: ArchetypeOf | 'cloud_provider' | 'cloud_region' | 'location' | 'cpu' | 'release'
  readonly within?: string
  /** All names, if they are few. */
  readonly names?: readonly string[]
}

/** No row has the requested id or name: one fault, with the closest known names. */
export class NotFoundError extends FaultError {
  readonly given: string
  readonly listed: Listed | undefined
  readonly #path: readonly (string | number)[]

  constructor(
    given: string,
    suggest: () => readonly string[],
    listed?: Listed,
    path: readonly (string | number)[] = [],
  ) {
    super(() => {
      const nearest = suggest()
      const what = given.trim() === '' ? `"${given}"` : shownText(given)
      const message =
        nearest.length > 0 ? `${what} not found. Did you mean ${nearest.join(', ')}?` : `${what} not found`
      return [{ code: 'NOT_FOUND', message, path, nearest, value: given }]
    }, 'NOT_FOUND')
    this.given = given
    this.listed = listed
    this.#path = path
  }

  /** The closest known names, best first; empty if nothing is close. */
  get nearest(): readonly string[] {
    return this.faults[0]?.nearest ?? []
  }

  override get message(): string {
    return this.faults[0]?.message ?? ''
  }

  /** The message; if no name is close, also where to list the known ones. */
  messageWith(listOf: (listed: Listed) => string): string {
    if (this.nearest.length > 0 || this.listed === undefined) return this.message
    return `${this.message}; ${listOf(this.listed)} lists the known names`
  }

  override under(path: readonly (string | number)[]): NotFoundError {
    return new NotFoundError(this.given, () => this.nearest, this.listed, [...path, ...this.#path])
  }
}

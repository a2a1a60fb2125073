import type { ArchetypeOf } from './resolve/archetype-config.ts'

/** What is listed in the catalogue: things of one kind; `within` is the provider of an instance, the device of a terminal. */
export interface Listed {
  readonly of: ArchetypeOf | 'cloud_provider'
  readonly within?: string
}

/**
 * A thing was asked for by an id that no row has. Which ids are near is found when it is first told: of the ten thousand
 * errors that a fleet may have, few are.
 */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError'
  readonly given: string
  readonly listed: Listed | undefined
  readonly #suggest: () => readonly string[]
  #nearest: readonly string[] | undefined

  constructor(given: string, suggest: () => readonly string[], listed?: Listed) {
    super()
    this.given = given
    this.listed = listed
    this.#suggest = suggest
  }

  /** The closest known ids, best first; none where nothing is near. */
  get nearest(): readonly string[] {
    this.#nearest ??= this.#suggest()
    return this.#nearest
  }

  override get message(): string {
    const { given, nearest } = this
    const what = given.trim() === '' ? `"${given}"` : given
    return nearest.length > 0 ? `${what} not found; did you mean ${nearest.join(', ')}?` : `${what} not found`
  }

  /** The message and, where no name is close, where those that are known are listed. */
  messageWith(listOf: (listed: Listed) => string): string {
    if (this.nearest.length > 0 || this.listed === undefined) return this.message
    return `${this.message}; ${listOf(this.listed)} lists those that are known`
  }
}

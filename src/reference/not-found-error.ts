import type { ArchetypeOf } from './archetype-config.ts'

/** What is listed in the catalogue: things of one kind; `within` is the provider of an instance, the device of a terminal. */
export interface Listed {
  readonly of: ArchetypeOf | 'cloud_provider'
  readonly within?: string
}

/** A thing was asked for by an id that no row has. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError'
  readonly given: string
  readonly nearest: readonly string[]
  readonly listed: Listed | undefined

  constructor(given: string, nearest: readonly string[], listed?: Listed) {
    const what = given.trim() === '' ? `"${given}"` : given
    super(nearest.length > 0 ? `${what} not found; did you mean ${nearest.join(', ')}?` : `${what} not found`)
    this.given = given
    this.nearest = nearest
    this.listed = listed
  }

  /** The message and, where no name is close, where those that are known are listed. */
  messageWith(listOf: (listed: Listed) => string): string {
    if (this.nearest.length > 0 || this.listed === undefined) return this.message
    return `${this.message}; ${listOf(this.listed)} lists those that are known`
  }
}

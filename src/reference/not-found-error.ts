/**
 * A thing was asked for by an id that no row has. Which ids are near is found when it is first told: of the ten thousand
 * errors that a fleet may have, few are.
 */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError'
  readonly given: string
  readonly #suggest: () => readonly string[]
  #nearest: readonly string[] | undefined

  constructor(given: string, suggest: () => readonly string[]) {
    super()
    this.given = given
    this.#suggest = suggest
  }

  /** The closest known ids, best first; none where nothing is near. */
  get nearest(): readonly string[] {
    this.#nearest ??= this.#suggest()
    return this.#nearest
  }

  override get message(): string {
    const { given, nearest } = this
    return nearest.length > 0 ? `${given} not found; did you mean ${nearest.join(', ')}?` : `${given} not found`
  }
}

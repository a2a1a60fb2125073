/** A thing was asked for by an id that no row has. `field` says which part of the request named it. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError'
  readonly given: string
  readonly nearest: readonly string[]

  constructor(given: string, nearest: readonly string[]) {
    super(nearest.length > 0 ? `${given} not found; did you mean ${nearest.join(', ')}?` : `${given} not found`)
    this.given = given
    this.nearest = nearest
  }
}

/** A command that cannot be meant as it was written. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

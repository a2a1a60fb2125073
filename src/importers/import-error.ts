/** A file of which nothing can be read; the message says why. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}

/** A file of which nothing can be read; the message has the reason. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}

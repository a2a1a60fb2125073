/** What is wrong with a file: it cannot be read, two columns have one meaning, or a column that is not read seems to matter. */
export type ImportFault = 'UNREADABLE' | 'TWO_COLUMNS' | 'COLUMN_NOT_READ'

/** A column that is not read, and what it may be. */
export interface Proposal {
  /** As the file calls it. */
  readonly column: string
  /** The column that it seems to be: a map of it, or of it to `none`, answers the question. */
  readonly readAs: string
}

/** A file of which nothing can be read; the message has the reason. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
  readonly code: ImportFault
  readonly proposal: Proposal | undefined

  constructor(message: string, { code = 'UNREADABLE', proposal }: { code?: ImportFault; proposal?: Proposal } = {}) {
    super(message)
    this.code = code
    this.proposal = proposal
  }
}

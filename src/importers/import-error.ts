/** What is wrong with a file: it is unreadable, two columns have one meaning, or a column needs an answer. */
export type ImportFault = 'UNREADABLE' | 'TWO_COLUMNS' | 'COLUMN_NOT_READ'

/** A column without a sure meaning, and what it may be. */
export interface Proposal {
  /** As named in the file. */
  readonly column: string
  /** What it seems to be. Mapping it to this column, or to `none`, answers the question. */
  readonly readAs: string
  /** What else it may be: the same column in another unit. */
  readonly others?: readonly string[]
}

/** An unreadable file; the message has the reason. */
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

import type { GraphQLSchema } from 'graphql'
import type { Config } from '../settings/config.ts'
import type { ReportError } from './answers/errors.ts'

/** Given each operation: what it is counted under, the code of its first error or OK, and how long it took. */
type ObserveOperation = (label: string, code: string, milliseconds: number) => void

/** The settings that this folder reads. */
export type GraphqlConfig = Pick<
  Config,
  | 'introspection'
  | 'maxDocumentCharacters'
  | 'maxTokens'
  | 'maxDepth'
  | 'maxAliases'
  | 'maxListItems'
  | 'maxCost'
  | 'maxCostPer4Kb'
  | 'maxAnswerValues'
  | 'maxAnswerBytes'
  | 'maxBatch'
  | 'maxWaitMs'
  | 'timeLimitMs'
  | 'operationThreads'
  | 'warmUp'
>

/** What one operation works with, made anew for each. With `inputIsChecked` whoever asks has checked its input by the same rules. */
export type CreateContext = (options?: { readonly inputIsChecked?: boolean }) => object

export interface GraphqlOptions {
  readonly config: GraphqlConfig
  readonly schema: GraphQLSchema
  readonly createContext: CreateContext
  /** Documents by their SHA-256 in hexadecimal; undefined: any document is executed. */
  readonly trustedDocuments: ReadonlyMap<string, string> | undefined
  /** Given each error that callers are not shown. */
  readonly report: ReportError
  /** Given each operation that was run or refused: its label, its code and how long it took. */
  readonly observe?: ObserveOperation
  /** How a thread makes the same schema and contexts; without it large operations run here. */
  readonly threadWorld?: ThreadWorld | undefined
  /** Milliseconds without work after which threads end that are too many, or too large; a minute where none is given. */
  readonly threadIdleMs?: number | undefined
}

/** How a thread makes what operations run on: a module whose default export is a MakeThreadWorld, and what it is called with. */
export interface ThreadWorld {
  /** Address of the module: `new URL('./thread-world.ts', import.meta.url).href`. */
  readonly module: string
  /** Anything that can be copied to a thread. */
  readonly data: unknown
}

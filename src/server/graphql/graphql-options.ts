import type { GraphQLSchema } from 'graphql'
import type { Config } from '../settings/config.ts'
import type { ReportError } from './answers/errors.ts'

/** Receives each operation's label, the code of its first error or OK, and its duration. */
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
  | 'threadMegabytes'
  | 'maxThreadWaitMs'
  | 'warmUp'
  | 'jobs'
>

/** Creates the context of one operation. With `inputIsChecked`, the caller has checked its input by the same rules. */
export type CreateContext = (options?: { readonly inputIsChecked?: boolean }) => object

/** Large work of the service besides operations, by name. It takes turns with large operations. */
export type Errands = Readonly<Record<string, (input: never) => Promise<Uint8Array>>>

export interface GraphqlOptions {
  readonly config: GraphqlConfig
  readonly schema: GraphQLSchema
  readonly createContext: CreateContext
  readonly errands?: Errands
  /** Documents by their SHA-256 in hexadecimal; undefined: any document may run. */
  readonly trustedDocuments: ReadonlyMap<string, string> | undefined
  /** Receives each error hidden from callers. */
  readonly report: ReportError
  /** Receives each operation, run or refused: its label, code and duration. */
  readonly observe?: ObserveOperation
  /** How a thread creates the same schema and contexts; without it, large operations run on the main thread. */
  readonly threadWorld?: ThreadWorld | undefined
  /** Milliseconds of idleness after which surplus or oversized threads end; by default a minute. */
  readonly threadIdleMs?: number | undefined
}

/**
 * How a thread creates what operations run on: a module with a MakeThreadWorld as its default export, and its argument.
 */
export interface ThreadWorld {
  /** Address of the module: `new URL('./thread-world.ts', import.meta.url).href`. */
  readonly module: string
  /** Anything that can be copied to a thread. */
  readonly data: unknown
}

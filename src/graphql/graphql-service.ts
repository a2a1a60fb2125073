import type { GraphQLSchema } from 'graphql'
import type { Config } from '../config/config.ts'
import type { ReportError } from './answers/public-error.ts'
import { answerShortly } from './answers/short-way.ts'
import type { GraphqlReply, GraphqlRequest } from './graphql-request.ts'
import { type ObserveOperation, OperationRunner } from './operation-runner.ts'
import { OperationThreads, type ThreadWorld } from './threads/operation-threads.ts'

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

/** Everything at /graphql but the page for browsers. It belongs to one world: a reload makes another, and closes this one. */
export interface GraphqlService {
  /**
   * Answers any request to /graphql: a POST of one operation in JSON on a short way, all else through Yoga, which is loaded
   * when it is first needed. Never rejects. A reply is given at once where nothing had to be waited for.
   */
  readonly answer: (request: GraphqlRequest) => GraphqlReply | Promise<GraphqlReply>
  /** What comes of an operation of the service's own where it is a large one: see OperationRunner. */
  readonly runLarge: OperationRunner['runLarge']
  /** Documents that are remembered. */
  readonly documents: () => number
  /** Ends the threads when their operations are done. */
  readonly close: () => Promise<void>
}

export function createGraphqlService(options: GraphqlOptions): GraphqlService {
  const { config, threadWorld, threadIdleMs } = options
  const threads =
    threadWorld && config.operationThreads > 0 ? new OperationThreads(config, threadWorld, threadIdleMs) : undefined
  const runner = new OperationRunner(options, threads)
  let yoga: Promise<(request: GraphqlRequest) => Promise<GraphqlReply>> | undefined
  const loadYoga = async () => {
    const { createYogaHandler } = await import('./answers/yoga.ts')
    return createYogaHandler({ runner, maxBatch: config.maxBatch, report: options.report })
  }
  return {
    answer: (request) => {
      const short = answerShortly(request, runner)
      if (short !== undefined) return short
      yoga ??= loadYoga()
      return yoga.then((handle) => handle(request))
    },
    runLarge: (text, variables, caller) => runner.runLarge(text, variables, caller),
    documents: () => runner.documents,
    close: async () => threads?.close(),
  }
}

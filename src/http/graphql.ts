import type { GraphQLSchema } from 'graphql'
import type { Config } from '../config.ts'
import { answerFast } from './graphql/fast-path.ts'
import type { GraphqlReply, GraphqlRequest } from './graphql/graphql-request.ts'
import { type Caller, type OperationParams, OperationRunner, type Outcome } from './graphql/operation-runner.ts'
import type { ReportError } from './graphql/public-error.ts'
import type { Page } from './page.ts'
import type { Turns } from './turns.ts'

export interface GraphqlOptions {
  readonly config: Config
  readonly schema: GraphQLSchema
  readonly createContext: () => object
  readonly trustedDocuments: ReadonlyMap<string, string> | undefined
  readonly turns: Turns
  readonly report: ReportError
}

/** Everything at /graphql. */
export interface Graphql {
  readonly answer: (request: GraphqlRequest) => GraphqlReply | Promise<GraphqlReply>
  /** The query editor, or how to do without where it is switched off. */
  readonly page: () => Promise<Page>
  /** Documents that are remembered. */
  readonly documents: () => number
}

/** Told of every operation: what it is counted under, the code of its first error, and how long it took. */
export type ObserveOperation = (label: string, code: string, milliseconds: number) => void

/**
 * The usual request is answered directly, any other through Yoga, which is loaded when it is first needed. Both run the
 * operation in the same way.
 */
export function createGraphql(options: GraphqlOptions, observe: ObserveOperation): Graphql {
  const { config, schema, createContext, trustedDocuments, turns, report } = options
  const runner = new ObservedRunner(observe, {
    ...config,
    schema,
    createContext,
    trustedDocuments,
    turns,
    report,
    defaultCriteria: config.criteria.length,
  })
  let yoga: Promise<(request: GraphqlRequest) => Promise<GraphqlReply>> | undefined
  const loadYoga = async () => {
    const { createYogaHandler } = await import('./graphql/yoga.ts')
    return createYogaHandler({ runner, maxBatch: config.maxBatch, report })
  }
  return {
    answer: (request) => {
      const fast = answerFast(request, runner)
      if (fast !== undefined) return fast
      yoga ??= loadYoga()
      return yoga.then((handle) => handle(request))
    },
    page: async () => (config.graphiql ? (await import('./graphql/graphiql-page.ts')).graphiqlPage() : NO_EDITOR),
    documents: () => runner.documents,
  }
}

const NO_EDITOR: Page = {
  contentType: 'text/plain; charset=utf-8',
  body: `This is the GraphQL API of impactql. Its query editor is switched off here; programs may ask all the same:

  curl -H 'content-type: application/json' -d '{"query": "{ dataRelease { id } }"}' <this address>

The page at / tells what there is, and shows a first query.
`,
}

/** A runner that tells of what it ran. */
class ObservedRunner extends OperationRunner {
  readonly #observe: ObserveOperation

  constructor(observe: ObserveOperation, options: ConstructorParameters<typeof OperationRunner>[0]) {
    super(options)
    this.#observe = observe
  }

  override run(params: OperationParams, method: string, caller?: Caller): Outcome | Promise<Outcome> {
    const startedAt = performance.now()
    const outcome = super.run(params, method, caller)
    return outcome instanceof Promise
      ? outcome.then((settled) => this.#told(settled, startedAt))
      : this.#told(outcome, startedAt)
  }

  #told(outcome: Outcome, startedAt: number): Outcome {
    const code = outcome.result.errors?.[0]?.extensions.code
    this.#observe(outcome.label, typeof code === 'string' ? code : 'OK', performance.now() - startedAt)
    return outcome
  }
}

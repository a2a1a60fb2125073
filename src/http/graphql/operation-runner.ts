import { type ExecutionResult, type GraphQLError, type GraphQLSchema, OperationTypeNode } from 'graphql'
import { executeOperation } from '../../../schema/execute-operation.ts'
import { countListItems, MOST_LEVELS } from '../limits/list-items.ts'
import { INPUT_ITEM_COST } from '../limits/operation-cost.ts'
import { addTimeLimit, DEADLINE, Deadline } from '../limits/time-limit.ts'
import { tooLarge } from '../limits/too-large.ts'
import type { Pause, Turns } from '../turns.ts'
import { type CheckedOperation, DocumentStore, type DocumentStoreOptions } from './document-store.ts'
import type { ErrorCode } from './error-codes.ts'
import { publicError, type ReportError, refusal } from './public-error.ts'
import { normaliseHash } from './trusted-documents.ts'

/** A GraphQL request as it comes, its parameters of the right types. */
export interface OperationParams {
  readonly query?: string | null | undefined
  readonly documentId?: string | null | undefined
  readonly operationName?: string | null | undefined
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined
  readonly extensions?: Readonly<Record<string, unknown>> | null | undefined
}

/** What came of an operation. Errors are ready to be shown. */
export interface Outcome {
  readonly result: { readonly data?: unknown; readonly errors?: readonly GraphQLError[] }
  /** What application/graphql-response+json clients get. */
  readonly status: number
  /** Whether application/json clients get 200 all the same, as GraphQL over HTTP has it for what its specification names. */
  readonly isSpec: boolean
  /** For metrics, one of a bounded set. */
  readonly label: string
}

export interface RunnerOptions extends DocumentStoreOptions {
  readonly schema: GraphQLSchema
  readonly createContext: () => object
  readonly trustedDocuments: ReadonlyMap<string, string> | undefined
  readonly maxListItems: number
  readonly maxCost: number
  readonly timeLimitMs: number
  readonly turns: Turns
  readonly report: ReportError
}

/** What the operations of one request have cost so far; those of a batch share it. */
export interface Spent {
  cost: number
}

/** The request that an operation came with. */
export interface Caller {
  /** To be told how the operation is ended when the client leaves. */
  readonly onAbort?: ((abort: () => void) => void) | undefined
  readonly requestId?: string | undefined
  readonly spent?: Spent
}

/** Executes operations within the limits. Both ways to /graphql end here, so both answer the same. */
export class OperationRunner {
  readonly #options: RunnerOptions
  readonly #documents: DocumentStore
  readonly #trustedTexts: ReadonlySet<string> | undefined

  constructor(options: RunnerOptions) {
    this.#options = options
    this.#documents = new DocumentStore(options.schema, options)
    this.#trustedTexts = options.trustedDocuments && new Set(options.trustedDocuments.values())
    addTimeLimit(options.schema)
  }

  /** Documents that are remembered. */
  get documents(): number {
    return this.#documents.size
  }

  run(
    params: OperationParams,
    method: string,
    { onAbort, requestId, spent = { cost: 0 } }: Caller = {},
  ): Outcome | Promise<Outcome> {
    const text = this.#textOf(params)
    if (typeof text !== 'string') return refused(text, 'none')
    const checked = this.#documents.get(text)
    if ('errors' in checked) return this.#failed(checked.errors, checked.code, 400, 'invalid', requestId)
    const chosen = choose(checked.operations, params.operationName)
    if (!('costOf' in chosen)) return refused(chosen, 'none')
    if (method === 'GET' && chosen.operation.operation !== OperationTypeNode.QUERY) {
      return refused(methodRefusal(), chosen.label)
    }
    const variables = params.variables ?? {}
    const tooMuch = this.#checkSize(chosen, variables, checked.literals, spent)
    if (tooMuch) return refused(tooMuch, chosen.label)

    const deadline = new Deadline(this.#options.timeLimitMs)
    const context: { [DEADLINE]?: Deadline; pause?: Pause } = this.#options.createContext()
    context[DEADLINE] = deadline
    const pause = this.#options.turns.begin()
    context.pause = () => {
      deadline.check()
      return pause()
    }
    const result = executeOperation(
      this.#options.schema,
      {
        document: checked.document,
        operationName: params.operationName ?? undefined,
        variables,
        hideSuggestions: !this.#options.introspection,
      },
      () => context,
    )
    onAbort?.(() => deadline.end())
    return this.#within(deadline, result, chosen.label, requestId)
  }

  /** What a promised result comes to, or the refusal when the deadline is over before. */
  #within(
    deadline: Deadline,
    promised: Promise<ExecutionResult>,
    label: string,
    requestId: string | undefined,
  ): Promise<Outcome> {
    return new Promise((resolve) => {
      deadline.watch(() => {
        deadline.unwatch()
        resolve(this.#timeout(label))
      })
      promised.then(
        (result) => {
          deadline.unwatch()
          resolve(this.#done(result, deadline, label, requestId))
        },
        (error: Error) => {
          deadline.unwatch()
          resolve(this.#broken(error, label, requestId))
        },
      )
    })
  }

  #textOf({ query, documentId, extensions }: OperationParams): string | GraphQLError {
    const { trustedDocuments } = this.#options
    const persisted = extensions?.persistedQuery as { readonly sha256Hash?: unknown } | null | undefined
    const id = documentId ?? persisted?.sha256Hash
    if (typeof id === 'string' && !query) {
      const known = trustedDocuments?.get(normaliseHash(id))
      return (
        known ?? refusal(`No document is known by the hash "${id.slice(0, 100)}"`, 'PERSISTED_DOCUMENT_NOT_FOUND', 404)
      )
    }
    if (!query) return refusal('Must provide query string.', 'BAD_REQUEST', 400)
    return this.#trustedTexts === undefined || this.#trustedTexts.has(query)
      ? query
      : refusal('Only trusted documents are executed, and this is none', 'DOCUMENT_NOT_TRUSTED', 403)
  }

  #checkSize(
    { costOf }: CheckedOperation,
    variables: Readonly<Record<string, unknown>>,
    literals: { readonly total: number; readonly longest: number },
    spent: Spent,
  ): GraphQLError | undefined {
    const { maxListItems, maxCost } = this.#options
    const items = countListItems(variables)
    if (items === undefined) {
      const said = `The variables have more than ${MOST_LEVELS} levels`
      return tooLarge('variable levels', said, MOST_LEVELS, MOST_LEVELS + 1)
    }
    const longest = Math.max(items.longest, literals.longest)
    if (longest > maxListItems) return tooLarge('items', `A list has ${longest} items`, maxListItems, longest)
    const cost = costOf(variables) + INPUT_ITEM_COST * (items.total + literals.total)
    const before = spent.cost > 0 ? `, with those before it in the batch` : ''
    spent.cost += cost
    const { cost: total } = spent
    return total > maxCost
      ? tooLarge('cost', `The operation has a cost of ${total}${before}`, maxCost, total)
      : undefined
  }

  #done(result: ExecutionResult, deadline: Deadline, label: string, requestId: string | undefined): Outcome {
    if (deadline.isOver) return this.#timeout(label)
    if (result.errors === undefined) return { result, status: 200, isSpec: true, label }
    if (result.data === undefined) return this.#failed(result.errors, 'BAD_USER_INPUT', 400, label, requestId)
    const errors = result.errors.map((error) => publicError(error, 'BAD_USER_INPUT', this.#options.report, requestId))
    return { result: { errors, data: result.data }, status: 200, isSpec: true, label }
  }

  /** Nothing was executed. */
  #failed(
    errors: readonly GraphQLError[],
    code: ErrorCode,
    status: number,
    label: string,
    requestId: string | undefined,
  ): Outcome {
    const shown = errors.map((error) => publicError(error, code, this.#options.report, requestId))
    const own = shown.find(({ extensions }) => extensions.http)?.extensions.http as { status: number } | undefined
    return { result: { errors: shown }, status: own?.status ?? status, isSpec: own === undefined, label }
  }

  #timeout(label: string): Outcome {
    return refused(refusal(`The operation took longer than ${this.#options.timeLimitMs} ms`, 'TIMEOUT', 503), label)
  }

  /** Something is wrong with the service. */
  #broken(error: Error, label: string, requestId: string | undefined): Outcome {
    return this.#failed(
      [publicError(error, 'INTERNAL_SERVER_ERROR', this.#options.report, requestId)],
      'INTERNAL_SERVER_ERROR',
      500,
      label,
      requestId,
    )
  }
}

function refused(error: GraphQLError, label: string): Outcome {
  const { status } = error.extensions.http as { readonly status: number }
  return { result: { errors: [error] }, status, isSpec: false, label }
}

function choose(
  operations: readonly CheckedOperation[],
  name: string | null | undefined,
): CheckedOperation | GraphQLError {
  const named = name ?? undefined
  const chosen =
    named === undefined || named === ''
      ? undefined
      : operations.find(({ operation }) => operation.name?.value === named)
  if (chosen) return chosen
  const [only] = operations
  if ((named === undefined || named === '') && only && operations.length === 1) return only
  const what = named
    ? `There is no operation named "${named.slice(0, 100)}"`
    : 'Which of the operations to execute must be named'
  return refusal(what, 'OPERATION_RESOLUTION_FAILURE', 400)
}

function methodRefusal(): GraphQLError {
  return refusal('Only queries can be executed by GET', 'METHOD_NOT_ALLOWED', 405)
}

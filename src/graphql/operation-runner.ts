import { type ExecutionResult, type GraphQLError, type GraphQLSchema, OperationTypeNode, subscribe } from 'graphql'
import { type Failure, failure, failureOf } from './answers/failure.ts'
import { type Outcome, outcomeOf } from './answers/outcome.ts'
import { publicError } from './answers/public-error.ts'
import { refusal, tooLarge } from './answers/refusal.ts'
import { countLists, type InputLists, MOST_LEVELS } from './cost/input-lists.ts'
import { chooseOperation } from './documents/choose-operation.ts'
import { type CheckedOperation, DocumentStore } from './documents/document-store.ts'
import { PersistedTexts } from './documents/persisted-texts.ts'
import { boundedSchema } from './execution/bounded-schema.ts'
import { CompiledOperations } from './execution/compiled-operations.ts'
import { type FindCompiled, runOperation } from './execution/run-operation.ts'
import { BOUNDS, RunningBounds } from './execution/running-bounds.ts'
import type { GraphqlOptions } from './graphql-service.ts'
import type { OperationThreads } from './threads/operation-threads.ts'

/** A GraphQL request as it comes, its parameters of the right types. */
export interface OperationParams {
  readonly query?: string | null | undefined
  readonly documentId?: string | null | undefined
  readonly operationName?: string | null | undefined
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined
  readonly extensions?: Readonly<Record<string, unknown>> | null | undefined
}

/** What the operations of one request have cost so far; those of a batch share it. */
export interface Spent {
  cost: number
}

/** The request that an operation came with. */
export interface Caller {
  /** Registers what ends the operation when the client leaves. */
  readonly onAbort?: ((abort: () => void) => void) | undefined
  readonly requestId?: string | undefined
  readonly spent?: Spent
  /** The bytes that the parameters were read from, where they are those of one operation. */
  readonly body?: Uint8Array | undefined
  /** Called while the operation runs: whether nobody waits for it any more. */
  readonly isCancelled?: () => boolean
  /** Whether the input was checked as it was read, by the rules of the schema. */
  readonly inputIsChecked?: boolean
  /** What the context of an operation has of the request. */
  readonly context?: object | undefined
}

/** Given each operation: what it is counted under, the code of its first error or OK, and how long it took. */
export type ObserveOperation = (label: string, code: string, milliseconds: number) => void

/** Operations that cost more run in a thread: this much takes some 10 ms. */
const THREAD_COST = 5000

/** An operation that may be run. */
interface Admitted {
  readonly checked: CheckedOperation
  readonly variables: Readonly<Record<string, unknown>>
  readonly cost: number
  readonly text: string
}

/** Runs operations within the limits. All ways to /graphql end here, so all answer the same. */
export class OperationRunner {
  readonly #options: GraphqlOptions
  /** The schema whose fields count. */
  readonly #schema: GraphQLSchema
  readonly #threads: OperationThreads | undefined
  readonly #documents: DocumentStore
  readonly #compiled: CompiledOperations
  readonly #compilesAtOnce: boolean
  readonly #texts: PersistedTexts
  /** From which fields know how long their lists are. */
  readonly #settings: object

  /** With `isThread` all operations are large, and compiled at once. */
  constructor(options: GraphqlOptions, threads: OperationThreads | undefined, isThread = false) {
    const { schema, config, trustedDocuments, createContext } = options
    this.#options = options
    this.#compilesAtOnce = isThread || trustedDocuments !== undefined
    this.#threads = threads
    this.#documents = new DocumentStore(schema, config)
    this.#texts = new PersistedTexts(trustedDocuments)
    this.#settings = createContext()
    this.#schema = boundedSchema(schema)
    this.#compiled = new CompiledOperations(this.#schema)
  }

  /** Documents that are remembered. */
  get documents(): number {
    return this.#documents.size
  }

  /** What comes of an operation; given at once where it is refused. Never rejects. */
  run(params: OperationParams, method: string, caller: Caller = {}): Outcome | Promise<Outcome> {
    const startedAt = performance.now()
    const observed = (outcome: Outcome): Outcome => {
      this.#options.observe?.(outcome.label, outcome.code, performance.now() - startedAt)
      return outcome
    }
    try {
      const outcome = this.#run(params, method, caller)
      return outcome instanceof Promise
        ? outcome.catch((error: Error) => this.#broken(error, caller)).then(observed)
        : observed(outcome)
    } catch (error) {
      return observed(this.#broken(error as Error, caller))
    }
  }

  /**
   * What comes of a document of the service's own, whose variables were checked, where it costs much: run in a thread, or here
   * within the same bounds; or refused, where it costs too much. Undefined where it may be run without. Never rejects.
   */
  runLarge(
    text: string,
    variables: Readonly<Record<string, unknown>>,
    caller: Caller,
  ): Outcome | Promise<Outcome> | undefined {
    const admitted = this.#admitText(text, { variables }, 'POST', { cost: 0 }, caller)
    if ('outcome' in admitted) return outcomeOf(admitted.outcome)
    if (admitted.cost <= THREAD_COST) return undefined
    const own = { ...caller, body: undefined, inputIsChecked: true }
    if (this.#threads === undefined)
      return this.#runHere(admitted, own, undefined).catch((error: Error) => this.#broken(error, caller))
    return this.#runInThread(this.#threads, admitted, own, false)
  }

  #run(params: OperationParams, method: string, caller: Caller): Outcome | Promise<Outcome> {
    const spent = caller.spent ?? { cost: 0 }
    const isCostAsked = params.extensions?.cost === true
    const before = spent.cost
    const admitted = this.#admit(params, method, spent, caller)
    const extensions = isCostAsked
      ? { cost: { requested: spent.cost - before, maximum: this.#options.config.maxCost } }
      : undefined
    if ('outcome' in admitted) return outcomeOf({ ...admitted.outcome, extensions })
    if (isSubscription(admitted.checked)) return outcomeOf(failureOf(NO_STREAM, admitted.checked.label))
    if (this.#threads === undefined || admitted.cost <= THREAD_COST) return this.#runHere(admitted, caller, extensions)
    return this.#runInThread(this.#threads, admitted, caller, isCostAsked)
  }

  #runInThread(
    threads: OperationThreads,
    { checked, variables, text }: Admitted,
    caller: Caller,
    isCostAsked: boolean,
  ): Promise<Outcome> {
    const { label, operation } = checked
    const { body = Buffer.from(JSON.stringify({ variables })), inputIsChecked } = caller
    const operationName = operation.name?.value
    return threads.run({ text, operationName, isCostAsked, inputIsChecked, label }, body, caller, this.#options.report)
  }

  /**
   * What comes of a subscription, as it comes; undefined where the operation is none, or may not be run, with the reason in `run`.
   * Only its cost counts: its events are as few and as small as those who send them make them. For HEAD there are none.
   */
  async subscribe(
    params: OperationParams,
    method: string,
    { requestId, context: own }: Caller = {},
  ): Promise<AsyncIterable<ExecutionResult> | ExecutionResult | undefined> {
    const admitted = this.#admit(params, method, { cost: 0 }, {})
    if ('outcome' in admitted || !isSubscription(admitted.checked)) return undefined
    if (method === 'HEAD') return nothing()
    const { schema, createContext, report } = this.#options
    const { document, operation } = admitted.checked
    const shown = ({ errors, ...result }: ExecutionResult): ExecutionResult =>
      errors === undefined
        ? result
        : { ...result, errors: errors.map((error) => publicError(error, 'BAD_USER_INPUT', report, requestId)) }
    const subscribed = await subscribe({
      schema,
      document,
      operationName: operation.name?.value,
      variableValues: admitted.variables,
      contextValue: Object.assign(createContext(), own),
    })
    return Symbol.asyncIterator in subscribed ? mapped(subscribed, shown) : shown(subscribed)
  }

  #admit(
    params: OperationParams,
    method: string,
    spent: Spent,
    caller: Caller,
  ): Admitted | { readonly outcome: Failure } {
    const text = this.#texts.textOf(params)
    return typeof text === 'string' ? this.#admitText(text, params, method, spent, caller) : refused(text, 'none')
  }

  #admitText(
    text: string,
    params: OperationParams,
    method: string,
    spent: Spent,
    { requestId }: Caller,
  ): Admitted | { readonly outcome: Failure } {
    const { report } = this.#options
    const document = this.#documents.get(text)
    if ('errors' in document) {
      const errors = document.errors.map((error) => publicError(error, document.code, report, requestId))
      return { outcome: failure(errors, 400, 'invalid') }
    }
    const checked = chooseOperation(document.operations, params.operationName)
    if (!('costOf' in checked)) return refused(checked, 'none')
    if (method !== 'POST' && checked.operation.operation === OperationTypeNode.MUTATION) {
      return refused(refusal('Only queries can be executed by GET', 'METHOD_NOT_ALLOWED', 405), checked.label)
    }
    const variables = params.variables ?? {}
    const cost = this.#checkSize(checked, variables, spent)
    if (typeof cost !== 'number') return refused(cost, checked.label)
    return { checked, variables, cost, text }
  }

  /** The cost of an operation, or why it is too much. */
  #checkSize(
    { costOf, longestList }: CheckedOperation,
    variables: Readonly<Record<string, unknown>>,
    spent: Spent,
  ): number | GraphQLError {
    const { maxListItems, maxCost } = this.#options.config
    const lists = new Map<string, InputLists>()
    let longest = longestList
    for (const name in variables) {
      const counted = countLists(variables[name])
      if (counted === undefined) {
        const found = `The variables have more than ${MOST_LEVELS} levels`
        return tooLarge('variable levels', found, MOST_LEVELS, MOST_LEVELS + 1)
      }
      lists.set(name, counted)
      longest = Math.max(longest, counted.longest)
    }
    if (longest > maxListItems) return tooLarge('items', `A list has ${longest} items`, maxListItems, longest)
    const cost = costOf({ variables, lists, settings: this.#settings })
    const before = spent.cost > 0 ? `, with those before it in the batch` : ''
    spent.cost += cost
    const { cost: total } = spent
    return total > maxCost ? tooLarge('cost', `The operation has a cost of ${total}${before}`, maxCost, total) : cost
  }

  async #runHere(
    { checked, variables }: Admitted,
    { requestId, onAbort, isCancelled, inputIsChecked = false, context: own }: Caller,
    extensions: object | undefined,
  ): Promise<Outcome> {
    const { config, createContext, report } = this.#options
    const { document, operation, label } = checked
    const find: FindCompiled | undefined = this.#compiled.isDue(checked, this.#compilesAtOnce)
      ? (values) => this.#compiled.get(checked, values)
      : undefined
    const bounds = new RunningBounds(config, isCancelled)
    const context = Object.assign(createContext({ inputIsChecked }), own, { [BOUNDS]: bounds })
    const run = {
      schema: this.#schema,
      document,
      operation,
      variables,
      context,
      hideSuggestions: !config.introspection,
    }
    const running = runOperation(run, find)
    onAbort?.(() => bounds.abandon())
    const result = await bounds.within(running)
    if (bounds.refusal !== undefined) return outcomeOf({ ...failureOf(bounds.refusal, label), extensions })
    if (result === undefined) throw new Error('An operation ended without a result')
    if (result.errors === undefined) return this.#checked(outcomeOf({ data: result.data, label, extensions }), bounds)
    const errors = result.errors.map((error) => publicError(error, 'BAD_USER_INPUT', report, requestId))
    if (result.data === undefined) return outcomeOf({ ...failure(errors, 400, label), extensions })
    return this.#checked(outcomeOf({ errors, data: result.data, label, extensions }), bounds)
  }

  #checked(outcome: Outcome, bounds: RunningBounds): Outcome {
    const tooLong = bounds.checkText(outcome.text as string)
    return tooLong ? outcomeOf(failureOf(tooLong, outcome.label)) : outcome
  }

  /** Something is wrong with the service. */
  #broken(error: Error, { requestId }: Caller): Outcome {
    const shown = publicError(error, 'INTERNAL_SERVER_ERROR', this.#options.report, requestId)
    return outcomeOf(failure([shown], 500, 'none'))
  }
}

const NO_STREAM = refusal(
  'A subscription is answered by server-sent events, in a request of its own: accept text/event-stream',
  'NOT_ACCEPTABLE',
  406,
)

function isSubscription({ operation }: CheckedOperation): boolean {
  return operation.operation === OperationTypeNode.SUBSCRIPTION
}

async function* nothing(): AsyncGenerator<never> {}

async function* mapped<Item, Mapped>(items: AsyncIterable<Item>, map: (item: Item) => Mapped): AsyncGenerator<Mapped> {
  for await (const item of items) yield map(item)
}

const refused = (error: GraphQLError, label: string) => ({ outcome: failureOf(error, label) })

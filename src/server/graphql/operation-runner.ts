import { type ExecutionResult, GraphQLError, type GraphQLSchema, OperationTypeNode, subscribe } from 'graphql'
import { publicError, refusal, tooLarge } from './answers/errors.ts'
import { type Failure, failure, failureOf, type Outcome, outcomeOf } from './answers/outcome.ts'
import { type InputSize, inputSize, MOST_LEVELS } from './cost/operation-cost.ts'
import { type CheckedOperation, chooseOperation, DocumentStore } from './documents/document-store.ts'
import { PersistedTexts } from './documents/persisted-documents.ts'
import { CompiledOperations } from './execution/compiled-operations.ts'
import { runOperation } from './execution/run-operation.ts'
import { BOUNDS, boundedSchema, RunningBounds } from './execution/running-bounds.ts'
import type { GraphqlOptions } from './graphql-options.ts'
import type { Caller, OperationParams, Spent } from './graphql-request.ts'
import type { OperationThreads } from './threads/operation-threads.ts'

/** Operations with a higher cost run in a thread. 50 names have this cost and take about 10 ms. */
const THREAD_COST = 2500

/** The unit of MAX_COST_PER_4_KB. */
const COST_BYTES = 4000

/** An operation that may run. */
interface Admitted {
  readonly checked: CheckedOperation
  readonly variables: Readonly<Record<string, unknown>>
  readonly cost: number
  /** The most it may cost. */
  readonly maximum: number
  readonly text: string
}

/** Runs operations within the limits. All ways to /graphql end here, so all answer the same. */
export class OperationRunner {
  readonly #options: GraphqlOptions
  /** The schema with fields that count. */
  readonly #schema: GraphQLSchema
  readonly #threads: OperationThreads | undefined
  readonly #documents: DocumentStore
  readonly #compiled: CompiledOperations
  readonly #isThread: boolean
  readonly #texts: PersistedTexts
  /** Tells fields how long their lists are. */
  readonly #settings: object

  /** With `isThread`, all operations count as large, and have passed the cost check. */
  constructor(options: GraphqlOptions, threads: OperationThreads | undefined, isThread = false) {
    const { schema, config, trustedDocuments, createContext } = options
    this.#options = options
    this.#isThread = isThread
    this.#threads = threads
    this.#documents = new DocumentStore(schema, config)
    this.#texts = new PersistedTexts(trustedDocuments)
    this.#settings = createContext()
    this.#schema = boundedSchema(schema)
    this.#compiled = new CompiledOperations(this.#schema)
  }

  /** Number of cached documents. */
  get documents(): number {
    return this.#documents.size
  }

  /** Runs an operation; synchronous if it is refused. Never rejects. */
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
   * Runs an expensive document of the service's own, with checked variables: in a thread, or here within the same
   * limits. Refuses it if it costs too much. Undefined if it is cheap. Never rejects.
   */
  runLarge(
    text: string,
    variables: Readonly<Record<string, unknown>>,
    caller: Caller,
  ): Outcome | Promise<Outcome> | undefined {
    const admitted = this.#admitText(text, { variables }, 'POST', { cost: 0, bytes: 0 }, caller)
    if ('outcome' in admitted) return outcomeOf(admitted.outcome)
    if (admitted.cost <= THREAD_COST) return undefined
    const own = { ...caller, body: undefined, inputIsChecked: true, isTrusted: true }
    if (this.#threads === undefined)
      return this.#runHere(admitted, own, undefined).catch((error: Error) => this.#broken(error, caller))
    return this.#runInThread(this.#threads, admitted, own)
  }

  /** Runs an errand in a thread, or here; its outcome has the bytes. Refuses it like a large operation. */
  async runErrand(errand: string, input: unknown, caller: Caller): Promise<Outcome> {
    try {
      if (this.#threads !== undefined)
        return await this.#threads.run({ errand, input, label: errand }, NOTHING, caller, this.#options.report)
      const run = this.#options.errands?.[errand]
      if (run === undefined) throw new Error(`Unknown task: ${errand}`)
      return { text: await run(input as never), status: 200, isSpec: false, label: errand, code: 'OK' }
    } catch (error) {
      return this.#broken(error as Error, caller)
    }
  }

  #run(params: OperationParams, method: string, caller: Caller): Outcome | Promise<Outcome> {
    const spent = caller.spent ?? { cost: 0, bytes: 0 }
    const before = spent.cost
    const admitted = this.#admit(params, method, spent, caller)
    const isRefused = 'outcome' in admitted
    const maximum = isRefused ? this.#mostFor(spent) : admitted.maximum
    const isCostAsked = params.extensions?.cost === true
    const cost = isCostAsked ? { cost: { requested: spent.cost - before, maximum } } : undefined
    const extensions = caller.extensions ?? cost
    if (isRefused) return outcomeOf({ ...admitted.outcome, extensions })
    if (isSubscription(admitted.checked)) return outcomeOf(failureOf(NO_STREAM, admitted.checked.label))
    const { isTrusted = this.#options.trustedDocuments !== undefined } = caller
    const known = { ...caller, isTrusted, extensions }
    if (this.#threads === undefined || admitted.cost <= THREAD_COST) return this.#runHere(admitted, known, extensions)
    return this.#runInThread(this.#threads, admitted, known)
  }

  async #runInThread(
    threads: OperationThreads,
    { checked, variables, text }: Admitted,
    caller: Caller,
  ): Promise<Outcome> {
    const { label, operation } = checked
    const { body = Buffer.from(JSON.stringify({ variables })), inputIsChecked, isTrusted, extensions } = caller
    const operationName = operation.name?.value
    const asked = { text, operationName, extensions, inputIsChecked, isTrusted, label }
    const outcome = await threads.run(asked, body, caller, this.#options.report)
    // Processing takes time in proportion to the answer.
    await caller.turn?.()
    return outcome
  }

  /**
   * The events of a subscription. Undefined if the operation is not one, or must not run; `run` has the reason. Only
   * its cost is limited: its events are small and few. For HEAD there are none.
   */
  async subscribe(
    params: OperationParams,
    method: string,
    { requestId, context: own }: Caller = {},
  ): Promise<AsyncIterable<ExecutionResult> | ExecutionResult | undefined> {
    const admitted = this.#admit(params, method, { cost: 0, bytes: 0 }, {})
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
    { requestId, body, bytes = body?.length }: Caller,
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
      return refused(refusal('GET runs queries only', 'METHOD_NOT_ALLOWED', 405), checked.label)
    }
    const variables = params.variables ?? {}
    const sizes = this.#sizesOf(checked, variables)
    if (sizes instanceof GraphQLError) return refused(sizes, checked.label)
    const cost = checked.costOf({ variables, sizes, settings: this.#settings })
    spent.cost += cost
    spent.bytes += bytes ?? text.length + lengthOf(variables)
    const maximum = this.#mostFor(spent)
    if (spent.cost > maximum) return refused(this.#tooCostly(checked, spent, cost, maximum), checked.label)
    return { checked, variables, cost, maximum, text }
  }

  /** The size of each variable, or why it is too large. */
  #sizesOf(
    checked: CheckedOperation,
    variables: Readonly<Record<string, unknown>>,
  ): ReadonlyMap<string, InputSize> | GraphQLError {
    const { maxListItems } = this.#options.config
    const sizes = new Map<string, InputSize>()
    let longest = checked.longestList
    for (const name in variables) {
      const size = inputSize(variables[name])
      if (size === undefined) {
        const found = `The variables have more than ${MOST_LEVELS} levels`
        return tooLarge('variable levels', found, MOST_LEVELS, MOST_LEVELS + 1)
      }
      sizes.set(name, size)
      longest = Math.max(longest, size.longest)
    }
    if (longest <= maxListItems) return sizes
    return tooLarge('items', `A list has ${longest} items`, maxListItems, longest, this.#instead(checked))
  }

  /** The cost limit of a request, which grows with its size. Trusted documents may be short for what they do. */
  #mostFor({ bytes }: Spent): number {
    const { config, trustedDocuments } = this.#options
    if (this.#isThread) return Number.POSITIVE_INFINITY
    if (trustedDocuments !== undefined) return config.maxCost
    return Math.min(config.maxCost, Math.ceil(config.maxCostPer4Kb * Math.max(1, bytes / COST_BYTES)))
  }

  #tooCostly(checked: CheckedOperation, { cost: actual, bytes }: Spent, own: number, maximum: number): GraphQLError {
    const before = actual > own ? ' with the operations before it in the batch' : ''
    const scope = maximum < this.#options.config.maxCost ? ` for a request of ${bytes} bytes` : ''
    const found = `The operation has a cost of ${actual}${before}`
    return tooLarge('cost', found, maximum, actual, { scope, ...(before === '' && this.#instead(checked)) })
  }

  /** Jobs take fleets of any size. */
  #instead({ hasFleet }: CheckedOperation): { readonly instead?: string } {
    return hasFleet && this.#options.config.jobs ? { instead: 'A job (/v2/jobs) accepts more' } : {}
  }

  async #runHere(
    { checked, variables }: Admitted,
    { requestId, onAbort, isCancelled, leftMs, inputIsChecked = false, isTrusted, context: own }: Caller,
    extensions: object | undefined,
  ): Promise<Outcome> {
    const { config, createContext, report } = this.#options
    const { document, operation, label } = checked
    const find = isTrusted ? this.#compiled.finder(document, operation) : undefined
    const bounds = new RunningBounds(config, isCancelled, leftMs)
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
    const result = running instanceof Promise ? await bounds.within(running) : running
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

  /** A fault of the service itself. */
  #broken(error: Error, { requestId }: Caller): Outcome {
    const shown = publicError(error, 'INTERNAL_SERVER_ERROR', this.#options.report, requestId)
    return outcomeOf(failure([shown], 500, 'none'))
  }
}

/** The length of a value as JSON, which the operation was read from. */
function lengthOf(variables: object): number {
  for (const _ in variables) return JSON.stringify(variables).length
  return 0
}

const NOTHING = new Uint8Array()

const NO_STREAM = refusal(
  'Send a subscription in a request of its own that accepts text/event-stream',
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

import type { IncomingHttpHeaders } from 'node:http'

/** A request to /graphql with its complete body. */
export interface GraphqlRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** The raw body; undefined without one. */
  readonly body: Buffer | undefined
  /** Identifies the request in the log. */
  readonly requestId: string
  /** The caller: an API key or an address. */
  readonly client?: string
  /** Waits for another turn of the request, for work after its first. */
  readonly turn?: () => Promise<void>
  /** What the request adds to an operation's context. */
  readonly context?: object
  /** Registers a function that ends the operation, called when the client leaves. */
  readonly onAbort?: (abort: () => void) => void
  /**
   * Called before a batch runs, with its number of operations (2 or more); it rejects to refuse the batch. For rate
   * limits: a batch of 10 counts 1 on arrival, and 9 here.
   */
  readonly admit?: (operations: number) => Promise<void>
}

/** The answer to a request. */
export interface GraphqlReply {
  readonly status: number
  readonly contentType: string
  /** Text or UTF-8 bytes; an iterable is a stream of server-sent events or parts. */
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array>
  /** Further headers: name, value, name, value. */
  readonly headers?: readonly string[]
  /** Whether the same request gives the same bytes while the tables stay: a successful GET. */
  readonly repeatable: boolean
}

/** A GraphQL request with parameters of the right types. */
export interface OperationParams {
  readonly query?: string | null | undefined
  readonly documentId?: string | null | undefined
  readonly operationName?: string | null | undefined
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined
  readonly extensions?: Readonly<Record<string, unknown>> | null | undefined
}

/** The cost of a request's operations so far, and the bytes they were sent in; the operations of a batch share it. */
export interface Spent {
  cost: number
  bytes: number
}

/** The request behind an operation. */
export interface Caller {
  /** Registers a function that ends the operation when the client leaves. */
  readonly onAbort?: ((abort: () => void) => void) | undefined
  readonly requestId?: string | undefined
  /** The caller: an API key or an address. Large operations of several callers take turns. */
  readonly client?: string | undefined
  /** Waits for another turn of the request, for work after its first. */
  readonly turn?: (() => Promise<void>) | undefined
  readonly spent?: Spent
  /** The bytes of the parameters, if they hold a single operation. */
  readonly body?: Uint8Array | undefined
  /** The length of the request, if `body` is not what was sent. */
  readonly bytes?: number | undefined
  /** Called during the operation: whether the client has left. */
  readonly isCancelled?: () => boolean
  /** Milliseconds left of the time limit; by default all of it. */
  readonly leftMs?: number
  /** Extensions of the answer. */
  readonly extensions?: object | undefined
  /** Whether the input was checked against the schema when it was read. */
  readonly inputIsChecked?: boolean
  /** Whether the document is the service's own or a trusted one: such operations are compiled. */
  readonly isTrusted?: boolean | undefined
  /** What the request adds to an operation's context. */
  readonly context?: object | undefined
}

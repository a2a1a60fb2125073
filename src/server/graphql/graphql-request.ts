import type { IncomingHttpHeaders } from 'node:http'

/** A request to /graphql whose body has been received. */
export interface GraphqlRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** As it was sent; undefined where there is none. */
  readonly body: Buffer | undefined
  /** Names the request in the log. */
  readonly requestId: string
  /** Who asks: an API key or an address. */
  readonly client?: string
  /** Waits for another turn of the request, for work that comes after its first. */
  readonly turn?: () => Promise<void>
  /** What the context of an operation has of the request. */
  readonly context?: object
  /** Registers what ends the operation; to be called when the client leaves. */
  readonly onAbort?: (abort: () => void) => void
  /**
   * Asked before a batch is run, with the number of its operations (2 or more); rejected with what is answered instead. For rate
   * limits: a request counts as one when it arrives, and a batch of 10 as 9 more here.
   */
  readonly admit?: (operations: number) => Promise<void>
}

/** What is answered. */
export interface GraphqlReply {
  readonly status: number
  readonly contentType: string
  /** Text or UTF-8 bytes; an iterable is a stream of server-sent events or of parts. */
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array>
  /** Further headers: name, value, name, value. */
  readonly headers?: readonly string[]
  /** Whether the same request gives the same bytes for as long as the tables stay: a GET that succeeded. */
  readonly repeatable: boolean
}

/** A GraphQL request as it comes, its parameters of the right types. */
export interface OperationParams {
  readonly query?: string | null | undefined
  readonly documentId?: string | null | undefined
  readonly operationName?: string | null | undefined
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined
  readonly extensions?: Readonly<Record<string, unknown>> | null | undefined
}

/** What the operations of one request have cost so far, and the bytes that they were sent in; those of a batch share it. */
export interface Spent {
  cost: number
  bytes: number
}

/** The request that an operation came with. */
export interface Caller {
  /** Registers what ends the operation when the client leaves. */
  readonly onAbort?: ((abort: () => void) => void) | undefined
  readonly requestId?: string | undefined
  /** Who asks: an API key or an address. Large operations of several take turns. */
  readonly client?: string | undefined
  /** Waits for another turn of the request, for work that comes after its first. */
  readonly turn?: (() => Promise<void>) | undefined
  readonly spent?: Spent
  /** The bytes that the parameters were read from, where they are those of one operation. */
  readonly body?: Uint8Array | undefined
  /** Called while the operation runs: whether nobody waits for it any more. */
  readonly isCancelled?: () => boolean
  /** Milliseconds that are left of the time limit; all of it where none are given. */
  readonly leftMs?: number
  /** What is told beside the data. */
  readonly extensions?: object | undefined
  /** Whether the input was checked as it was read, by the rules of the schema. */
  readonly inputIsChecked?: boolean
  /** What the context of an operation has of the request. */
  readonly context?: object | undefined
}

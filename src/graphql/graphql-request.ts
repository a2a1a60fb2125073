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

import type { IncomingHttpHeaders } from 'node:http'

/** A request to /graphql whose body has been received. */
export interface GraphqlRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer | undefined
  readonly requestId: string
  /** Calls back when the client leaves. */
  readonly onAbort?: (abort: () => void) => void
}

/** What is answered. A stream is one of server-sent events or of parts. */
export interface GraphqlReply {
  readonly status: number
  readonly contentType: string
  readonly body: string | AsyncIterable<Uint8Array>
  readonly headers?: readonly string[]
}

/** One timed piece of work of a trace. */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  /** Ends the span and hands it over. */
  readonly end: (attributes: Readonly<Record<string, string | number>>, isError: boolean) => void
  readonly child: (name: string, attributes: Readonly<Record<string, string | number>>) => Span
}

/** Starts the span of a request; `traceparent` is that of the client, if it sent one. Undefined: not sampled. */
export interface Tracer {
  readonly start: (name: string, traceparent: string | undefined) => Span | undefined
  /** Hands over what is waiting. */
  readonly flush: () => Promise<void>
}

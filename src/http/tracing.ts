/** One timed piece of work of a trace. */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  /** Ends the span and hands it over. What it is called is known by then. */
  readonly end: (name: string, attributes: Readonly<Record<string, string | number>>, isError: boolean) => void
  readonly child: () => Span
}

/** Starts the span of a request; `traceparent` is that of the client, if it sent one. Undefined: not sampled. */
export interface Tracer {
  readonly start: (traceparent: string | undefined) => Span | undefined
  /** Spans that could not be handed over, so far. */
  readonly lost: () => number
  /** Hands over what is waiting, and is done when none is left. */
  readonly flush: () => Promise<void>
}

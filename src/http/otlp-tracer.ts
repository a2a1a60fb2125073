import { randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'
import type { Log } from './log.ts'
import type { Span, Tracer } from './tracing.ts'

type Attributes = Readonly<Record<string, string | number>>

/** Spans that wait to be handed over, and how often they are. */
const MOST_WAITING = 2048
const BATCH = 512
const EVERY_MS = 2000
const EXPORT_TIMEOUT_MS = 5000

/** Kinds of spans of OTLP. */
const SERVER = 2
const INTERNAL = 1

/** `00-<trace id>-<parent id>-<flags>`, W3C Trace Context: ids of zeros alone and version ff are invalid. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/

/**
 * Hands traces to an OpenTelemetry collector, as JSON over HTTP (OTLP 1.x, `/v1/traces`). A trace of the client is
 * continued, and not recorded where the client says so. What a collector does not take is lost, counted, and told in
 * the log: answers never wait for it.
 */
export function createOtlpTracer(config: Config, version: string, log: Log): Tracer {
  const url = `${config.otelEndpoint.replace(/\/+$/, '')}/v1/traces`
  const resource = { attributes: attributesOf({ 'service.name': config.otelServiceName, 'service.version': version }) }
  let waiting: object[] = []
  let lost = 0
  let told = 0
  let sending: Promise<void> | undefined
  setInterval(sendOn, EVERY_MS).unref()

  function start(traceparent: string | undefined): Span | undefined {
    const parent = traceparent === undefined ? null : TRACEPARENT.exec(traceparent)
    const isSampled = parent?.[3] === undefined || (Number.parseInt(parent[3], 16) & 1) === 1
    return isSampled ? span(SERVER, parent?.[1] ?? id(16), parent?.[2]) : undefined
  }

  function span(kind: number, traceId: string, parentSpanId: string | undefined): Span {
    const spanId = id(8)
    const startTimeUnixNano = now()
    return {
      traceId,
      spanId,
      child: () => span(INTERNAL, traceId, spanId),
      end: (name, attributes, isError) =>
        keep({
          traceId,
          spanId,
          ...(parentSpanId ? { parentSpanId } : {}),
          name,
          kind,
          startTimeUnixNano,
          endTimeUnixNano: now(),
          attributes: attributesOf(attributes),
          status: isError ? { code: 2 } : {},
        }),
    }
  }

  function keep(ended: object): void {
    if (waiting.length >= MOST_WAITING) lost++
    else waiting.push(ended)
    if (waiting.length >= BATCH) sendOn()
  }

  /** Sends what is waiting, unless a collector is still busy with what was sent before. */
  function sendOn(): void {
    if (waiting.length === 0) return
    sending ??= send().finally(() => {
      sending = undefined
    })
  }

  async function flush(): Promise<void> {
    while (waiting.length > 0 || sending !== undefined) {
      sendOn()
      await sending
    }
  }

  async function send(): Promise<void> {
    const spans = waiting
    waiting = []
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'impactql', version }, spans }] }],
        }),
        signal: AbortSignal.timeout(EXPORT_TIMEOUT_MS),
      })
      await response.arrayBuffer()
      if (!response.ok) lost += spans.length
    } catch {
      lost += spans.length
    }
    if (lost > told) log.warn('trace spans were lost', { spans: lost - told, endpoint: url })
    told = lost
  }

  return { start, flush, lost: () => lost }
}

function attributesOf(attributes: Attributes): readonly object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
}

function id(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}

/** Nanoseconds since 1970, as OTLP writes them in JSON. */
function now(): string {
  return String(BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e3)) * 1000n)
}

import { FastifyOtelInstrumentation } from '@fastify/otel'
import { SpanStatusCode } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace-node'
import { withoutQuery } from './http/request.ts'
import type { Tracing } from './http/request-log.ts'
import type { Log } from './log.ts'
import type { Config } from './settings/config.ts'

/** Maximum number of waiting spans; below, the export interval and the collector's time limit. */
const MOST_WAITING = 2048
const EVERY_MS = 2000
const EXPORT_TIMEOUT_MS = 5000

/**
 * Sends traces to an OpenTelemetry collector (OTLP over HTTP). It continues a client's trace, unless the client asks
 * not to record it. Spans that a collector refuses are lost, counted and logged: answers never wait. This file is only
 * loaded if a collector is configured.
 */
export function createTracing(config: Config, version: string, log: Log): Tracing {
  const url = `${config.otelEndpoint.replace(/\/+$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS })
  let lost = 0
  const counting: SpanExporter = {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        // 0 is success.
        if (result.code !== 0) {
          lost += spans.length
          log.warn({ spans: spans.length, endpoint: url }, 'trace spans were lost')
        }
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
  const processor = new BatchSpanProcessor(counting, {
    maxQueueSize: MOST_WAITING,
    scheduledDelayMillis: EVERY_MS,
    exportTimeoutMillis: 2 * EXPORT_TIMEOUT_MS,
  })
  const resource = resourceFromAttributes({ 'service.name': config.otelServiceName, 'service.version': version })
  const provider = new NodeTracerProvider({ resource, spanProcessors: [processor] })
  provider.register()
  const instrumentation = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    instrumentHandler: false,
    // Queries may hold secrets.
    requestHook: (span, { originalUrl }) => void span.setAttribute('url.path', withoutQuery(originalUrl)),
  })
  instrumentation.setTracerProvider(provider)

  return {
    addTo: async (app, templateOf) => {
      await app.register(instrumentation.plugin())
      app.addHook('onSend', (request, _, payload, done) => {
        const { span } = request.opentelemetry()
        if (span) {
          const template = templateOf(request)
          span.updateName(`${request.method} ${template}`).setAttribute('http.route', template)
        }
        done(null, payload)
      })
    },
    begin: (request, name) => {
      const { tracer, context } = request.opentelemetry()
      const span = tracer.startSpan(name, {}, context ?? undefined)
      return (status) => {
        span.setAttribute('http.response.status_code', status)
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      }
    },
    lost: () => lost,
    // Lost spans have been counted.
    flush: () => processor.forceFlush().catch(() => {}),
  }
}

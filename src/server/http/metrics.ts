/// <reference path="./prom-client.d.ts" />
// The index of the package loads 70 modules more, those of OpenTelemetry among them.
import Counter from 'prom-client/lib/counter.js'
import Gauge from 'prom-client/lib/gauge.js'
import Histogram from 'prom-client/lib/histogram.js'
import Registry from 'prom-client/lib/registry.js'
import type { OnEnd } from './request-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The template of its route in metrics: `/v1/cloud/{provider}`. */
    template: string
  }
}

/** Upper bounds of the histograms' buckets, in seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Values read on each collection. */
interface Gauges {
  readonly inFlight: () => number
  readonly answers: () => { readonly size: number; readonly bytes: number; readonly hits: number }
  readonly documents: () => number
  /** Over all processes on a folder of jobs; undefined without jobs. It gives undefined if they cannot be read. */
  readonly jobs?: () =>
    | {
        readonly states: Readonly<Record<string, number>>
        /** Seconds. */
        readonly oldest: number
        readonly counters: Readonly<Record<string, number>>
      }
    | undefined
  /** Undefined without tracing. */
  readonly spansLost: (() => number) | undefined
}

export type Metrics = ReturnType<typeof createMetrics>

/**
 * The counters of this process, for /metrics. Names follow Prometheus, with their unit. Callers cannot create label
 * values: routes are templates, methods are known ones, codes and operations come from documented lists.
 */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter<Label>({ name, help, labelNames, registers })
  const histogram = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Histogram<Label>({ name, help, labelNames, registers, buckets: BUCKETS })
  const gauge = (name: string, help: string, collect: (this: Gauge<'cache' | 'state'>) => void) =>
    new Gauge({ name, help, registers, labelNames: ['cache', 'state'], collect })
  const total = (name: string, help: string, labels: Record<string, string>, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      labelNames: Object.keys(labels),
      collect() {
        this.reset()
        this.inc(labels, read())
      },
    })
  // prom-client's default metrics watch the event loop, which takes 3 % of a core of an idle service.
  gauge('process_resident_memory_bytes', 'Resident memory.', function () {
    this.set(process.memoryUsage.rss())
  })
  gauge('nodejs_heap_used_bytes', 'Memory of the JavaScript heap in use.', function () {
    this.set(process.memoryUsage().heapUsed)
  })
  total('process_cpu_seconds_total', 'Processor time.', {}, () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  gauge('impactql_workers', 'Processes that answer requests.', function () {
    this.set(1)
  })
  const reloads = new Counter({
    name: 'impactql_reloads_total',
    help: 'Reloads of the tables, by outcome.',
    labelNames: ['outcome'],
    registers,
    // Each process of a cluster counts the same reloads.
    aggregator: 'max',
  })
  // Prometheus sees no increase in a series that begins at 1.
  for (const outcome of ['taken', 'refused']) reloads.inc({ outcome }, 0)
  return {
    registry,
    requests: counter('impactql_requests_total', 'Requests answered, by route template, method and status.', [
      'route',
      'method',
      'status',
    ]),
    requestSeconds: histogram('impactql_request_seconds', 'Time from the headers to the answer, by route template.', [
      'route',
    ]),
    shed: counter('impactql_requests_shed_total', 'Requests refused because of overload, by reason.', ['reason']),
    unread: counter(
      'impactql_requests_unread_total',
      'Requests that were unreadable or arrived too slowly, by status.',
      ['status'],
    ),
    limited: counter('impactql_requests_limited_total', 'Requests refused by the rate limit.'),
    operations: counter(
      'impactql_graphql_operations_total',
      'GraphQL operations, by name and the code of the first error.',
      ['operation', 'code'],
    ),
    operationSeconds: histogram('impactql_graphql_operation_seconds', 'Time of GraphQL operations, by name.', [
      'operation',
    ]),
    reloads,
    /** Adds the values that are read on collection. */
    read({ inFlight, answers, documents, jobs, spansLost }: Gauges): void {
      gauge('impactql_requests_in_flight', 'Requests in progress.', function () {
        this.set(inFlight())
      })
      gauge('impactql_cache_entries', 'Entries of the caches, by cache.', function () {
        this.set({ cache: 'answers' }, answers().size)
        this.set({ cache: 'documents' }, documents())
      })
      gauge('impactql_cache_bytes', 'Memory of the caches, by cache.', function () {
        this.set({ cache: 'answers' }, answers().bytes)
      })
      total(
        'impactql_cache_hits_total',
        'Answers from the caches, by cache.',
        { cache: 'answers' },
        () => answers().hits,
      )
      if (jobs) addJobs(registry, jobs)
      if (spansLost) total('impactql_spans_dropped_total', 'Trace spans that could not be exported.', {}, spansLost)
    },
  }
}

/** All processes report the same jobs, so the largest value counts. Unreadable jobs have no values. */
function addJobs(registry: Registry, read: NonNullable<Gauges['jobs']>): void {
  const shared = { registers: [registry], aggregator: 'max' as const }
  // The first one is collected before the others, and reads the jobs for all of them.
  new Gauge({
    ...shared,
    name: 'impactql_jobs',
    help: 'Jobs in the store, by state.',
    labelNames: ['state'],
    collect() {
      const found = read()
      for (const metric of [this, steps]) metric.reset()
      for (const metric of [oldest, rows, failures]) metric.remove()
      if (found === undefined) return
      for (const [state, count] of Object.entries(found.states)) this.set({ state }, count)
      oldest.set(found.oldest)
      rows.inc(found.counters.rows ?? 0)
      failures.inc(found.counters.failures ?? 0)
      for (const step of ['reading', 'evaluating', 'writing', 'converting'])
        steps.inc({ step }, found.counters[`seconds ${step}`] ?? 0)
    },
  })
  const oldest = new Gauge({
    ...shared,
    name: 'impactql_job_oldest_seconds',
    help: 'Age of the oldest unfinished job.',
  })
  const rows = new Counter({ ...shared, name: 'impactql_job_rows_total', help: 'Rows of jobs evaluated.' })
  const failures = new Counter({ ...shared, name: 'impactql_job_failures_total', help: 'Jobs that failed.' })
  const steps = new Counter({
    ...shared,
    name: 'impactql_job_step_seconds_total',
    help: 'Time that finished steps of jobs took, by step.',
    labelNames: ['step'],
  })
}

/** Counts finished requests and their time. */
export function createRequestMeter(metrics: Metrics): OnEnd {
  return ({ method, template }, _, status, milliseconds) => {
    metrics.requests.inc({ route: template, method: METHODS.has(method) ? method : 'other', status })
    metrics.requestSeconds.observe({ route: template }, milliseconds / 1000)
  }
}

/** Known methods; all others are counted together. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'])

/** Samples by name and labels: `impactql_requests_total{route="/health",method="GET",status="200"}` to a number. */
export type Samples = Readonly<Record<string, number>>

/** Upper bounds of the histograms' buckets, in seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

/**
 * Label sets of one metric beyond this many are counted together. No caller gets there: some 120 routes are asked by five
 * methods and answer with some 15 statuses.
 */
const MOST_LABEL_SETS = 10_000

interface Described {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
}

/** What is counted, for /metrics. Names are those of Prometheus; units are in the names. */
const METRICS = {
  impactql_requests_total: { type: 'counter', help: 'Requests answered, by route template, method and status.' },
  impactql_request_seconds: { type: 'histogram', help: 'Time from the request line to the answer, by route template.' },
  impactql_requests_in_flight: { type: 'gauge', help: 'Requests in work.' },
  impactql_requests_shed_total: { type: 'counter', help: 'Requests refused because of overload, by reason.' },
  impactql_requests_unread_total: {
    type: 'counter',
    help: 'Requests that could not be read, or not in time, by status.',
  },
  impactql_requests_limited_total: { type: 'counter', help: 'Requests refused by the rate limit.' },
  impactql_graphql_operations_total: {
    type: 'counter',
    help: 'GraphQL operations, by name and the code of the first error.',
  },
  impactql_graphql_operation_seconds: { type: 'histogram', help: 'Time of GraphQL operations, by name.' },
  impactql_cache_entries: { type: 'gauge', help: 'What is remembered, by cache.' },
  impactql_cache_bytes: { type: 'gauge', help: 'Memory of what is remembered, by cache.' },
  impactql_cache_hits_total: { type: 'counter', help: 'Answers that were remembered, by cache.' },
  impactql_reloads_total: { type: 'counter', help: 'Times the tables were read again, by outcome.' },
  impactql_spans_dropped_total: { type: 'counter', help: 'Trace spans that could not be handed over.' },
  process_resident_memory_bytes: { type: 'gauge', help: 'Resident memory.' },
  process_cpu_seconds_total: { type: 'counter', help: 'Processor time.' },
  nodejs_heap_used_bytes: { type: 'gauge', help: 'Memory of the JavaScript heap in use.' },
  impactql_workers: { type: 'gauge', help: 'Processes that answer.' },
} as const satisfies Record<string, Described>

export type MetricName = keyof typeof METRICS

/** A count that goes up. */
export interface Counter {
  value: number
}

/** Counts of durations by bucket. */
export class Histogram {
  readonly counts = new Float64Array(BUCKETS.length + 1)
  sum = 0

  observe(seconds: number): void {
    let bucket = 0
    while (bucket < BUCKETS.length && seconds > (BUCKETS[bucket] as number)) bucket++
    this.counts[bucket] = (this.counts[bucket] as number) + 1
    this.sum += seconds
  }
}

/** Counters and histograms of one process. Get one by its labels once and keep it: counting is then one addition. */
export class Metrics {
  readonly #counters = new Map<MetricName, Map<string, Counter>>()
  readonly #histograms = new Map<MetricName, Map<string, Histogram>>()
  readonly #gauges: (() => Samples)[] = []

  counter(name: MetricName, labels: string): Counter {
    return member(this.#counters, name, labels, () => ({ value: 0 }))
  }

  histogram(name: MetricName, labels: string): Histogram {
    return member(this.#histograms, name, labels, () => new Histogram())
  }

  /** Samples that are read when they are asked for. */
  gauge(read: () => Samples): void {
    this.#gauges.push(read)
  }

  samples(): Samples {
    const samples: Record<string, number> = {}
    for (const [name, counters] of this.#counters) {
      for (const [labels, { value }] of counters) samples[sampleName(name, labels)] = value
    }
    for (const [name, histograms] of this.#histograms) {
      for (const [labels, histogram] of histograms) addHistogram(samples, name, labels, histogram)
    }
    for (const read of this.#gauges) Object.assign(samples, read())
    return samples
  }
}

/** `labels('route', '/health', 'method', 'GET')` is `route="/health",method="GET"`. */
export function labels(...pairs: readonly string[]): string {
  let text = ''
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const value = (pairs[i + 1] as string).replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')
    text += `${text === '' ? '' : ','}${pairs[i]}="${value}"`
  }
  return text
}

/** Figures of the process itself. */
export function processSamples(): Samples {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return {
    process_resident_memory_bytes: rss,
    process_cpu_seconds_total: (user + system) / 1e6,
    nodejs_heap_used_bytes: heapUsed,
    impactql_workers: 1,
  }
}

/** Samples of several processes as one: every figure here is one that adds up. */
export function sumSamples(all: readonly Samples[]): Samples {
  const sum: Record<string, number> = {}
  for (const samples of all) for (const name in samples) sum[name] = (sum[name] ?? 0) + (samples[name] as number)
  return sum
}

/** The text format of Prometheus, version 0.0.4. */
export function renderSamples(samples: Samples): string {
  const names = Object.keys(samples)
  let text = ''
  for (const [metric, { type, help }] of Object.entries<Described>(METRICS)) {
    const lines = names.filter((name) => belongsTo(name, metric, type)).map((name) => `${name} ${samples[name]}\n`)
    if (lines.length > 0) text += `# HELP ${metric} ${help}\n# TYPE ${metric} ${type}\n${lines.join('')}`
  }
  return text
}

function belongsTo(sample: string, metric: string, type: string): boolean {
  if (!sample.startsWith(metric)) return false
  const rest = sample.slice(metric.length)
  return rest === '' || rest[0] === '{' || (type === 'histogram' && /^_(bucket|sum|count)(\{|$)/.test(rest))
}

function sampleName(name: string, labels: string): string {
  return labels === '' ? name : `${name}{${labels}}`
}

function addHistogram(samples: Record<string, number>, name: string, labels: string, { counts, sum }: Histogram): void {
  const prefix = labels === '' ? '' : `${labels},`
  let count = 0
  for (const [index, inBucket] of counts.entries()) {
    count += inBucket
    samples[`${name}_bucket{${prefix}le="${BUCKETS[index] ?? '+Inf'}"}`] = count
  }
  samples[sampleName(`${name}_sum`, labels)] = sum
  samples[sampleName(`${name}_count`, labels)] = count
}

function member<Value>(
  families: Map<MetricName, Map<string, Value>>,
  name: MetricName,
  labels: string,
  create: () => Value,
): Value {
  const family = families.get(name) ?? new Map<string, Value>()
  families.set(name, family)
  const key = family.has(labels) || family.size < MOST_LABEL_SETS ? labels : 'other="true"'
  const value = family.get(key) ?? create()
  family.set(key, value)
  return value
}

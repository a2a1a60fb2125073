import { READ_AND_POST } from './methods.ts'
import { type Counter, type Histogram, labels, type Metrics } from './metrics.ts'

/** Methods that some route takes; the others are counted together. */
const METHODS: ReadonlySet<string> = new Set(READ_AND_POST)

/** Counts the requests to one route. */
export class RouteMeter {
  readonly route: string
  readonly #metrics: Metrics
  readonly #seconds: Histogram
  readonly #counters = new Map<string, Map<number, Counter>>()

  constructor(route: string, metrics: Metrics) {
    this.route = route
    this.#metrics = metrics
    this.#seconds = metrics.histogram('impactql_request_seconds', labels('route', route))
  }

  count(method: string, status: number, seconds: number): void {
    this.#seconds.observe(seconds)
    const known = METHODS.has(method) ? method : 'other'
    const counter = this.#counters.get(known)?.get(status) ?? this.#newCounter(known, status)
    counter.value++
  }

  #newCounter(method: string, status: number): Counter {
    const set = labels('route', this.route, 'method', method, 'status', String(status))
    const counter = this.#metrics.counter('impactql_requests_total', set)
    const byStatus = this.#counters.get(method) ?? new Map<number, Counter>()
    this.#counters.set(method, byStatus.set(status, counter))
    return counter
  }
}

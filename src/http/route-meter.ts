import { type Counter, type Histogram, labels, type Metrics } from './metrics.ts'

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])

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
    let byStatus = this.#counters.get(known)
    if (byStatus === undefined) this.#counters.set(known, (byStatus = new Map()))
    let counter = byStatus.get(status)
    if (counter === undefined) {
      const set = labels('route', this.route, 'method', known, 'status', String(status))
      byStatus.set(status, (counter = this.#metrics.counter('impactql_requests_total', set)))
    }
    counter.value++
  }
}

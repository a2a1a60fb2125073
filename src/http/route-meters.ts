import type { Metrics } from './metrics.ts'
import { RouteMeter } from './route-meter.ts'

/** The meter of each route, by its template. */
export class RouteMeters {
  readonly #metrics: Metrics
  readonly #meters = new Map<string, RouteMeter>()

  constructor(metrics: Metrics) {
    this.#metrics = metrics
  }

  of(template: string): RouteMeter {
    const known = this.#meters.get(template)
    if (known !== undefined) return known
    const meter = new RouteMeter(template, this.#metrics)
    this.#meters.set(template, meter)
    return meter
  }
}

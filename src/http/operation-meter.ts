import type { ObserveOperation } from './graphql.ts'
import { type Counter, type Histogram, labels, type Metrics } from './metrics.ts'

/** Counts GraphQL operations. The labels it is given are bounded: fields of the schema, and the documented codes. */
export function createOperationMeter(metrics: Metrics): ObserveOperation {
  const counters = new Map<string, Counter>()
  const histograms = new Map<string, Histogram>()
  return (label, code, milliseconds) => {
    const key = `${label} ${code}`
    let counter = counters.get(key)
    if (counter === undefined) {
      counter = metrics.counter('impactql_graphql_operations_total', labels('operation', label, 'code', code))
      counters.set(key, counter)
    }
    let histogram = histograms.get(label)
    if (histogram === undefined) {
      histogram = metrics.histogram('impactql_graphql_operation_seconds', labels('operation', label))
      histograms.set(label, histogram)
    }
    counter.value++
    histogram.observe(milliseconds / 1000)
  }
}

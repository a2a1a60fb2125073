import type { Component } from '../components/component.ts'
import { Cpu } from '../components/cpu.ts'
import { ofAllUnits } from '../formulas/share-of-host.ts'
import { leaf } from '../values/attribute.ts'
import type { Cell } from '../values/cell.ts'
import { sum } from '../values/formula.ts'
import { type Estimate, range } from '../values/range.ts'
import { type Warning, warning } from '../values/warning.ts'

/** Threads of a server, and the warning that they are assumed. */
interface AssumedThreads {
  readonly threads: Estimate
  readonly warning: Warning
}

/**
 * Two threads for each core, for a server that lists no threads. A processor without a number of cores has
 * `typicalCores`. Undefined if the server lists threads, has no processor, or its cores are unknown.
 *
 * Example: two processors of 24 cores have 96 threads (48 to 96).
 */
export function assumedThreads(
  components: readonly Component[],
  typicalCores: Cell | undefined,
): AssumedThreads | undefined {
  const cpus = components.flatMap((each) => (each instanceof Cpu && each.units.value > 0 ? [each] : []))
  if (cpus.length === 0 || cpus.some(({ threads }) => threads !== undefined)) return undefined
  const cores = cpus.flatMap((cpu) => {
    const each = cpu.coreUnits ?? typicalCores?.in(undefined)
    return each === undefined || each.value === 0 ? [] : [ofAllUnits.of(each, cpu.units)]
  })
  if (cores.length < cpus.length) return undefined
  const all = sum(cores, () => cpus.map(({ symbol }) => symbol))
  const threads = ofAllUnits.of(TWO_PER_CORE, all)
  const message = `The number of threads of the server is unknown. This result assumes ${threads.value}: two for each of its ${all.value} cores.`
  return { threads, warning: warning('THREADS_ASSUMED', message) }
}

const TWO_PER_CORE = leaf(
  { table: 'defaults', row: 'cpu', column: 'threads_per_core' },
  'DEFAULT',
  range(2, 1, 2),
  undefined,
  'Two threads for each core, as in most processors of servers; one if they are switched off',
)

import { createContext } from '../schema/context.ts'
import { WHOLE_LIFE } from '../src/engine/devices/assessable.ts'
import { Server } from '../src/engine/devices/server.ts'
import { DEFAULT_CRITERIA } from '../src/engine/figures/criteria.ts'
import { DEFAULT_ROUNDING } from '../src/engine/figures/round-figure.ts'
import { REFERENCE_DEFAULTS } from '../src/reference/defaults.ts'
import { loadTables } from '../src/reference/load-tables.ts'
import { References } from '../src/reference/references.ts'
import { resolveServer } from '../src/reference/resolve/resolve-server.ts'

const ROUNDS = 5
const EVALUATIONS = 20_000

/**
 * Server evaluations per second on one core, median of some rounds: three criteria, both phases, the server and each of
 * its components, from a resolved bill of materials.
 */
export async function measureEngine(): Promise<number> {
  const references = new References(loadTables(), REFERENCE_DEFAULTS)
  const { loaders } = createContext({ references, rounding: DEFAULT_ROUNDING, defaultCriteria: DEFAULT_CRITERIA })
  const bill = await resolveServer(loaders, {
    configuration: {
      cpu: { name: 'Intel Xeon Gold 6138', units: 2 },
      ram: [{ units: 12, capacity: 32 }],
      disk: [{ ssd: { units: 2, capacity: 960 } }],
    },
    usage: { usageLocation: 'FRA', timeWorkload: 30 },
  })
  const perSecond = Array.from({ length: ROUNDS }, () => {
    const start = performance.now()
    for (let i = 0; i < EVALUATIONS; i++) evaluate(new Server(bill))
    return (EVALUATIONS / (performance.now() - start)) * 1000
  })
  return perSecond.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN
}

function evaluate(server: Server): void {
  for (const criterion of DEFAULT_CRITERIA) {
    server.impact(criterion, WHOLE_LIFE)
    for (const component of server.components) component.impact(criterion, WHOLE_LIFE)
  }
}

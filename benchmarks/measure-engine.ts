import { createContext } from '../schema/context.ts'
import { DEFAULT_ARCHETYPES } from '../src/catalogue/default-archetypes.ts'
import { Releases } from '../src/catalogue/releases.ts'
import { resolveServer } from '../src/catalogue/resolve/resolve-server.ts'
import { loadReleases } from '../src/catalogue/tables/load-releases.ts'
import { type Impact, WHOLE_LIFE } from '../src/engine/assessment/impact.ts'
import { Server } from '../src/engine/devices/server.ts'
import { DEFAULT_CRITERIA } from '../src/engine/values/criteria.ts'
import { DEFAULT_ROUNDING } from '../src/engine/values/round-figure.ts'

const ROUNDS = 5
const EVALUATIONS = 20_000

/**
 * Server evaluations per second on one core, median of some rounds: three criteria, both phases, the server and each of
 * its components, from a resolved bill of materials.
 */
export async function measureEngine(): Promise<number> {
  const releases = new Releases(loadReleases(), DEFAULT_ARCHETYPES)
  const release = releases.newest
  const world = { releases, release, restRelease: release, rounding: DEFAULT_ROUNDING }
  const { loaders } = createContext({ ...world, defaultCriteria: DEFAULT_CRITERIA })
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
    let total = 0
    for (let i = 0; i < EVALUATIONS; i++) total += evaluate(new Server(bill))
    if (!Number.isFinite(total)) throw new Error('An impact is no number')
    return (EVALUATIONS / (performance.now() - start)) * 1000
  })
  return perSecond.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN
}

/** The sum of all impacts. Reading an impact computes it. */
function evaluate(server: Server): number {
  let total = 0
  for (const criterion of DEFAULT_CRITERIA) {
    total += totalOf(server.impact(criterion, WHOLE_LIFE))
    for (const component of server.components) total += totalOf(component.impact(criterion, WHOLE_LIFE))
  }
  return total
}

function totalOf({ embedded, use }: Impact): number {
  return (embedded?.value ?? 0) + (use?.value ?? 0)
}

import type { Release } from './releases.ts'
import type { Tables } from './tables.ts'

/** Tables that are replaced together on the way from one release to another. */
export interface ReleaseStep {
  readonly id: string
  readonly label: string
  /** All that was replaced up to here, in place. */
  readonly release: Release
}

const made = new WeakMap<Release, WeakMap<Release, readonly ReleaseStep[]>>()

/**
 * Releases between two: the tables that change which formulas a figure has are replaced first, one group after the other
 * (cloud, servers, parts); what then still differs are numbers. Rows of the later release that others name are there from
 * the first step on. Made once for each pair.
 */
export function releaseSteps(from: Release, to: Release): readonly ReleaseStep[] {
  const known = made.get(from)?.get(to)
  if (known !== undefined) return known
  const steps = stepsBetween(from, to)
  const ofFrom = made.get(from) ?? new WeakMap<Release, readonly ReleaseStep[]>()
  made.set(from, ofFrom.set(to, steps))
  return steps
}

function stepsBetween(from: Release, { tables: to }: Release): readonly ReleaseStep[] {
  const before = from.tables
  const cloud: Partial<Tables> = {
    cloudInstances: to.cloudInstances,
    cloudRegions: to.cloudRegions,
    cloudProviders: to.cloudProviders,
    facilities: to.facilities,
    facilityRegions: to.facilityRegions,
    locations: withMissing(before.locations, to.locations, ({ code }) => code),
    electricity: withMissing(before.electricity, to.electricity, ({ location }) => location),
    serverArchetypes: withMissing(before.serverArchetypes, to.serverArchetypes, ({ id }) => id),
  }
  const servers: Partial<Tables> = {
    ...cloud,
    serverArchetypes: to.serverArchetypes,
    componentArchetypes: to.componentArchetypes,
    terminalArchetypes: to.terminalArchetypes,
    iotArchetypes: to.iotArchetypes,
  }
  const parts: Partial<Tables> = {
    ...servers,
    cpus: to.cpus,
    gpus: to.gpus,
    ramDensities: to.ramDensities,
    ssdDensities: to.ssdDensities,
    powerProfiles: to.powerProfiles,
    nameWords: to.nameWords,
    gpuWords: to.gpuWords,
    nameAliases: to.nameAliases,
    gpuVariants: to.gpuVariants,
  }
  return [
    { id: 'cloud', label: 'Instance types, regions and data centres of cloud providers', release: from.with(cloud) },
    { id: 'servers', label: 'Archetypes of servers, components and devices', release: from.with(servers) },
    { id: 'parts', label: 'Processors, graphics cards, memory and their names', release: from.with(parts) },
  ]
}

/** The earlier rows, and those of the later that they lack. */
function withMissing<Row>(earlier: readonly Row[], later: readonly Row[], keyOf: (row: Row) => string): readonly Row[] {
  const known = new Set(earlier.map(keyOf))
  return [...earlier, ...later.filter((row) => !known.has(keyOf(row)))]
}

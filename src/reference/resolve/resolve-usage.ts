import { text } from '../../engine/figures/attribute.ts'
import type { Electricity } from '../../engine/use/electricity.ts'
import { LOCATION_UNIT, type UsageArchetype, type UsageBill, type UsageGiven } from '../../engine/use/usage.ts'
import type { UsageInput } from '../../input/usage-input.ts'
import type { Loaders } from '../loaders.ts'
import { nearestNames } from '../matching/nearest-names.ts'
import { perObject } from '../per-object.ts'
import type { References } from '../references.ts'
import type { CloudRegion } from '../tables.ts'

/** Where a thing may be said to be: its own usage and, for an instance, its provider's regions. */
interface Site {
  readonly provider?: string
}

/** The use of a thing, its location found; at once where nothing has to be looked up. */
export function resolveUsage(
  loaders: Loaders,
  input: UsageInput | undefined,
  archetype: UsageArchetype,
  site: Site = {},
): UsageBill | Promise<UsageBill> {
  if (input?.usageLocation === undefined && input?.region === undefined) {
    return usageBill(input, archetype, defaultElectricity(loaders.references))
  }
  return resolveElectricity(loaders, input, site).then((electricity) => usageBill(input, archetype, electricity))
}

function usageBill(input: UsageInput | undefined, archetype: UsageArchetype, electricity: Electricity): UsageBill {
  if (input === undefined) return { given: NOTHING, archetype, electricity }
  const { elecFactors, ...given } = input
  if (elecFactors === undefined) return { given, archetype, electricity }
  const factors = Object.fromEntries(elecFactors.map(({ criterion, value }) => [criterion, value]))
  return { given: { ...given, elecFactors: factors }, archetype, electricity }
}

const NOTHING: UsageGiven = {}

async function resolveElectricity(
  loaders: Loaders,
  { usageLocation, region }: UsageInput,
  { provider }: Site,
): Promise<Electricity> {
  const { references } = loaders
  const found = region === undefined ? undefined : references.region(provider, region)
  if (found !== undefined && usageLocation === undefined) {
    const location = text('COMPLETED', found.location, LOCATION_UNIT, `Location of the region ${found.region}`)
    return { location, mix: references.mix(found.location) }
  }
  const electricity =
    usageLocation === undefined ? defaultElectricity(references) : await locate(loaders, usageLocation)
  const { location } = electricity
  if (region === undefined || found?.location === location.value) return electricity
  const warning = found ? regionLeftAside(found, location.value) : unknownRegion(loaders, provider, region)
  const warnings = [...location.warnings, warning]
  return { ...electricity, location: { ...location, warnings } }
}

async function locate(loaders: Loaders, given: string): Promise<Electricity> {
  const { references } = loaders
  const match = await loaders.location.load(given)
  if (match.name === undefined) {
    const fallback = defaultElectricity(references)
    const { value } = fallback.location
    const closest = match.nearest.length > 0 ? `; the closest known are ${match.nearest.join(', ')}` : ''
    const warning = `The location "${given}" is not known: ${value} is used${closest}`
    return { ...fallback, location: text('CHANGED', value, LOCATION_UNIT, `Given as "${given}"`, [warning]) }
  }
  const mix = references.mix(match.name)
  if (match.outcome === 'same') return { location: text('INPUT', match.name, LOCATION_UNIT), mix }
  return { location: text('CHANGED', match.name, LOCATION_UNIT, `Given as "${given}"`), mix }
}

const defaultElectricity = perObject((references: References): Electricity => {
  const { location } = references.defaults
  return {
    location: text('DEFAULT', location, LOCATION_UNIT),
    mix: references.mix(location),
    bounds: references.electricityBounds,
  }
})

function regionLeftAside({ region, location }: CloudRegion, used: string): string {
  return `The region ${region} (${location}) was left aside: a location is given too, and ${used} is used`
}

function unknownRegion({ references }: Loaders, provider: string | undefined, region: string): string {
  const known = references.tables.cloudRegions.filter((each) => provider === undefined || each.provider === provider)
  const nearest = nearestNames(
    region,
    known.map((each) => each.region),
  )
  const closest = nearest.length > 0 ? `; the closest known are ${nearest.join(', ')}` : ''
  return `The region "${region}" is not known${closest}`
}

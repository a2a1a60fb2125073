import { input as given, leaf, text } from '../../engine/figures/attribute.ts'
import type { ElectricityMix } from '../../engine/figures/figures.ts'
import { range } from '../../engine/figures/range.ts'
import { pathOf, union, type Warning, warning } from '../../engine/figures/warning.ts'
import { type Electricity, electricityFactors } from '../../engine/use/electricity.ts'
import type { Facility } from '../../engine/use/facility.ts'
import { LOCATION_UNIT, type UsageArchetype, type UsageBill, type UsageGiven } from '../../engine/use/usage.ts'
import type { UsageInput } from '../../input/usage-input.ts'
import type { Loaders } from '../loaders.ts'
import { nearestNames } from '../matching/nearest-names.ts'
import { perObject } from '../per-object.ts'
import type { References } from '../references.ts'
import type { CloudRegion } from '../tables.ts'

/** What a place may be looked up from: its own usage and, for an instance, its provider's regions. */
interface Site {
  readonly provider?: string
  /** False of what stands in no data centre. */
  readonly isInDataCentre?: false
}

/** The use of a thing, its location found; at once where nothing has to be looked up. */
export function resolveUsage(
  loaders: Loaders,
  input: UsageInput | undefined,
  archetype: UsageArchetype,
  at: string,
  site: Site = {},
): UsageBill | Promise<UsageBill> {
  if (input?.usageLocation === undefined && input?.region === undefined) {
    return usageBill(input, archetype, defaultElectricity(loaders.references), facilityOf(loaders, input, at, site), at)
  }
  const facility = facilityOf(loaders, input, at, site)
  return resolveElectricity(loaders, input, at, site).then((electricity) =>
    usageBill(input, archetype, electricity, facility, at),
  )
}

/** The data centre around it: what the caller knows of it, else of its region or provider. */
function facilityOf(
  { references }: Loaders,
  input: UsageInput | undefined,
  at: string,
  { provider, isInDataCentre }: Site,
): Facility | undefined {
  if (isInDataCentre === false) return undefined
  const region = input?.region === undefined ? undefined : references.region(provider, input.region)
  const published = references.facilities.of(region?.provider ?? provider, region?.region)
  if (input?.facility === undefined) return published
  const { pue, pueMin = pue, pueMax = pue, wue } = input.facility
  return {
    ...published,
    ...(pue !== undefined && {
      pue: leaf(`${at}.facility.pue`, 'INPUT', range(pue, pueMin ?? pue, pueMax ?? pue), '1'),
    }),
    ...(wue !== undefined && { wue: given(`${at}.facility.wue`, wue, 'l/kWh') }),
  }
}

function usageBill(
  input: UsageInput | undefined,
  archetype: UsageArchetype,
  electricity: Electricity,
  facility: Facility | undefined,
  at: string,
): UsageBill {
  if (input === undefined) return { given: NOTHING, archetype, electricity, facility, at }
  const { elecFactors, ...given } = input
  if (elecFactors === undefined) return { given, archetype, electricity, facility, at }
  const factors = Object.fromEntries(elecFactors.map(({ criterion, value }) => [criterion, value]))
  return { given: { ...given, elecFactors: factors }, archetype, electricity, facility, at }
}

const NOTHING: UsageGiven = {}

async function resolveElectricity(
  loaders: Loaders,
  { usageLocation, region }: UsageInput,
  at: string,
  { provider }: Site,
): Promise<Electricity> {
  const { references } = loaders
  const found = region === undefined ? undefined : references.region(provider, region)
  if (found !== undefined) {
    const aside = usageLocation === undefined ? [] : locationLeftAside(references, found, usageLocation)
    const source = `Location of the region ${found.region}`
    const location = text('COMPLETED', found.location, LOCATION_UNIT, source, aside)
    return { location, factors: factorsOf(references.mix(found.location)) }
  }
  const electricity =
    usageLocation === undefined ? defaultElectricity(references) : await locate(loaders, usageLocation, at)
  if (region === undefined) return electricity
  const { location } = electricity
  const warnings = union(location.warnings, [unknownRegion(loaders, provider, region, at)])
  return { ...electricity, location: { ...location, warnings } }
}

/** Made once for each location: what enters a calculation is then one thing wherever it enters. */
const factorsOf = perObject((mix: ElectricityMix) => electricityFactors(mix))

async function locate(loaders: Loaders, given: string, at: string): Promise<Electricity> {
  const { references } = loaders
  const match = await loaders.location.load(given)
  if (match.name === undefined) {
    const fallback = defaultElectricity(references)
    const { value } = fallback.location
    const closest = match.nearest.length > 0 ? `; the closest known are ${match.nearest.join(', ')}` : ''
    const message = `The location "${given}" is not known: ${value} is used${closest}`
    const path = pathOf(`${at}.usageLocation`)
    const unknown = { ...warning('UNKNOWN_LOCATION', message), path, nearest: match.nearest }
    return { ...fallback, location: text('CHANGED', value, LOCATION_UNIT, `Given as "${given}"`, [unknown]) }
  }
  const factors = factorsOf(references.mix(match.name))
  if (match.outcome === 'same') return { location: text('INPUT', match.name, LOCATION_UNIT), factors }
  return { location: text('CHANGED', match.name, LOCATION_UNIT, `Given as "${given}"`), factors }
}

const defaultElectricity = perObject((references: References): Electricity => {
  const { location } = references.defaults
  return {
    location: text('DEFAULT', location, LOCATION_UNIT, 'The usual location, where none is given'),
    factors: electricityFactors(references.mix(location), references.electricityBounds),
  }
})

/** A region is more exact than a location that is given beside it. */
function locationLeftAside(references: References, { region, location }: CloudRegion, given: string): Warning[] {
  if (references.matchLocation(given).name === location) return []
  return [warning('NOT_USED', `The location "${given}" was left aside: the region ${region} is in ${location}`)]
}

function unknownRegion({ references }: Loaders, provider: string | undefined, region: string, at: string): Warning {
  const known = references.tables.cloudRegions.filter((each) => provider === undefined || each.provider === provider)
  const nearest = nearestNames(
    region,
    known.map((each) => each.region),
  )
  const closest = nearest.length > 0 ? `; the closest known are ${nearest.join(', ')}` : ''
  const unknown = warning('UNKNOWN_REGION', `The region "${region}" is not known${closest}`)
  return { ...unknown, path: pathOf(`${at}.region`), nearest }
}

import { type Electricity, electricityFactors } from '../../engine/use/electricity-factors.ts'
import type { WorkloadLevel, WorkloadPower } from '../../engine/use/power-curve.ts'
import { HOURS, LOCATION_UNIT } from '../../engine/use/usage.ts'
import type { Facility, Interval, UsageArchetype, UsageBill, UsageGiven } from '../../engine/use/usage-bill.ts'
import { LOAD_UNIT } from '../../engine/use/workload.ts'
import { input as givenNumber, leaf, type NumberAttribute, text } from '../../engine/values/attribute.ts'
import { CRITERIA, type Criterion } from '../../engine/values/criteria.ts'
import type { FactorQuantities } from '../../engine/values/factors.ts'
import { exact, range } from '../../engine/values/range.ts'
import { pathOf, union, unknownWarning, type Warning, warning } from '../../engine/values/warning.ts'
import type { IntervalInput } from '../../input/reading-input.ts'
import { loadOf, REGION_UNKNOWN, type UsageInput } from '../../input/usage-input.ts'
import type { Loaders } from '../loaders.ts'
import { perObject } from '../per-object.ts'
import type { References } from '../references.ts'
import type { CloudRegion } from '../tables.ts'

type LevelInput = NonNullable<UsageInput['workloadLevels']>[number]

/** Intervals as leaves, each number under its path in the input. */
export function resolveIntervals(intervals: readonly IntervalInput[], at = 'input.intervals'): readonly Interval[] {
  return intervals.map(({ hours, timeWorkload, load, avgPower, elecFactors }, index) => {
    const loaded = timeWorkload ?? load
    const column = timeWorkload === undefined ? 'load' : 'timeWorkload'
    const given = (column: string, value: number, unit: string, criterion?: Criterion) =>
      leaf({ table: 'input', row: at, index, column, criterion }, 'INPUT', exact(value), unit)
    return {
      hours: given('hours', hours, HOURS),
      load: loaded === undefined ? undefined : given(column, loaded, LOAD_UNIT),
      avgPower: avgPower === undefined ? undefined : given('avgPower', avgPower, 'W'),
      factors: elecFactors === undefined ? NO_FACTORS : factorsOf(elecFactors, given),
    }
  })
}

const NO_FACTORS: FactorQuantities = {}

function factorsOf(
  elecFactors: NonNullable<IntervalInput['elecFactors']>,
  given: (name: string, value: number, unit: string, criterion: Criterion) => NumberAttribute,
): FactorQuantities {
  const factors: Partial<Record<Criterion, NumberAttribute>> = {}
  for (const { criterion, value } of elecFactors) {
    factors[criterion] = given('elecFactors', value, CRITERIA[criterion].electricityUnit, criterion)
  }
  return factors
}

/** Where a place may come from: the usage itself and, for an instance, its provider's regions. */
interface Site {
  readonly provider?: string
  /** False for equipment outside data centres. */
  readonly isInDataCentre?: false
}

/** What else decides the use of a thing. */
interface AboutUse extends Site {
  /** kWh that one unit uses in a year, as measured. */
  readonly yearlyEnergy?: NumberAttribute | undefined
}

/** The use of a thing with its location resolved; synchronous if there is nothing to look up. */
export function resolveUsage(
  loaders: Loaders,
  input: UsageInput | undefined,
  archetype: UsageArchetype,
  at: string,
  { yearlyEnergy, ...site }: AboutUse = {},
): UsageBill | Promise<UsageBill> {
  const facility = facilityOf(loaders, input, at, site)
  const { constants } = loaders.references
  const always = { hoursPerYear: constants.fixed('hours_per_year'), lifeCap: constants.fixed('life_cap') }
  const given = givenOf(input)
  const completed = (electricity: Electricity) => ({
    given,
    yearlyEnergy,
    archetype,
    electricity,
    facility,
    ...always,
    at,
  })
  if (input?.usageLocation === undefined && input?.region === undefined) {
    return completed(defaultElectricity(loaders.references))
  }
  return resolveElectricity(loaders, input, at, site).then(completed)
}

/** The data centre around it: the caller's values, else those of its region or provider. */
function facilityOf(
  { references }: Loaders,
  input: UsageInput | undefined,
  at: string,
  { provider, isInDataCentre }: Site,
): Facility | undefined {
  if (isInDataCentre === false) return undefined
  const given = input?.region === REGION_UNKNOWN ? undefined : input?.region
  const region = given === undefined ? undefined : references.region(provider, given)
  const published =
    given === undefined || region !== undefined
      ? references.facilities.of(region?.provider ?? provider, region?.region)
      : references.facilities.instead(provider, given)
  if (input?.facility === undefined) return published
  const { pue, pueMin = pue, pueMax = pue, wue } = input.facility
  return {
    ...published,
    ...(pue !== undefined && {
      pue: leaf(
        { table: 'input', row: `${at}.facility`, column: 'pue' },
        'INPUT',
        range(pue, pueMin ?? pue, pueMax ?? pue),
        '1',
      ),
    }),
    ...(wue !== undefined && { wue: givenNumber(`${at}.facility`, 'wue', wue, 'l/kWh') }),
  }
}

function givenOf(input: UsageInput | undefined): UsageGiven {
  if (input === undefined) return NOTHING
  const { elecFactors, workloadLevels, powerProfile, ...given } = input
  if (elecFactors === undefined && workloadLevels === undefined && powerProfile === undefined) return given
  return {
    ...given,
    ...(workloadLevels && { workloadLevels: workloadLevels.map(levelOf) }),
    ...(powerProfile && { powerProfile: profileOf(powerProfile) }),
    ...(elecFactors && {
      elecFactors: Object.fromEntries(elecFactors.map(({ criterion, value }) => [criterion, value])),
    }),
  }
}

const NOTHING: UsageGiven = {}

/** Points by rising load. A power that falls a little counts as level. */
function profileOf(points: NonNullable<UsageInput['powerProfile']>): readonly WorkloadPower[] {
  let least = 0
  return points
    .map((point) => ({ loadPercentage: loadOf(point), powerWatt: point.powerWatt }))
    .sort((a, b) => a.loadPercentage - b.loadPercentage)
    .map(({ loadPercentage, powerWatt }) => {
      least = Math.max(least, powerWatt)
      return { loadPercentage, powerWatt: least }
    })
}

function levelOf({ timePercentage, timeWorkload, loadPercentage = 0 }: LevelInput): WorkloadLevel {
  return timeWorkload === undefined
    ? { timePercentage, loadPercentage }
    : { timePercentage, loadPercentage: timeWorkload, given: 'timeWorkload' }
}

async function resolveElectricity(
  loaders: Loaders,
  { usageLocation, region }: UsageInput,
  at: string,
  { provider }: Site,
): Promise<Electricity> {
  const { references } = loaders
  const found = region === undefined ? undefined : references.region(provider, region)
  if (found !== undefined) {
    const warnings = [
      ...(region === undefined ? [] : regionReadAs(found, region, at)),
      ...(usageLocation === undefined ? [] : locationLeftAside(references, found, usageLocation)),
    ]
    const source = `Location of the region ${found.region}`
    const location = text('COMPLETED', found.location, LOCATION_UNIT, source, warnings)
    return { location, ...electricityAt(references, found.location) }
  }
  const [electricity, instead] =
    usageLocation === undefined
      ? unknownElectricity(references, provider)
      : ([await locate(loaders, usageLocation, at, provider), 'ignores it'] as const)
  if (region === undefined || region === REGION_UNKNOWN) return electricity
  const { location } = electricity
  const warnings = union(location.warnings, [unknownRegion(loaders, { provider, region, instead }, at)])
  return { ...electricity, location: { ...location, warnings } }
}

/** The electricity of a region that is not known, and what that is in words. */
function unknownElectricity(references: References, provider: string | undefined): readonly [Electricity, string] {
  const mean = provider === undefined ? undefined : references.electricityOfRegions(references.provider(provider))
  if (mean === undefined) return [defaultElectricity(references), 'ignores it']
  const { regions, factors, water } = mean
  const instead = `the mean of the ${regions} regions of ${provider}`
  const location = text('DEFAULT', REGION_UNKNOWN, LOCATION_UNIT, `Unknown: ${instead}`)
  return [{ location, factors, ...(water && { water }) }, `uses ${instead}`]
}

async function locate(loaders: Loaders, given: string, at: string, provider: string | undefined): Promise<Electricity> {
  const { references } = loaders
  const match = await loaders.location.load(given)
  if (match.name === undefined) {
    const fallback = defaultElectricity(references)
    const { value } = fallback.location
    const { name = value } = references.tables.locations.find(({ code }) => code === value) ?? {}
    const unknown = unknownWarning('UNKNOWN_LOCATION', {
      what: `location "${given}"${regionHint(references, given, provider)}`,
      given,
      nearest: match.nearest,
      instead: `uses ${name} (${value})`,
      at: `${at}.usageLocation`,
    })
    return { ...fallback, location: text('CHANGED', value, LOCATION_UNIT, `Given as "${given}"`, [unknown]) }
  }
  const electricity = electricityAt(references, match.name)
  if (match.isRead) {
    const city = match.city === undefined ? '' : `, by the city ${match.city}`
    const message = `Location "${given}" was read as ${match.name}${city}`
    const read = { ...warning('READ_AS', message), path: pathOf(`${at}.usageLocation`) }
    return { location: text('CHANGED', match.name, LOCATION_UNIT, `Given as "${given}"`, [read]), ...electricity }
  }
  if (match.outcome === 'same') return { location: text('INPUT', match.name, LOCATION_UNIT), ...electricity }
  return { location: text('CHANGED', match.name, LOCATION_UNIT, `Given as "${given}"`), ...electricity }
}

/**
 * Says that a location is the name of a region, and how to give that of the asset's provider. Releases without names of
 * regions keep their texts.
 */
function regionHint(references: References, given: string, provider: string | undefined): string {
  if (!references.hasRegionNames) return ''
  const region = references.region(provider, given) ?? references.region(undefined, given)
  if (region === undefined) return ''
  const advice = provider === undefined || provider === region.provider ? ': give it as `region`' : ''
  return `. It is a region of ${region.provider}${advice}`
}

function electricityAt(references: References, location: string): Omit<Electricity, 'location'> {
  const water = references.waterAt(location)
  return { factors: references.electricityAt(location), ...(water && { water }) }
}

const defaultElectricity = perObject((references: References): Electricity => {
  const { location } = references.defaults
  const water = references.waterAt(location)
  return {
    location: text('DEFAULT', location, LOCATION_UNIT, 'The default location, because you gave none'),
    ...(water && { water }),
    factors: electricityFactors(references.mix(location), references.constants.range('energy_mj_per_kwh'), {
      bounds: references.electricityBounds,
    }),
  }
})

/** Says which region a name means; nothing if the text is its id. */
function regionReadAs({ region }: CloudRegion, given: string, at: string): Warning[] {
  if (given.trim().toLowerCase() === region.toLowerCase()) return []
  return [{ ...warning('READ_AS', `Region "${given}" was read as ${region}`), path: pathOf(`${at}.region`) }]
}

/** Warns that a region overrides a location, because it is more exact. */
function locationLeftAside(references: References, { region, location }: CloudRegion, given: string): Warning[] {
  if (references.matchLocation(given).name === location) return []
  return [warning('NOT_USED', `The region ${region}, in ${location}, overrides the location "${given}"`)]
}

interface UnknownRegion {
  readonly provider: string | undefined
  readonly region: string
  readonly instead: string
}

function unknownRegion({ references }: Loaders, { provider, region, instead }: UnknownRegion, at: string): Warning {
  const elsewhere = references.region(undefined, region)?.provider
  const nearest = elsewhere === undefined ? references.nearestRegions(provider, region) : []
  const what = `region "${region}"${elsewhere === undefined ? '' : ` of ${provider}: it is a region of ${elsewhere}`}`
  return unknownWarning('UNKNOWN_REGION', { what, given: region, nearest, instead, at: `${at}.region` })
}

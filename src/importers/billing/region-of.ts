import { REGION_UNKNOWN } from '../../input/usage-input.ts'

export { REGION_UNKNOWN }

/** Azure's meters put a country code first: `US East 2`, `EU West`. */
/** These put the direction last: `uksouth`. */
export const BEFORE_DIRECTION: Readonly<Record<string, string>> = {
  uk: 'uk',
  fr: 'france',
  de: 'germany',
  ch: 'switzerland',
  se: 'sweden',
  no: 'norway',
  pl: 'poland',
  it: 'italy',
  es: 'spain',
  za: 'southafrica',
  ae: 'uae',
  ja: 'japan',
  br: 'brazil',
  au: 'australia',
  ca: 'canada',
  kr: 'korea',
  qa: 'qatar',
  il: 'israel',
  mx: 'mexico',
  nz: 'newzealand',
}
/** These put the direction first: `centralus`. */
export const AFTER_DIRECTION: Readonly<Record<string, string>> = { us: 'us', eu: 'europe', in: 'india', ap: 'asia' }

/** What stands in place of a region where there is none. */
export const NOWHERE = /^(global|unassigned|any|no region)$/i
/** Regions of AWS and Google Cloud, and their zones: `eu-west-3`, `us-east1-b`. */
export const CLOUD_REGION =
  /^(us|eu|ap|sa|ca|me|af|il|mx|cn|asia|europe|northamerica|southamerica|australia|africa)(-gov)?-[a-z]+-?\d(-?[a-f])?$/
/** The region of a zone, by provider. */
export const ZONES: Readonly<Record<string, RegExp>> = {
  aws: /^([a-z]{2}(?:-[a-z]+)+-\d)[a-z-]/,
  gcp: /^([a-z]+-[a-z]+\d+)-[a-z]$/,
}
/** Country, direction and number of a region of Azure's meters. */
export const AZURE_METER_REGION = /^([a-z]{2}) ([a-z ]*[a-z]) ?(\d?)$/

/**
 * The region of a line, derived from its zone if needed; undefined if it has none. Example: `eu-west-1a` is
 * `eu-west-1`, and Azure's `US East 2` is `eastus2`.
 */
export function regionOf(provider: string, region: string | undefined, zone: string | undefined): string | undefined {
  const given = [region, zone].find((each) => each !== undefined && !NOWHERE.test(each))
  if (given === undefined) return undefined
  if (provider === 'azure') return azureRegion(given)
  return ZONES[provider]?.exec(given)?.[1] ?? given
}

/** The region that a text names, or that of the zone it names: `eu-west-1a` is in `eu-west-1`. */
export function regionOfZone(text: string): string {
  const regions = Object.values(ZONES).map((zone) => zone.exec(text.toLowerCase())?.[1])
  return regions.find((region) => region !== undefined) ?? text
}

const DIRECTIONS = '(?:north|south|east|west|central)+'
const AREAS = [...Object.values(BEFORE_DIRECTION), 'austria', 'belgium', 'chile', 'denmark', 'indonesia', 'malaysia']
/** The regions of Azure without spaces: `westeurope`, `uksouth`. */
const AZURE_REGION = new RegExp(
  `^(?:${DIRECTIONS}(?:${Object.values(AFTER_DIRECTION).join('|')})|(?:${AREAS.join('|')})${DIRECTIONS})\\d?$`,
)

/**
 * The region that a text names in its provider's words: itself of `eu-west-1`, and `westeurope` of Azure's `West Europe`,
 * which elsewhere is a part of the world.
 */
export function regionNamed(text: string, isOfAzure: boolean): string | undefined {
  const name = text.toLowerCase().trim()
  if (CLOUD_REGION.test(name)) return regionOfZone(name)
  if (!isOfAzure) return undefined
  const bare = name.replace(/^\([^)]*\) */, '').replaceAll(' ', '')
  return AZURE_REGION.test(bare) ? bare : undefined
}

/** Regions of other clouds, and their zones: `fr-par-1`, `eu-west-gra`. */
const OTHER_REGION = /^[a-z]{2}(-[a-z]+)*-[a-z]{3,}(-\d|-[a-z]{3})?$/

/** Whether a text is written like a region or a zone of a cloud, known or not. */
export function isRegionLike(text: string): boolean {
  return regionNamed(text, true) !== undefined || OTHER_REGION.test(text.trim())
}

/** Whether a cell below a heading for zones names none, or only the number of one in its region, as Azure does. */
export function isNoZone(text: string): boolean {
  return /^(\d(, ?\d)*|[a-f]|multi-?az|zone-?redundant|zonal|no (preference|zone|infrastructure redundancy.*)|auto(matic)?)$/i.test(
    text.trim(),
  )
}

function azureRegion(given: string): string {
  const lower = given.toLowerCase()
  const [, country = '', direction = '', number = ''] = AZURE_METER_REGION.exec(lower) ?? []
  const plain = direction.replaceAll(' ', '')
  if (Object.hasOwn(AFTER_DIRECTION, country)) return `${plain}${AFTER_DIRECTION[country]}${number}`
  const name = BEFORE_DIRECTION[country]
  return name === undefined ? lower.replaceAll(' ', '') : `${name}${plain}${number}`
}

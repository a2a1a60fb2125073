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

/** Placeholders for a missing region. */
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

/** Regions by their names in the console and the price lists of AWS (docs.aws.amazon.com/global-infrastructure). */
const AWS_NAMES: Readonly<Record<string, string>> = {
  'us east (n. virginia)': 'us-east-1',
  'us east (ohio)': 'us-east-2',
  'us west (n. california)': 'us-west-1',
  'us west (oregon)': 'us-west-2',
  'aws govcloud (us-east)': 'us-gov-east-1',
  'aws govcloud (us-west)': 'us-gov-west-1',
  'africa (cape town)': 'af-south-1',
  'asia pacific (hong kong)': 'ap-east-1',
  'asia pacific (taipei)': 'ap-east-2',
  'asia pacific (tokyo)': 'ap-northeast-1',
  'asia pacific (seoul)': 'ap-northeast-2',
  'asia pacific (osaka)': 'ap-northeast-3',
  'asia pacific (mumbai)': 'ap-south-1',
  'asia pacific (hyderabad)': 'ap-south-2',
  'asia pacific (singapore)': 'ap-southeast-1',
  'asia pacific (sydney)': 'ap-southeast-2',
  'asia pacific (jakarta)': 'ap-southeast-3',
  'asia pacific (melbourne)': 'ap-southeast-4',
  'asia pacific (malaysia)': 'ap-southeast-5',
  'asia pacific (new zealand)': 'ap-southeast-6',
  'asia pacific (thailand)': 'ap-southeast-7',
  'canada (central)': 'ca-central-1',
  'canada west (calgary)': 'ca-west-1',
  'china (beijing)': 'cn-north-1',
  'china (ningxia)': 'cn-northwest-1',
  'europe (frankfurt)': 'eu-central-1',
  'europe (zurich)': 'eu-central-2',
  'europe (stockholm)': 'eu-north-1',
  'europe (milan)': 'eu-south-1',
  'europe (spain)': 'eu-south-2',
  'europe (ireland)': 'eu-west-1',
  'europe (london)': 'eu-west-2',
  'europe (paris)': 'eu-west-3',
  'israel (tel aviv)': 'il-central-1',
  'mexico (central)': 'mx-central-1',
  'middle east (bahrain)': 'me-south-1',
  'middle east (uae)': 'me-central-1',
  'south america (sao paulo)': 'sa-east-1',
}
/** A name and, in some exports, the region behind it: `US East (Ohio) us-east-2`. */
const AWS_NAME = /^(?:aws )?([a-z ]+ \([a-z. -]+\))(?: [a-z]{2}(?:-[a-z]+)+-\d)?$/

/** The region of AWS that a text names: `us-east-2` for `US East (Ohio)`. Older exports write `EU (Ireland)`. */
function regionOfAws(text: string): string | undefined {
  const name = text
    .trim()
    .toLowerCase()
    .replaceAll('ã', 'a')
    .replace(/^eu \(/, 'europe (')
  const [, whole = ''] = AWS_NAME.exec(name) ?? []
  return [name, whole].flatMap((each) => (Object.hasOwn(AWS_NAMES, each) ? (AWS_NAMES[each] ?? []) : []))[0]
}

/** The region that a text names, or that of the zone it names: `eu-west-1a` is in `eu-west-1`. */
export function regionOfZone(text: string): string {
  const named = regionOfAws(text)
  if (named !== undefined) return named
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
 * The region that a text names as its provider does: `eu-west-1` for itself, and `westeurope` for Azure's `West
 * Europe`, which elsewhere is a part of the world.
 */
export function regionNamed(text: string, isOfAzure: boolean): string | undefined {
  const name = text.toLowerCase().trim()
  if (CLOUD_REGION.test(name)) return regionOfZone(name)
  const ofAws = regionOfAws(name)
  if (ofAws !== undefined) return ofAws
  if (!isOfAzure) return undefined
  const bare = name.replace(/^\([^)]*\) */, '').replaceAll(' ', '')
  return AZURE_REGION.test(bare) ? bare : undefined
}

/** Regions of other clouds, and their zones: `fr-par-1`, `eu-west-gra`. */
const OTHER_REGION = /^[a-z]{2}(-[a-z]+)*-[a-z]{3,}(-\d|-[a-z]{3})?$/

/** What zones within a company are called: `it-prod`, `web-dmz`. */
const OF_ENVIRONMENTS =
  /(^|-)(prod|production|dev|devel|development|test|testing|qa|qas|uat|int|stage|staging|preprod|nonprod|sandbox|lab|dmz|lan|wan|vpn|mgmt|admin|backup|internal|external|intern|extern|public|private|zone|rack|row|room|floor)(-|$)/i

/** Whether a text is written like a region or a zone of a cloud, known or not. */
export function isRegionLike(text: string): boolean {
  const name = text.trim()
  return regionNamed(name, true) !== undefined || (OTHER_REGION.test(name) && !OF_ENVIRONMENTS.test(name))
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

import { REGION_UNKNOWN } from '../../input/usage-input.ts'

export { REGION_UNKNOWN }

/** Azure's meters put a country code first: `US East 2`, `EU West`. */
const COUNTRIES: Readonly<Record<string, string>> = {
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
}
/** These put the direction first: `centralus`; `japaneast` is written as it is. */
const AFTER_DIRECTION: Readonly<Record<string, string>> = { us: 'us', eu: 'europe', in: 'india', ap: 'asia' }
const BEFORE_DIRECTION: Readonly<Record<string, string>> = {
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

/**
 * The region of a line, derived from its zone if needed; undefined if it has none. Example: `eu-west-1a` is
 * `eu-west-1`, and Azure's `US East 2` is `eastus2`.
 */
export function regionOf(provider: string, region: string | undefined, zone: string | undefined): string | undefined {
  const given = [region, zone].find((each) => each !== undefined && !/^(global|unassigned|any|no region)$/i.test(each))
  if (given === undefined) return undefined
  if (provider === 'aws') return /^([a-z]{2}(?:-[a-z]+)+-\d)[a-z-]/.exec(given)?.[1] ?? given
  if (provider === 'gcp') return /^([a-z]+-[a-z]+\d+)-[a-z]$/.exec(given)?.[1] ?? given
  return provider === 'azure' ? azureRegion(given) : given
}

function azureRegion(given: string): string {
  const lower = given.toLowerCase()
  const [, country = '', direction = '', number = ''] = /^([a-z]{2}) ([a-z ]+?) ?(\d?)$/.exec(lower) ?? []
  const plain = direction.replaceAll(' ', '')
  if (Object.hasOwn(AFTER_DIRECTION, country)) return `${plain}${AFTER_DIRECTION[country]}${number}`
  const name = COUNTRIES[country] ?? BEFORE_DIRECTION[country]
  return name === undefined ? lower.replaceAll(' ', '') : `${name}${plain}${number}`
}

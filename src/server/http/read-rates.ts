import * as z from 'zod'
import type { Settings } from '../../../schema/context.ts'
import type { OutputFormat } from '../../bulk/copy-rows.ts'
import { cardFingerprint, providersOf, type RateCardChoice, regionsOf } from '../../bulk/rate-card-choice.ts'
import { NotFoundError } from '../../catalogue/not-found-error.ts'
import type { Release } from '../../catalogue/releases.ts'
import { checkInput } from '../../input/check-input.ts'
import { under } from '../../input/fault.ts'
import { formerly, name, object, oneOf, onlyOneOf, optional } from '../../input/fields.ts'
import { readJobQuery } from '../../input/rest/rest-query.ts'
import { Assessor, DEFAULT_CRITERIA } from '../../library/index.ts'
import { checkParameters } from '../rest/check-parameters.ts'
import { releaseNamed } from '../rest/handle-rest.ts'

const WHOLE_LOAD = 'expected a whole number, 0 to 100'
const wholeLoad = z.coerce.number(WHOLE_LOAD).pipe(z.int(WHOLE_LOAD).min(0, WHOLE_LOAD).max(100, WHOLE_LOAD))

/** The rates of a region: some hundred, or a few thousand. */
const ratesQuery = object({
  provider: name,
  region: name,
  timeWorkload: optional(wholeLoad, 'Load, in percent'),
  load: formerly(wholeLoad, 'timeWorkload'),
  format: optional(oneOf(['csv', 'json', 'parquet']), 'Format of the rate card'),
  fingerprint: optional(
    name,
    'Expected fingerprint of the rate card: 12 hexadecimal digits that identify its figures. If the rate card has a different fingerprint, the answer is a 404',
  ),
}).refine(...onlyOneOf('timeWorkload', 'load'))

const PARAMETERS = [...Object.keys(ratesQuery.shape), 'criteria', 'boundary', 'release']

/** A request for a card. */
interface Asked {
  readonly release: Release
  readonly choice: RateCardChoice
  readonly format: OutputFormat | undefined
  /** Names the rates: 12 hexadecimal digits. */
  readonly fingerprint: string
  readonly isPinned: boolean
  /** `aws-eu-west-3` */
  readonly place: string
}

/** A rate card has no columns of a file. */
const NO_COLUMNS = { names: [], has: () => false }

/** Reads the query. Throws a FaultError with all faults, or a NotFoundError, each under `query`. */
export function readRates(query: URLSearchParams, settings: Settings): Asked {
  checkParameters(query, PARAMETERS)
  const given = Object.fromEntries([...query].filter(([, value]) => value.trim() !== ''))
  const {
    provider: ofProvider,
    region: ofRegion,
    load,
    timeWorkload = load,
    format,
    fingerprint: pin,
  } = checkInput(ratesQuery, given, ['query'])
  const { criteria: some, asksForAll, boundary = 'DATA_CENTRE' } = readJobQuery(query, NO_COLUMNS)
  const id = query.get('release')?.trim()
  const release = id ? releaseNamed(settings, id, ['query', 'release']) : settings.release
  const assessor = new Assessor(release)
  const providers = under(['query', 'provider'], () => providersOf(assessor, [ofProvider.trim()]))
  const regions = under(['query', 'region'], () => regionsOf(assessor, providers, [ofRegion.trim()]))
  const choice: RateCardChoice = {
    providers,
    ...(regions && { regions }),
    criteria: asksForAll ? assessor.criteria : (some ?? DEFAULT_CRITERIA),
    boundary,
    ...(timeWorkload !== undefined && { load: timeWorkload }),
  }
  const fingerprint = cardFingerprint(assessor, choice)
  if (pin !== undefined && pin !== fingerprint)
    throw new NotFoundError(pin, () => [fingerprint], undefined, ['query', 'fingerprint'])
  const place = `${providers.join()}-${regions?.join()}`
  return { release, choice, format, fingerprint, isPinned: pin !== undefined, place }
}

import { setTimeout as wait } from 'node:timers/promises'
import { constants } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
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
import type { CardErrand } from '../errands.ts'
import type { ErrorCode } from '../graphql/answers/errors.ts'
import type { Outcome } from '../graphql/answers/outcome.ts'
import { RateCards } from '../rate-cards.ts'
import { checkParameters } from '../rest/check-parameters.ts'
import { releaseNamed } from '../rest/handle-rest.ts'
import type { Config } from '../settings/config.ts'
import { Answer, names, resultCaching, sendAnswer } from './answer.ts'
import { HttpFault, RETRY } from './http-fault.ts'
import type { CountMore } from './keys-and-rate-limit.ts'
import { withoutQuery } from './request.ts'
import type { Runtime } from './runtime.ts'
import { sendFile } from './send-file.ts'
import { chooseTableFormat, TABLE_TYPES } from './table-types.ts'

/** Requests that a card counts as if it has to be made: most of a second of a processor. */
const REQUESTS_PER_CARD = 20

const PATH = '/v2/rates'

/** A card has megabytes of numbers: the fastest level takes a quarter of the time, and leaves 7 % more bytes. */
const FAST_COMPRESSION = {
  encodings: ['br' as const, 'gzip' as const],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  zlibOptions: { level: 1 },
}

/** A card by its fingerprint never changes. */
const IMMUTABLE = 'max-age=31536000, immutable'

const WHOLE_LOAD = 'expected a whole number, 0 to 100'
const wholeLoad = z.coerce.number(WHOLE_LOAD).pipe(z.int(WHOLE_LOAD).min(0, WHOLE_LOAD).max(100, WHOLE_LOAD))

/** The rates of a region: some hundred, or a few thousand. */
const ratesQuery = object({
  provider: name,
  region: name,
  timeWorkload: optional(wholeLoad, 'Load, in percent'),
  load: formerly(wholeLoad, 'timeWorkload'),
  format: optional(oneOf(['csv', 'json', 'parquet']), 'Format of the rate card'),
  fingerprint: optional(name, 'Fingerprint that the rate card must have'),
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

/** /v2/rates: the rate card of a region of a provider, made among the large operations. */
export function addRates(
  app: FastifyInstance,
  { timeLimitMs }: Pick<Config, 'timeLimitMs'>,
  runtime: () => Runtime,
  countMore: CountMore,
): void {
  const cards = new RateCards<Answer>()
  app.route({
    method: ['GET', 'HEAD'],
    url: PATH,
    compress: FAST_COMPRESSION,
    handler: async (request, reply) => {
      const { world, graphql } = runtime()
      const { settings, apiKeyHashes } = world
      if (settings === undefined) throw new HttpFault(404, 'NOT_FOUND', 'Not Found')
      const query = new URLSearchParams(request.url.slice(withoutQuery(request.url).length))
      checkParameters(query, PARAMETERS)
      const asked = readRates(query, settings)
      const { release, choice, fingerprint, place } = asked
      const format = asked.format ?? chooseTableFormat(request.headers.accept)
      const key = `${fingerprint}-${place}-${format}`
      const isParquet = format === 'parquet'
      // Parquet is compressed inside and sent as it is, so that its bytes can be asked for by range.
      const etag = `${isParquet ? '' : 'W/'}"${key}"`
      const caching = resultCaching(apiKeyHashes.length === 0)
      const [sharing] = caching['cache-control']?.split(',') ?? []
      reply.headers({ ...caching, ...(asked.isPinned && { 'cache-control': `${sharing}, ${IMMUTABLE}` }) })
      if (asked.format === undefined) reply.header('vary', `accept, ${reply.getHeader('vary')}`)
      const headers = {
        'content-disposition': `attachment; filename="rates-${place}.${format}"`,
        'data-release': release.label,
      }
      const answerWith = (body: Buffer) =>
        new Answer({
          status: 200,
          contentType: TABLE_TYPES[format],
          body,
          headers,
          repeatable: true,
          route: PATH,
          etag,
        })
      let card = cards.kept(key)
      const isKnown = names(request.headers['if-none-match'], etag)
      if (card === undefined && !isKnown) {
        // Headers alone make no card; they lack its length.
        if (request.method === 'HEAD')
          return reply
            .type(TABLE_TYPES[format])
            .headers({ ...headers, etag })
            .send()
        // Asking again for a card that is still being made costs nothing more.
        if (!cards.isBeingMade(key)) await countMore(request, reply, REQUESTS_PER_CARD - 1)
        const errand: CardErrand = { release: release.id, choice, format }
        const by = { client: request.caller, requestId: request.id }
        const make = async () => answerWith(bytesOfCard(await graphql.runErrand('rateCard', errand, by)))
        const making = cards.make(key, make)
        const answered = new AbortController()
        const { signal } = answered
        const late = wait(timeLimitMs, undefined, { ref: false, signal }).catch(() => undefined)
        card = await Promise.race([making, late]).finally(() => answered.abort())
        if (card === undefined) throw new HttpFault(503, 'TIMEOUT', tookLonger(timeLimitMs), RETRY)
      }
      card ??= answerWith(Buffer.alloc(0))
      if (isParquet) {
        const bytes = card.body as Buffer
        const read = async ({ from, to }: { from: number; to: number }) => bytes.subarray(from, to)
        const type = { 'content-type': TABLE_TYPES[format] }
        return sendFile(request, reply, { size: bytes.length, tag: etag, read }, { ...type, ...headers })
      }
      // The same answer each time, since it keeps its compressed forms.
      sendAnswer(reply, card)
      return reply
    },
  })
}

function tookLonger(milliseconds: number): string {
  return `The rate card takes longer than ${milliseconds} ms. It is still being computed: send the request again`
}

/** The file in an outcome. Throws an HttpFault with the reason if there is none. */
function bytesOfCard({ text, status, code }: Outcome): Buffer {
  if (typeof text !== 'string' && status === 200) return Buffer.from(text.buffer, text.byteOffset, text.byteLength)
  const { errors } = JSON.parse(typeof text === 'string' ? text : new TextDecoder().decode(text))
  throw new HttpFault(status, code as ErrorCode, errors[0].message, status === 503 ? RETRY : {})
}

/** A rate card has no columns of a file. */
const NO_COLUMNS = { names: [], has: () => false }

/** Reads the query. Throws a FaultError with all faults, or a NotFoundError, each under `query`. */
function readRates(query: URLSearchParams, settings: Settings): Asked {
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

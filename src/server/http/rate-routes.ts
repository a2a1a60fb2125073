import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { CardErrand } from '../errands.ts'
import type { ErrorCode } from '../graphql/answers/errors.ts'
import type { Outcome } from '../graphql/answers/outcome.ts'
import { RateCards } from '../rate-cards.ts'
import type { Config } from '../settings/config.ts'
import { Answer, names, PackedAnswer, resultCaching, sendAnswer } from './answer.ts'
import { HttpFault, RETRY } from './http-fault.ts'
import type { CountMore } from './keys-and-rate-limit.ts'
import { withoutQuery } from './request.ts'
import type { Runtime } from './runtime.ts'
import { sendFile } from './send-file.ts'
import { chooseTableFormat, TABLE_TYPES } from './table-types.ts'

/** Requests that a card counts as if it has to be made: most of a second of a processor. */
const REQUESTS_PER_CARD = 20

const PATH = '/v2/rates'

/** A card has megabytes of numbers: the fastest gzip takes a quarter of the time, and leaves 7 % more bytes. */
const FASTEST = 1

/** The body for a client that has the card. */
const NOTHING = Buffer.alloc(0)

/** A card by its fingerprint never changes. */
const IMMUTABLE = 'max-age=31536000, immutable'

/** /v2/rates: the rate card of a region of a provider, made among the large operations. */
export function addRates(
  app: FastifyInstance,
  { timeLimitMs }: Pick<Config, 'timeLimitMs'>,
  runtime: () => Runtime,
  countMore: CountMore,
): void {
  const cards = new RateCards<PackedAnswer | Buffer>()
  app.route({
    method: ['GET', 'HEAD'],
    url: PATH,
    handler: async (request, reply) => {
      const { world, graphql } = runtime()
      const { settings, apiKeyHashes } = world
      if (settings === undefined) throw new HttpFault(404, 'NOT_FOUND', 'Not Found')
      const query = new URLSearchParams(request.url.slice(withoutQuery(request.url).length))
      const { readRates } = await import('./read-rates.ts')
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
        const make = async () => {
          const bytes = bytesOfCard(await graphql.runErrand('rateCard', errand, by))
          return isParquet ? bytes : PackedAnswer.of(answerWith(bytes), FASTEST)
        }
        const making = cards.make(key, make)
        const answered = new AbortController()
        const { signal } = answered
        const late = wait(timeLimitMs, undefined, { ref: false, signal }).catch(() => undefined)
        card = await Promise.race([making, late]).finally(() => answered.abort())
        if (card === undefined) throw new HttpFault(503, 'TIMEOUT', tookLonger(timeLimitMs), RETRY)
      }
      if (isParquet) {
        const bytes = Buffer.isBuffer(card) ? card : NOTHING
        const read = async ({ from, to }: { from: number; to: number }) => bytes.subarray(from, to)
        const type = { 'content-type': TABLE_TYPES[format] }
        return sendFile(request, reply, { size: bytes.length, tag: etag, read }, { ...type, ...headers })
      }
      sendAnswer(reply, card instanceof PackedAnswer ? await card.answerTo(request) : answerWith(NOTHING))
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

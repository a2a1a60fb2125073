import type { CreateRateLimitOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import { HttpFault } from '../http-fault.ts'
import { openClientAddress } from './client-address.ts'

/** Clients that are counted each for itself; beyond, those that were counted longest ago are forgotten. Some 10 MB. */
const MOST_CLIENTS = 50_000

const TOO_MANY = 'Too many requests; try again after the seconds in Retry-After'

/** Counts further requests of a client: the operations of a batch after its first. Throws a fault when they are too many. */
export type CountMore = (request: FastifyRequest, reply: FastifyReply, more: number) => Promise<void>

/**
 * Counts requests by API key or, where there is none, by address, in windows of fixed length. The plugin writes the header
 * names of an older draft; here they are those of draft-ietf-httpapi-ratelimit-headers: what is left (r), and the seconds
 * until it is full again (t).
 */
export async function addRateLimit(
  app: FastifyInstance,
  { rateLimit: limit, trustedProxies }: Config,
  isExempt: (request: FastifyRequest) => boolean,
  onLimited: () => void,
): Promise<CountMore> {
  if (limit === undefined) return async () => {}
  // Loaded only where it is needed: it takes a while.
  const { default: rateLimit } = await import('@fastify/rate-limit')
  const clientAddress = await openClientAddress(trustedProxies)
  const { quota, windowSeconds } = limit
  const timeWindow = windowSeconds * 1000
  const keyGenerator: CreateRateLimitOptions['keyGenerator'] = (request) =>
    request.acceptedKey === undefined ? `address ${clientAddress(request)}` : `key ${request.acceptedKey}`
  await app.register(rateLimit, { global: false, cache: MOST_CLIENTS, max: quota, timeWindow, keyGenerator })
  const take = app.createRateLimit()
  const policy = `"default";q=${quota};w=${windowSeconds}`

  async function count(request: FastifyRequest, reply: FastifyReply, requests: number): Promise<void> {
    for (let counted = 1; counted <= requests; counted++) {
      const taken = await take(request)
      if (taken.isAllowed) return
      const seconds = Math.max(1, taken.ttlInSeconds)
      reply.header('ratelimit-policy', policy)
      reply.header('ratelimit', `"default";r=${taken.remaining};t=${seconds}`)
      if (!taken.isExceeded) continue
      onLimited()
      throw new HttpFault(429, 'RATE_LIMITED', TOO_MANY, { 'retry-after': String(seconds) })
    }
  }

  app.addHook('onRequest', async (request, reply) => {
    if (!isExempt(request)) await count(request, reply, 1)
  })
  return count
}

import { hash, timingSafeEqual } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { CreateRateLimitOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Caller } from '../../bulk/jobs/job.ts'
import type { Config } from '../settings/config.ts'
import { HttpFault } from './http-fault.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The SHA-256 of an accepted API key, in hexadecimal. */
    acceptedKey: string | undefined
  }
}

const KEY_NEEDED = 'Send an API key: Authorization: Bearer KEY, or X-API-Key: KEY'

/** Finds out whose key a request has. `hashes` gives those accepted now; none: the service is open to all. */
export function addApiKeys(app: FastifyInstance, hashes: () => readonly Buffer[]): void {
  app.decorateRequest('acceptedKey', undefined)
  app.addHook('onRequest', (request, _, done) => {
    const accepted = hashes()
    if (accepted.length > 0) request.acceptedKey = acceptedKey(apiKeyOf(request), accepted)
    done()
  })
}

/** Refuses requests without an accepted key. Separate from the above, since limits count guesses at keys, too. */
export function addKeyCheck(
  app: FastifyInstance,
  hashes: () => readonly Buffer[],
  isExempt: (request: FastifyRequest) => boolean,
): void {
  app.addHook('onRequest', (request, _, done) => {
    if (request.acceptedKey !== undefined || hashes().length === 0 || isExempt(request)) done()
    else done(new HttpFault(401, 'UNAUTHENTICATED', KEY_NEEDED, { 'www-authenticate': 'Bearer' }))
  })
}

/** The API key of a request: `Authorization: Bearer KEY` or `x-api-key: KEY`. */
function apiKeyOf({ headers }: FastifyRequest): string | undefined {
  const { authorization, 'x-api-key': own } = headers
  const bearer = authorization === undefined ? undefined : /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  return bearer ?? (typeof own === 'string' ? own : undefined)
}

/** All accepted keys are compared, each in constant time, so that the time taken shows nothing. */
function acceptedKey(key: string | undefined, accepted: readonly Buffer[]): string | undefined {
  if (key === undefined) return undefined
  const sha256 = hash('sha256', key, 'buffer')
  let isAccepted = false
  for (const each of accepted) if (timingSafeEqual(each, sha256)) isAccepted = true
  return isAccepted ? sha256.toString('hex') : undefined
}

/**
 * Who a request came from, by address: IPv4 in one form; of IPv6 the first 64 bits, which are what one subscriber gets. Behind
 * `trustedProxies` proxies it is the entry that the outermost of them wrote into X-Forwarded-For, with a port or without; what
 * stands before that was written by the client.
 */
async function openClientAddress(trustedProxies: number): Promise<(request: FastifyRequest) => string> {
  // Loaded only where it is needed: it takes a while.
  const { normalizeIP } = await import('@fastify/rate-limit')
  return (request) => normalizeIP(addressOf(request, trustedProxies))
}

function addressOf({ raw: { socket }, headers }: FastifyRequest, trustedProxies: number): string {
  const forwarded = trustedProxies > 0 ? String(headers['x-forwarded-for'] ?? '') : ''
  const address = forwarded.split(',').at(-trustedProxies)?.trim() || (socket.remoteAddress ?? 'unknown')
  return withoutPort(address).slice(0, 64)
}

/** `192.0.2.1:80` is 192.0.2.1; `[2001:db8::1]:80` and `[2001:db8::1]` are 2001:db8::1. */
function withoutPort(address: string): string {
  return address.replace(/^\[(.*)\](?::\d+)?$|^([^:]+):\d+$/, '$1$2')
}

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

/** The key that a request came with; a job belongs to the one that it was sent with. */
export function ownerOf({ acceptedKey }: FastifyRequest): string | null {
  return acceptedKey ?? null
}

/** Who asks for jobs by a request. */
export async function callerOf(request: FastifyRequest, { trustedProxies }: Config): Promise<Caller> {
  const addressOf = await openClientAddress(trustedProxies)
  return { owner: ownerOf(request), address: addressOf(request) }
}

/** IPv6 addresses whose first 64 bits are remembered. */
const MOST_ADDRESSES = 1000

/**
 * Who asks, by API key or, where there is none, by address. It is given at once: until what reads IPv6 is loaded, which the first
 * such address begins, all bits of one count.
 */
export function callerNames({ trustedProxies }: Config): (request: FastifyRequest) => string {
  let isLoading = false
  let normalize = (address: string) => address
  const load = async () => {
    isLoading = true
    const { normalizeIP } = await import('@fastify/rate-limit')
    const known = new LRUCache<string, string>({ max: MOST_ADDRESSES, memoMethod: (address) => normalizeIP(address) })
    normalize = (address) => known.memo(address)
  }
  return (request) => {
    if (request.acceptedKey !== undefined) return `key ${request.acceptedKey}`
    const address = addressOf(request, trustedProxies)
    if (!address.includes(':')) return `address ${address}`
    if (!isLoading) void load()
    return `address ${normalize(address)}`
  }
}

/** Given when a client leaves, or has its answer. */
export function leavingOf(raw: ServerResponse): AbortSignal {
  const leaving = new AbortController()
  if (raw.destroyed) leaving.abort()
  else raw.once('close', () => leaving.abort())
  return leaving.signal
}

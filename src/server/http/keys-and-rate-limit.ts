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
const KEY_UNKNOWN = 'Unknown API key. Check the key, or ask the operator for one'

/** Identifies the key of a request. `hashes` returns the accepted ones; empty: the service is open to all. */
export function addApiKeys(app: FastifyInstance, hashes: () => readonly Buffer[]): void {
  app.decorateRequest('acceptedKey', undefined)
  app.addHook('onRequest', (request, _, done) => {
    const accepted = hashes()
    if (accepted.length > 0) request.acceptedKey = acceptedKey(apiKeyOf(request), accepted)
    done()
  })
}

/** Refuses requests without an accepted key. It runs after the rate limit, which counts guesses at keys too. */
export function addKeyCheck(
  app: FastifyInstance,
  hashes: () => readonly Buffer[],
  isExempt: (request: FastifyRequest) => boolean,
): void {
  app.addHook('onRequest', (request, _, done) => {
    if (request.acceptedKey !== undefined || hashes().length === 0 || isExempt(request)) {
      done()
      return
    }
    const why = apiKeyOf(request) === undefined ? KEY_NEEDED : KEY_UNKNOWN
    done(new HttpFault(401, 'UNAUTHENTICATED', why, { 'www-authenticate': 'Bearer' }))
  })
}

/** The API key of a request: `Authorization: Bearer KEY` or `x-api-key: KEY`. */
function apiKeyOf({ headers }: FastifyRequest): string | undefined {
  const { authorization, 'x-api-key': own } = headers
  const bearer = authorization === undefined ? undefined : /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  return bearer ?? (typeof own === 'string' ? own : undefined)
}

/** Compares all accepted keys, each in constant time, so that timing reveals nothing. */
function acceptedKey(key: string | undefined, accepted: readonly Buffer[]): string | undefined {
  if (key === undefined) return undefined
  const sha256 = hash('sha256', key, 'buffer')
  let isAccepted = false
  for (const each of accepted) if (timingSafeEqual(each, sha256)) isAccepted = true
  return isAccepted ? sha256.toString('hex') : undefined
}

/**
 * The client address of a request: IPv4 in one form, and the first 64 bits of IPv6, which one subscriber gets. Behind
 * `trustedProxies` proxies it is the entry in X-Forwarded-For from the outermost of them, with or without a port; the
 * client itself may have written the entries before it.
 */
async function openClientAddress(trustedProxies: number): Promise<(request: FastifyRequest) => string> {
  // Loaded on demand, since it takes a while.
  const { normalizeIP } = await import('@fastify/rate-limit')
  return (request) => normalizeIP(addressOf(request, trustedProxies))
}

function addressOf({ raw: { socket }, headers }: FastifyRequest, trustedProxies: number): string {
  const forwarded = trustedProxies > 0 ? String(headers['x-forwarded-for'] ?? '') : ''
  const address = forwarded.split(',').at(-trustedProxies)?.trim() || (socket.remoteAddress ?? 'unknown')
  return withoutPort(address).slice(0, 64)
}

/** Removes the port: `192.0.2.1:80` is 192.0.2.1; `[2001:db8::1]:80` and `[2001:db8::1]` are 2001:db8::1. */
function withoutPort(address: string): string {
  return address.replace(/^\[(.*)\](?::\d+)?$|^([^:]+):\d+$/, '$1$2')
}

/** Clients counted individually, in about 10 MB; beyond, the least recently counted are forgotten. */
const MOST_CLIENTS = 50_000

const TOO_MANY = 'Too many requests; try again after the seconds in Retry-After'

/** Counts the further operations of a batch against a client's limit. Throws a fault if they are too many. */
export type CountMore = (request: FastifyRequest, reply: FastifyReply, more: number) => Promise<void>

/**
 * Limits how much of the service one API key or address takes: it counts requests, in windows of fixed length. The
 * plugin writes header names of an older draft; these are from draft-ietf-httpapi-ratelimit-headers: the rest (r), and
 * the seconds until it is full again (t).
 */
export async function addRateLimit(
  app: FastifyInstance,
  { rateLimit: limit, trustedProxies }: Config,
  isExempt: (request: FastifyRequest) => boolean,
  onLimited: () => void,
): Promise<CountMore> {
  if (limit === undefined) return async () => {}
  // Loaded on demand, since it takes a while.
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

/** The key of a request; its jobs belong to it. */
export function ownerOf({ acceptedKey }: FastifyRequest): string | null {
  return acceptedKey ?? null
}

/** The caller that a request's jobs belong to. */
export async function callerOf(request: FastifyRequest, { trustedProxies }: Config): Promise<Caller> {
  const addressOf = await openClientAddress(trustedProxies)
  return { owner: ownerOf(request), address: addressOf(request) }
}

/** IPv6 addresses whose first 64 bits are cached. */
const MOST_ADDRESSES = 1000

/**
 * Names the caller by API key or address, synchronously. The IPv6 parser loads on the first such address; until then
 * all its bits count.
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

/** Fires when a client leaves or has its answer. */
export function leavingOf(raw: ServerResponse): AbortSignal {
  const leaving = new AbortController()
  if (raw.destroyed) leaving.abort()
  else raw.once('close', () => leaving.abort())
  return leaving.signal
}

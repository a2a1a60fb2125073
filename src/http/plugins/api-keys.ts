import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpFault } from '../http-fault.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The SHA-256 of an accepted API key, in hexadecimal. */
    acceptedKey: string | undefined
  }
}

const KEY_NEEDED = 'An API key is needed: Authorization: Bearer KEY, or X-API-Key: KEY'

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

import { hash, timingSafeEqual } from 'node:crypto'
import type { Exchange } from './exchange.ts'

/** The API key of a request: `Authorization: Bearer KEY` or `x-api-key: KEY`. */
export function apiKeyOf(exchange: Exchange): string | undefined {
  const authorization = exchange.header('authorization')
  const bearer = authorization === undefined ? undefined : /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  return bearer ?? exchange.header('x-api-key')
}

/**
 * The SHA-256 of a key, in hexadecimal, when it is one of the accepted ones. All of them are compared, each in constant
 * time, so that the time taken tells nothing.
 */
export function acceptedKey(key: string | undefined, accepted: readonly Buffer[]): string | undefined {
  if (key === undefined) return undefined
  const sha256 = hash('sha256', key, 'buffer')
  let isAccepted = false
  for (const each of accepted) if (timingSafeEqual(each, sha256)) isAccepted = true
  return isAccepted ? sha256.toString('hex') : undefined
}

import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Viewer } from '../jobs/job-watcher.ts'
import { openClientAddress } from './plugins/client-address.ts'

/** The key that a request came with; a job belongs to the one that it was sent with. */
export function ownerOf({ acceptedKey }: FastifyRequest): string | null {
  return acceptedKey ?? null
}

/** Who watches a job by a request. */
export async function viewerOf(request: FastifyRequest, { trustedProxies }: Config): Promise<Viewer> {
  const addressOf = await openClientAddress(trustedProxies)
  return { owner: ownerOf(request), address: addressOf(request) }
}

/** Given when a client leaves, or has its answer. */
export function leavingOf(raw: ServerResponse): AbortSignal {
  const leaving = new AbortController()
  if (raw.destroyed) leaving.abort()
  else raw.once('close', () => leaving.abort())
  return leaving.signal
}

import type { FastifyRequest } from 'fastify'

/**
 * Who a request came from, by address: IPv4 in one form; of IPv6 the first 64 bits, which are what one subscriber gets. Behind
 * `trustedProxies` proxies it is the entry that the outermost of them wrote into X-Forwarded-For, with a port or without; what
 * stands before that was written by the client.
 */
export async function openClientAddress(trustedProxies: number): Promise<(request: FastifyRequest) => string> {
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

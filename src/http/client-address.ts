import { isIPv6 } from 'node:net'
import type { Exchange } from './exchange.ts'

/**
 * The address a request came from. Behind `trustedProxies` proxies it is the entry that the outermost of them wrote into
 * X-Forwarded-For, with a port or without; what stands before that was written by the client. Of an IPv6 address the first
 * 64 bits count: that is what one subscriber gets.
 */
export function clientAddress(exchange: Exchange, trustedProxies: number): string {
  const direct = exchange.request.socket.remoteAddress ?? 'unknown'
  const forwarded = trustedProxies > 0 ? exchange.header('x-forwarded-for') : undefined
  const address = withoutPort(forwarded?.split(',').at(-trustedProxies)?.trim() || direct)
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice('::ffff:'.length)
  return isIPv6(address) ? subscriberOf(address) : address.slice(0, 64)
}

/** `192.0.2.1:80` is 192.0.2.1; `[2001:db8::1]:80` and `[2001:db8::1]` are 2001:db8::1. */
function withoutPort(address: string): string {
  return address.replace(/^\[(.*)\](?::\d+)?$|^([^:]+):\d+$/, '$1$2')
}

function subscriberOf(address: string): string {
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const start = head === '' ? [] : head.split(':')
  const end = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined ? start : [...start, ...Array(Math.max(0, 8 - start.length - end.length)).fill('0'), ...end]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')}::/64`
}

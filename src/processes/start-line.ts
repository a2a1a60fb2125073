import type { AddressInfo } from 'node:net'

/** `impactql 0.1.0 listening on http://127.0.0.1:4000 (data release 2026.11)` */
export function startLine(version: string, { address, family, port }: AddressInfo, release: string): string {
  const host = family === 'IPv6' ? `[${address}]` : address
  return `impactql ${version} listening on http://${host}:${port} (data release ${release})\n`
}

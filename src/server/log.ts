import type { AddressInfo } from 'node:net'
import { type DestinationStream, destination, type Logger, pino } from 'pino'
import type { LogLevel } from './settings/settings.ts'

/**
 * Writes one JSON object per line: level, time, the facts, message. Never a header, a query or a body, which may hold
 * secrets.
 */
export type Log = Logger

/** Lines are written together, at the latest after this time or this many bytes. */
const LATEST_MS = 50
const MOST_BYTES = 8192

/** A log of a level and above, on standard output by default. */
export function createLog(
  level: LogLevel,
  stream: DestinationStream = destination({ dest: 1, sync: false, minLength: MOST_BYTES, periodicFlush: LATEST_MS }),
): Log {
  const options = {
    level,
    base: null,
    messageKey: 'message',
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return pino(options, stream)
}

/** The logged text of an unexpected error. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** `impactql 0.1.0 listening on http://127.0.0.1:4000 (data release 2026.11)` */
export function startLine(version: string, { address, family, port }: AddressInfo, release: string): string {
  const host = family === 'IPv6' ? `[${address}]` : address
  return `impactql ${version} listening on http://${host}:${port} (data release ${release})\n`
}

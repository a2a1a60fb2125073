import type { LogLevel } from '../config.ts'

type Level = Exclude<LogLevel, 'silent'>

/** Facts of a log line, by name. Never a header, a query or a body: these may hold secrets. */
export type LogFields = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

/** Writes one JSON object a line: time, level, message, then the facts. */
export interface Log {
  readonly debug: (message: string, fields?: LogFields) => void
  readonly info: (message: string, fields?: LogFields) => void
  readonly warn: (message: string, fields?: LogFields) => void
  readonly error: (message: string, fields?: LogFields) => void
  /** Whether lines of a level are written: what is costly to say need not be said otherwise. */
  readonly writes: (level: Level) => boolean
  /** Hands over what is not yet written. */
  readonly flush: () => void
}

const RANK: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 }

/** Lines are handed over together: at most this late, and before they are this many characters. */
const LATEST_MS = 50
const MOST_CHARACTERS = 65_536

/** A log of a level and above. Lines about errors are handed over at once. */
export function createLog(
  least: LogLevel,
  write: (lines: string) => void = (lines) => process.stdout.write(lines),
): Log {
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const lines = waiting
    waiting = ''
    if (lines !== '') write(lines)
  }
  function logger(level: Level) {
    if (RANK[level] < RANK[least]) return () => {}
    return (message: string, fields?: LogFields) => {
      waiting += `${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`
      if (level === 'error' || waiting.length > MOST_CHARACTERS) flush()
      else timer ??= setTimeout(flush, LATEST_MS).unref()
    }
  }
  return {
    debug: logger('debug'),
    info: logger('info'),
    warn: logger('warn'),
    error: logger('error'),
    writes: (level) => RANK[level] >= RANK[least],
    flush,
  }
}

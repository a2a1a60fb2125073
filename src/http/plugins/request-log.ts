import type { Log } from '../../log.ts'
import type { OnEnd } from './request-ends.ts'
import { withoutQuery } from './request-target.ts'

/** Longer paths are cut in the log. */
const LONGEST_PATH = 500

/** Writes a line about each request: never its query, which may hold secrets. */
export function createRequestLog(log: Log): OnEnd {
  return ({ id, method, originalUrl }, _, status, milliseconds) => {
    if (!log.isLevelEnabled('info')) return
    const path = withoutQuery(originalUrl).slice(0, LONGEST_PATH)
    log.info({ id, method, path, status, ms: Math.round(milliseconds * 1000) / 1000 }, 'request')
  }
}

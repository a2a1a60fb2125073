import type { ReportError } from './job-runner.ts'

/** The same error is reported once a minute. */
const SELDOM_MS = 60_000

/** Reports what comes again and again, such as that Redis is away, once in a while. */
export function seldom(report: ReportError): ReportError {
  const reported = new Map<string, number>()
  return (error) => {
    const now = performance.now()
    if (now - (reported.get(error.message) ?? -SELDOM_MS) < SELDOM_MS) return
    if (reported.size > 100) reported.clear()
    reported.set(error.message, now)
    report(error)
  }
}

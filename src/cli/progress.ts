import progress, { type Options, type SingleBar } from 'cli-progress'

/** The progress of work, shown to the person who waits. */
export interface Progress {
  show(done: number, all: number): void
  stop(): void
}

/** Milliseconds; shorter work shows no bar. */
const LONG = 1000

/**
 * Shows progress on standard error for work that takes more than a second: a bar on a terminal, and with `inFiles` also
 * a line every two seconds elsewhere.
 */
export function createProgress(what = 'different assets', { inFiles = false } = {}): Progress {
  const begin = performance.now()
  let bar: SingleBar | undefined
  return {
    show(done, all) {
      if (!(process.stderr.isTTY || inFiles) || performance.now() - begin < LONG) return
      if (bar === undefined) {
        bar = new progress.SingleBar({
          format: `{bar} {percentage}% | {value} of {total} ${what} | {rate} a second | {eta_formatted}`,
          formatTime: timeToGo,
          barsize: 20,
          clearOnComplete: true,
          stream: process.stderr,
          noTTYOutput: inFiles,
        })
        bar.start(all, done, { rate: 0 })
      }
      bar.setTotal(all)
      bar.update(done, { rate: Math.round(done / ((performance.now() - begin) / 1000)) })
    },
    stop: () => bar?.stop(),
  }
}

/** `05s to go`. Until work is done, the bar has no number of seconds. */
function timeToGo(seconds: number, options: Options, roundTo: number): string {
  return Number.isFinite(seconds)
    ? `${progress.Format.TimeFormat(seconds, options, roundTo)} to go`
    : 'time to go unknown'
}

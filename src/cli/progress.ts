import progress, { type SingleBar } from 'cli-progress'
import { numberWords } from './output/words.ts'

/** The progress of work, shown to the person who waits. */
export interface Progress {
  show(done: number, all: number): void
  stop(): void
}

/** Milliseconds; shorter work shows no bar. */
const LONG = 1000
/** Characters of the bar, and of the text beside it at numbers of seven digits. */
const BAR = 20
const TEXT = 72

/**
 * Shows progress on standard error for work that takes more than a second: a bar on a terminal, and with `inFiles` also
 * a line every two seconds elsewhere.
 */
export function createProgress(what = 'different assets', { inFiles = false } = {}): Progress {
  const begin = performance.now()
  let bar: SingleBar | undefined
  return {
    show(done, all) {
      const seconds = (performance.now() - begin) / 1000
      if (!(process.stderr.isTTY || inFiles) || seconds * 1000 < LONG) return
      const pace = { pace: paceOf(done, all, seconds) }
      if (bar === undefined) {
        bar = new progress.SingleBar({
          format: `{bar} {percentage}% | {value} of {total} ${what} | {pace}`,
          barsize: Math.max(1, Math.min(BAR, (process.stderr.columns || BAR + TEXT) - TEXT)),
          clearOnComplete: true,
          stream: process.stderr,
          noTTYOutput: inFiles,
        })
        bar.start(all, done, pace)
      }
      bar.setTotal(all)
      bar.update(done, pace)
    },
    stop: () => bar?.stop(),
  }
}

/** `380 a second | 5 s to go`. */
function paceOf(done: number, all: number, seconds: number): string {
  const rate = done / seconds
  if (done === 0) return 'starting'
  return `${numberWords(rate)} a second${done < all ? ` | ${timeWords((all - done) / rate)} to go` : ''}`
}

/** `5 s`, `3 min`, `2 h 10 min`, rounded up. */
function timeWords(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.ceil(whole / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

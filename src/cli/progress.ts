import { SingleBar } from 'cli-progress'

export interface Progress {
  show(done: number, all: number): void
  stop(): void
}

/** Shorter work has no bar, in milliseconds. */
const LONG = 1000

/**
 * A bar on the standard error of a terminal, for work that takes more than a second; with `inFiles` also a line every two seconds
 * where that is no terminal.
 */
export function createProgress(what = 'different assets', { inFiles = false } = {}): Progress {
  const begin = performance.now()
  let bar: SingleBar | undefined
  return {
    show(done, all) {
      if (!(process.stderr.isTTY || inFiles) || performance.now() - begin < LONG) return
      if (bar === undefined) {
        bar = new SingleBar({
          format: `{bar} {percentage}% | {value} of {total} ${what} | {eta_formatted} to go`,
          stream: process.stderr,
          noTTYOutput: inFiles,
        })
        bar.start(all, done)
      }
      bar.setTotal(all)
      bar.update(done)
    },
    stop: () => bar?.stop(),
  }
}

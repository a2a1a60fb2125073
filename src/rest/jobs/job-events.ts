import { setTimeout as wait } from 'node:timers/promises'
import { hasEnded, type JobStatus } from '../../jobs/job.ts'

/** So often something is sent to those who watch, so that no proxy takes the connection for a dead one. */
const BEAT_MS = 15_000

/**
 * The states of a job as server-sent events, named `progress`; the last one, of a job that has ended, has its state for an id.
 * Who does not read and leaves watches no more.
 */
export async function* jobEvents(statuses: AsyncGenerator<JobStatus>): AsyncGenerator<string> {
  try {
    let next = statuses.next()
    while (true) {
      const come = await Promise.race([next, wait(BEAT_MS, undefined, { ref: false })])
      if (come === undefined) {
        yield ':\n\n'
        continue
      }
      if (come.done) return
      const id = hasEnded(come.value) ? `id: ${come.value.state}\n` : ''
      yield `event: progress\n${id}data: ${JSON.stringify(come.value)}\n\n`
      next = statuses.next()
    }
  } finally {
    void statuses.return(undefined).catch(() => {})
  }
}

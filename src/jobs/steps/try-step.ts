import { JobFault } from '../job-fault.ts'
import type { JobFolder } from '../places/job-folder.ts'

/** A step that has begun so often and not come to its end is given up: it ends whoever works on it. */
const MOST_TRIES = 5

/** A step that has begun, and how often in vain before. */
export interface Tries {
  readonly step: string
  readonly times: number
}

/** Steps in work in this process, with what was noted before them. */
const inWork = new Map<JobFolder, Tries | undefined>()

/**
 * Does a step of a job. It is noted in the folder of the job, and of no other, that the step has begun, until it has ended or has
 * got on: whatever ends the process meanwhile leaves the note. Throws a JobFault where that has happened five times.
 * Example: `tryStep(folder, 'cut', () => cutJob(folder, record, bounds))`.
 */
export async function tryStep<Result>(
  folder: JobFolder,
  step: string,
  work: (getsOn: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const before = await folder.readTries()
  const times = before?.step === step ? before.times : 0
  if (times >= MOST_TRIES) throw new JobFault('The job was given up: nothing came of it, however often it was begun')
  inWork.set(folder, before)
  try {
    await folder.writeTries({ step, times: times + 1 })
    let settled: Promise<void> | undefined
    const getsOn = () => {
      inWork.delete(folder)
      settled ??= folder.removeTries()
      return settled
    }
    const result = await work(getsOn)
    await getsOn()
    return result
  } finally {
    inWork.delete(folder)
  }
}

/** Whether a step of a job has begun and not ended: somebody works on it, or it has ended who did. */
export async function hasBegunInVain(folder: JobFolder): Promise<boolean> {
  return (await folder.readTries()) !== undefined
}

/** Takes back what was noted of the steps in work: a process that is to go before they end is not ended by them. */
export async function leaveSteps(): Promise<void> {
  for (const [folder, before] of inWork)
    await (before ? folder.writeTries(before) : folder.removeTries()).catch(() => {})
}

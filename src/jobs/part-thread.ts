import { workerData } from 'node:worker_threads'
import { evaluateJobPart, type PartTask } from './evaluate-job-part.ts'
import { type FigureSettings, Figures } from './figures.ts'
import { JobFault } from './job-fault.ts'

/** What a thread is started with. */
export interface PartThreadSetup extends FigureSettings {
  /** The folder of all jobs. */
  readonly folder: string
}

/** A part, and the figures that it is evaluated by. */
export interface ThreadPart extends PartTask {
  readonly figures: string
}

const { folder, ...settings } = workerData as PartThreadSetup
const known = new Figures(settings)

/** Evaluates parts, one after the other; piscina calls it. Gives what is wrong with the job: of errors only the text leaves a thread. */
export default async function evaluate({ figures, ...task }: ThreadPart): Promise<string | undefined> {
  try {
    await evaluateJobPart(known.assessor(figures), folder, task)
    return undefined
  } catch (error) {
    if (error instanceof JobFault) return error.message
    throw error
  }
}

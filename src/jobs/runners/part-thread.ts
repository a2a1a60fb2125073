import { workerData } from 'node:worker_threads'
import { type FigureSettings, Figures } from '../figures.ts'
import { FiguresGone, JobFault } from '../job-fault.ts'
import { JobStore } from '../job-store.ts'
import { openPlace, type PlaceSettings } from '../places/open-place.ts'
import { evaluateJobPart, type PartTask } from '../steps/evaluate-job-part.ts'

/** What a thread is started with. */
export interface PartThreadSetup extends FigureSettings, PlaceSettings {}

/** A part, and the figures that it is evaluated by. */
export interface ThreadPart extends PartTask {
  readonly figures: string
}

const settings = workerData as PartThreadSetup
const store = new JobStore(openPlace(settings), Number.POSITIVE_INFINITY)
const known = new Figures(settings)

/** What is wrong with a job, as it leaves a thread: of errors only the text does. */
export interface ThreadFault {
  readonly message: string
  readonly areFiguresGone: boolean
}

/** Evaluates parts, one after the other; piscina calls it. Gives what is wrong with the job. */
export default async function evaluate({ figures, ...task }: ThreadPart): Promise<ThreadFault | undefined> {
  try {
    await evaluateJobPart(known.assessor(figures), store, task)
    return undefined
  } catch (error) {
    if (error instanceof JobFault) return { message: error.message, areFiguresGone: error instanceof FiguresGone }
    throw error
  }
}

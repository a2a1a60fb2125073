import { workerData } from 'node:worker_threads'
import { type FigureSettings, Figures } from '../figures.ts'
import { FiguresGone, JobFault } from '../job-fault.ts'
import { JobStore } from '../job-store.ts'
import { openPlace, type PlaceSettings } from '../places/open-place.ts'
import { evaluateJobPart, type PartTask } from '../steps/evaluate-job-part.ts'

/** What a thread is started with. */
export interface PartThreadSetup extends FigureSettings, PlaceSettings {}

/** The figures that parts are evaluated by: their tables are read, so that the first part need not wait. */
export interface ThreadFigures {
  readonly figures: string
}

/** A part, and the figures that it is evaluated by. */
export interface ThreadPart extends PartTask, ThreadFigures {}

const settings = workerData as PartThreadSetup
const store = new JobStore(openPlace(settings), Number.POSITIVE_INFINITY)
const known = new Figures(settings)

/** What is wrong with a job, as it leaves a thread: of errors only the text does. */
export interface ThreadFault {
  readonly message: string
  readonly areFiguresGone: boolean
}

/** Evaluates parts, one after the other; piscina calls it. Gives what is wrong with the job. */
export default async function evaluate(task: ThreadPart | ThreadFigures): Promise<ThreadFault | undefined> {
  try {
    const assessor = known.assessor(task.figures)
    if ('part' in task) await evaluateJobPart(assessor, store, task)
    return undefined
  } catch (error) {
    if (error instanceof JobFault) return { message: error.message, areFiguresGone: error instanceof FiguresGone }
    throw error
  }
}

import { workerData } from 'node:worker_threads'
import { evaluatePart, type PartOutcome, type PartTask } from './evaluate-part.ts'
import { openAssessor, type TableChoice } from './open-assessor.ts'

/** What a worker thread is started with. */
export interface WorkerSetup extends TableChoice {
  /** What the release that the figures must come from is called in answers. */
  readonly label: string
}

const { label, ...choice } = workerData as WorkerSetup
const assessor = openAssessor(choice)
if (assessor.release !== label) throw new Error(`The tables of this worker are ${assessor.release}, not ${label}`)

/** Evaluates parts, one after the other; piscina calls it. */
export default function evaluate(task: PartTask): Promise<PartOutcome> {
  return evaluatePart(assessor, task)
}

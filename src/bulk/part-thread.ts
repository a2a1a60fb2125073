import { setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import { evaluatePart, type PartOutcome, type PartTask } from './evaluate-part.ts'
import { type FigureSettings, Figures, FiguresGone } from './figures.ts'

/** A part, and the figures that it is evaluated by. Without a part, their tables are read, so that the first need not wait. */
export interface ThreadTask {
  readonly figures: string
  readonly part?: PartTask
}

/** What a thread is started with. */
export interface ThreadSetup extends FigureSettings {
  /** Of the thread, where the system has one for each: 19 is the lowest. */
  readonly priority?: number | undefined
}

const { priority, ...settings } = workerData as ThreadSetup
if (priority !== undefined && process.platform === 'linux') setPriority(priority)
const known = new Figures(settings)

/** Evaluates parts, one after the other; piscina calls it. `gone` where the figures are. */
export default async function evaluate({ figures, part }: ThreadTask): Promise<PartOutcome | 'gone' | undefined> {
  try {
    const assessor = known.assessor(figures)
    return part && (await evaluatePart(assessor, part))
  } catch (error) {
    // Of errors only the text leaves a thread.
    if (error instanceof FiguresGone) return 'gone'
    throw error
  }
}

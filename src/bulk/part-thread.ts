import { setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import { evaluatePart, type PartOutcome, type PartTask } from './evaluate-part.ts'
import { type FigureSettings, Figures, FiguresGone } from './figures.ts'

/**
 * A part, and the figures to evaluate it with. Without a part, the thread only reads their tables, so that the first
 * part need not wait.
 */
export interface ThreadTask {
  readonly figures: string
  readonly part?: PartTask
}

/** Start parameters of a thread. */
export interface ThreadSetup extends FigureSettings {
  /** Priority of the thread, where the system supports it: 19 is the lowest. */
  readonly priority?: number | undefined
}

const { priority, ...settings } = workerData as ThreadSetup
if (priority !== undefined && process.platform === 'linux') setPriority(priority)
const known = new Figures(settings)

/** Evaluates parts one after the other; called by piscina. Returns `gone` if the figures no longer exist. */
export default async function evaluate({ figures, part }: ThreadTask): Promise<PartOutcome | 'gone' | undefined> {
  try {
    const assessor = known.assessor(figures)
    return part && (await evaluatePart(assessor, part))
  } catch (error) {
    // Only the text of an error leaves a thread.
    if (error instanceof FiguresGone) return 'gone'
    throw error
  }
}

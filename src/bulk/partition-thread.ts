import { setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import { Assessors, ReleaseGone, type ReleaseSettings } from './assessors.ts'
import { evaluatePartition, type PartitionTask } from './evaluate-partition.ts'
import type { WrittenTally } from './tally.ts'

/**
 * A partition, and the key of the release to evaluate it with. Without a partition, the thread only reads the tables,
 * so that the first one need not wait.
 */
export interface ThreadTask {
  readonly release: string
  readonly partition?: PartitionTask
}

/** Start parameters of a thread. */
export interface ThreadSetup extends ReleaseSettings {
  /** Priority of the thread, where the system supports it: 19 is the lowest. */
  readonly priority?: number | undefined
}

const { priority, ...settings } = workerData as ThreadSetup
if (priority !== undefined && process.platform === 'linux') setPriority(priority)
const known = new Assessors(settings)

/** Evaluates partitions one after the other; called by piscina. Returns `gone` if the release no longer exists. */
export default async function evaluate({ release, partition }: ThreadTask): Promise<WrittenTally | 'gone' | undefined> {
  try {
    const assessor = known.assessor(release)
    return partition && (await evaluatePartition(assessor, partition))
  } catch (error) {
    // Only the text of an error leaves a thread.
    if (error instanceof ReleaseGone) return 'gone'
    throw error
  }
}

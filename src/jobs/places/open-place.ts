import { BucketPlace } from './bucket-place.ts'
import { FolderPlace } from './folder-place.ts'
import type { JobPlace } from './job-place.ts'

/** Where jobs are kept, as settings that can be sent to another process. */
export interface PlaceSettings {
  /** The folder of all jobs; of those in an object store, the folder of this machine in which they are worked on. */
  readonly folder: string
  /** The address of an object store, if that is where they are: `s3://fleet/jobs`. */
  readonly store?: string
}

/** Whoever works on jobs waits so long for a store that is away: with the folder of another machine it would wait, too. */
const PATIENCE_MS = 300_000

/** `patienceMs`: how long a store that is away is waited for. */
export function openPlace({ folder, store }: PlaceSettings, patienceMs = PATIENCE_MS): JobPlace {
  return store === undefined ? new FolderPlace(folder) : new BucketPlace(store, folder, patienceMs)
}

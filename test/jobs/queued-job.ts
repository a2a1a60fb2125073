import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JobRecord } from '../../src/jobs/job.ts'
import type { JobStore } from '../../src/jobs/job-store.ts'

/** Adds a job that nobody works on, of a key or of nobody, with that as its file. */
export async function addQueuedJob(
  store: JobStore,
  owner: string | null,
  { file = 'kind\nserver\n', ...given }: Partial<JobRecord> & { readonly file?: string } = {},
): Promise<JobRecord> {
  const received = await store.begin(owner)
  const { id, folder } = received
  writeFileSync(join(folder.path, folder.input), file)
  await store.keep(received)
  const record: JobRecord = {
    id,
    owner,
    options: { criteria: ['gwp'] },
    release: 'base',
    figures: 'base',
    state: 'queued',
    bytes: file.length,
    createdAt: new Date().toISOString(),
    ...given,
  }
  await store.add(record, folder)
  return record
}

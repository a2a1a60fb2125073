import type { JobStatus } from '../../jobs/job.ts'
import { UnreachableError } from '../api/api-error.ts'
import { request } from '../api/request.ts'
import type { JobFile } from './job-file.ts'

/** How often the state is asked for, in milliseconds. */
const POLL_MS = 700

/**
 * Sends a file as a job and waits until it has ended; `onStatus` gets each of its states. What `signal` ends before is
 * cancelled. Throws an Error with what is wrong in words.
 */
export async function runJob(
  { body, type }: JobFile,
  query: URLSearchParams,
  onStatus: (status: JobStatus) => void,
  signal: AbortSignal,
): Promise<JobStatus> {
  const init = { method: 'POST', headers: { 'content-type': type }, body, signal }
  const sent = await request(`/v2/jobs?${query}`, init, { isOnce: true })
  if (sent.status === 404 || sent.status === 405) throw new NoJobsError()
  let status = await read(sent)
  const path = `/v2/jobs/${status.id}`
  const cancel = () => request(path, { method: 'DELETE', keepalive: true }, { isOnce: true }).catch(() => undefined)
  signal.addEventListener('abort', cancel)
  try {
    while (status.state === 'queued' || status.state === 'running') {
      onStatus(status)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      signal.throwIfAborted()
      status = await read(await request(path, { signal }))
    }
  } finally {
    signal.removeEventListener('abort', cancel)
  }
  if (status.state === 'done') return status
  throw new Error(status.fault === null ? 'The job was cancelled.' : `The file cannot be assessed: ${status.fault}.`)
}

async function read(response: Response): Promise<JobStatus> {
  if (response.ok) return (await response.json()) as JobStatus
  if (response.status === 404) throw new Error('The job was removed before it had ended.')
  if (response.status === 429) throw new UnreachableError('Too many jobs at a time. Try again once one has ended.')
  if (response.status === 413) throw new Error('The file is larger than this service takes.')
  const { detail } = (await response.json().catch(() => ({}))) as { readonly detail?: unknown }
  throw new Error(typeof detail === 'string' ? `${detail}.` : 'The service did not take the file.')
}

/** The service has no jobs. */
export class NoJobsError extends Error {
  override readonly name = 'NoJobsError'

  constructor() {
    super('This service takes no files of this kind, or of this size.')
  }
}

import type { JobStatus } from '../../bulk/jobs/job.ts'
import type { Criterion } from '../../generated/explorer-operations.ts'
import { UnreachableError } from '../api/api-error.ts'
import { request } from '../api/send.ts'
import type { Catalogue } from '../form/catalogue.ts'
import type { Conditions } from '../state/read-conditions.ts'
import { energyOf, type FleetResult } from './fleet-result.ts'
import { type FleetFile, withConditions } from './read-fleet.ts'

/** A file to send as a job. */
interface JobFile {
  readonly body: Blob
  readonly type: string
}

/** Media types by file name extension; CSV by default. */
const TYPES: Readonly<Record<string, string>> = {
  parquet: 'application/vnd.apache.parquet',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  jsonl: 'application/x-ndjson',
}

/**
 * Whether a file is sent as it is. A bill is: it has parts of hours and of GB, which the items of a list do not have.
 */
export function isSentWhole({ isRead, imported }: FleetFile): boolean {
  return !isRead || imported.some(({ billed }) => billed !== undefined)
}

/** A file as a job takes it: unchanged, or its rows with the page's conditions, one per line. */
export function jobFile(file: FleetFile, conditions: Conditions): JobFile {
  const { name, source, rows } = file
  if (source !== undefined && isSentWhole(file)) {
    const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
    return { body: source, type: TYPES[ending] ?? 'text/csv' }
  }
  const lines = rows.map((row) => {
    const { label, asset, quantity, duration, allocation, boundary } = row
    const item = { label, quantity, duration, allocation, boundary, asset: withConditions(asset, conditions) }
    return `${JSON.stringify(item)}\n`
  })
  return { body: new Blob(lines), type: 'application/x-ndjson' }
}

/** Interval between status requests, in milliseconds. */
const POLL_MS = 700

/**
 * Sends a file as a job and waits for its end; `onStatus` receives each status. `signal` cancels the job. Throws an
 * Error with the reason in words.
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
  const status = await read(sent)
  const cancel = () =>
    request(pathOf(status.id), { method: 'DELETE', keepalive: true }, { isOnce: true }).catch(() => undefined)
  signal.addEventListener('abort', cancel)
  try {
    onStatus(status)
    return await followJob(status.id, onStatus, signal)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Waits for the end of a job; `onStatus` receives each status. Throws an Error with the reason in words. */
export async function followJob(
  id: string,
  onStatus: (status: JobStatus) => void,
  signal: AbortSignal,
): Promise<JobStatus> {
  let status = await read(await request(pathOf(id), { signal }))
  while (status.state === 'queued' || status.state === 'running') {
    onStatus(status)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    signal.throwIfAborted()
    status = await read(await request(pathOf(id), { signal }))
  }
  if (status.state === 'done') return status
  throw new Error(status.fault === null ? 'The job was cancelled.' : `The file cannot be assessed: ${status.fault}.`)
}

const pathOf = (id: string) => `/v2/jobs/${id}`

async function read(response: Response): Promise<JobStatus> {
  if (response.ok) return (await response.json()) as JobStatus
  if (response.status === 404) throw new Error('There is no such job, or it was removed.')
  if (response.status === 429) throw new UnreachableError('Too many jobs at a time. Try again once one has ended.')
  if (response.status === 413) throw new Error('The file is too large for this service.')
  const { detail } = (await response.json().catch(() => ({}))) as { readonly detail?: unknown }
  const [fault] = Array.isArray(detail) ? (detail as readonly { readonly msg: string }[]) : []
  throw new Error(`${typeof detail === 'string' ? detail : (fault?.msg ?? 'The service did not take the file')}.`)
}

/** The service has no jobs. */
export class NoJobsError extends Error {
  override readonly name = 'NoJobsError'

  constructor() {
    super('This service does not take files of this kind or size.')
  }
}

/** The totals of a job in the form that the page shows; its rows are in its result. */
export function jobResult(
  totals: NonNullable<JobStatus['totals']>,
  faulty: number,
  { criteria }: Pick<Catalogue, 'criteria'>,
): FleetResult {
  const { units, assessed, impacts, assumptions, computedFor, coverage } = totals
  return {
    size: units,
    assessed,
    totals: Object.entries(impacts).flatMap(([code, summed]) => {
      const criterion = code.toUpperCase() as Criterion
      const { unit = '', description = code } = criteria.find((each) => each.criterion === criterion) ?? {}
      return [{ criterion, unit, description, ...summed }]
    }),
    energy: energyOf(totals),
    rows: [],
    faults: [],
    replaced: [],
    otherFaults: faulty,
    coverage,
    pue: undefined,
    assumptions,
    computedFor,
  }
}

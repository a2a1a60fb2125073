import { hash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished } from 'vitest'
import type { JobStatus } from '../../../src/bulk/jobs/job.ts'
import { readConfig } from '../../../src/server/settings/config.ts'
import { buildWorld } from '../../../src/server/world.ts'
import { startService, type TestService } from '../../server/http/support/test-service.ts'

export interface JobService extends TestService {
  /** The folder of its jobs. */
  readonly folder: string
  readonly send: (body: string | Uint8Array, options?: SendOptions) => Promise<Response>
  /** Sends a file and waits until the job has ended. */
  readonly finish: (body: string | Uint8Array, options?: SendOptions) => Promise<JobStatus>
  readonly ended: (id: string, headers?: Record<string, string>) => Promise<JobStatus>
  readonly remove: (id: string, headers?: Record<string, string>) => Promise<Response>
  /** Stops it, and waits until nothing works on its jobs any more. */
  readonly stop: () => Promise<void>
}

export interface SendOptions {
  readonly query?: string
  readonly type?: string
  readonly headers?: Record<string, string>
}

export const KEYS = { mine: 'my-key', yours: 'your-key' }

export const KEY_HASHES = Object.values(KEYS)
  .map((key) => hash('sha256', key))
  .join(',')

/** A service with jobs in a folder of their own; with `closed` it needs one of the keys. */
export async function startJobService(
  env: Record<string, string> = {},
  { folder = newFolder(), closed = false }: { readonly folder?: string; readonly closed?: boolean } = {},
): Promise<JobService> {
  const keys = closed ? { API_KEYS: KEY_HASHES } : {}
  const all = { JOBS_FOLDER: folder, JOB_WORKERS: '1', ...keys, ...env }
  const config = readConfig(all)
  const service = await startService({ env: all, world: () => buildWorld(config) })
  const send = (body: string | Uint8Array, { query = '', type = 'text/csv', headers = {} }: SendOptions = {}) =>
    fetch(service.url(`/v2/jobs${query}`), {
      method: 'POST',
      body: body as BodyInit,
      headers: { 'content-type': type, ...headers },
    })
  const ended = async (id: string, headers: Record<string, string> = {}): Promise<JobStatus> => {
    const events = await eventsOf(await service.get(`/v2/jobs/${id}/events`, headers))
    return events.at(-1) as JobStatus
  }
  return {
    ...service,
    folder,
    send,
    ended,
    finish: async (body, options = {}) => {
      const response = await send(body, options)
      const { id } = (await response.json()) as JobStatus
      return ended(id, options.headers)
    },
    remove: (id, headers = {}) => fetch(service.url(`/v2/jobs/${id}`), { method: 'DELETE', headers }),
    stop: async () => {
      await service.service.stop()
      await expect.poll(() => inDatabase(folder, 'SELECT * FROM lease'), { timeout: 60_000 }).toEqual([])
    },
  }
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'impactql-jobs-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Asks the database of a folder of jobs, as an operator may. */
export function inDatabase(folder: string, sql: string, ...values: readonly (string | number)[]) {
  const database = new DatabaseSync(join(folder, 'jobs.sqlite'), { timeout: 5000 })
  try {
    return database.prepare(sql).all(...values) as Record<string, string | number | null>[]
  } finally {
    database.close()
  }
}

/** What there is in a folder of jobs beside its database. */
export function leftOver(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => !name.startsWith('jobs.sqlite'))
}

/** The data of server-sent events. */
export async function eventsOf(response: Response): Promise<readonly JobStatus[]> {
  const text = await response.text()
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as JobStatus)
}

const CPUS = ['Xeon Gold 6138', 'EPYC 7502', 'Xeon E5-2680 v4', 'Xeon Platinum 8175M', 'EPYC 7R13']
const PLACES = ['FRA', 'DEU', 'SWE', 'USA', 'POL']

/** A table of servers that all differ. */
export function servers(rows: number, from = 0): string {
  const lines = ['label,kind,quantity,location,load,cpu_name,cpu_units,ram_units,ram_capacity,ssd_units,ssd_capacity']
  for (let row = from; row < from + rows; row++) {
    const [cpu, place] = [CPUS[row % CPUS.length], PLACES[row % PLACES.length]]
    lines.push(
      `host-${row},server,${1 + (row % 3)},${place},${10 + (row % 80)},${cpu},${1 + (row % 2)},${1 + (row % 24)},${16 + (row % 64)},${1 + (row % 4)},${240 + row}`,
    )
  }
  return `${lines.join('\n')}\n`
}

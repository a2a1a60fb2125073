import { readlinkSync } from 'node:fs'
import { hostname, uptime } from 'node:os'
import { isAlive } from '../is-alive.ts'
import type { JobDatabase } from './job-database.ts'

/** Seconds after which a silent holder has lost the lease. */
const SILENT = 5

/** This process may no longer change job records: another process does the work, or soon will. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'

  constructor() {
    super('Another process has taken over the jobs')
  }
}

/** Names this process as a holder; process numbers are only unique within their namespace. */
export function holderName(): string {
  return `${pidSpace()} ${process.pid} ${process.hrtime.bigint()}`
}

/** Whether a process other than `except` has the lease: it was alive recently and has not ended since. */
export function isLeased(database: JobDatabase, except = ''): boolean {
  const lease = database.get`SELECT * FROM lease`
  if (lease === undefined || lease.holder === except) return false
  const left = Number(lease.until) - sinceStart()
  return left > 0 && left <= SILENT && !hasDied(String(lease.holder))
}

export function isHeldBy(database: JobDatabase, holder: string): boolean {
  return database.get`SELECT 1 FROM lease WHERE holder = ${holder}` !== undefined
}

/** Takes the lease, or renews it. */
export function writeLease(database: JobDatabase, holder: string): void {
  database.run`INSERT OR REPLACE INTO lease VALUES (1, ${holder}, ${sinceStart() + SILENT})`
}

export function dropLease(database: JobDatabase, holder: string): void {
  database.run`DELETE FROM lease WHERE holder = ${holder}`
}

/** Seconds since the machine started, which a wrong clock does not affect. */
export function sinceStart(): number {
  return Math.floor(uptime())
}

/** Whether the holder of a lease has ended, as far as this process can see. */
function hasDied(holder: string): boolean {
  const [space, pid] = holder.split(' ')
  return space === pidSpace() && !isAlive(Number(pid))
}

function pidSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return hostname()
  }
}

import { readlinkSync } from 'node:fs'
import { hostname, uptime } from 'node:os'
import { startOf } from '../is-alive.ts'

/** Seconds after which a silent holder that this process cannot see has lost the lease. */
export const SILENT = 5

/** The same for a holder that is still running: on a busy machine it may get no processor time. */
const SILENT_AND_ALIVE = 60

/** This process may no longer change job records: another process does the work, or soon will. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'

  constructor() {
    super('Another process has taken over the jobs')
  }
}

/** Names this process as a holder; process numbers are only unique within their namespace, and are reused. */
export function holderName(): string {
  return `${pidSpace()} ${process.pid} ${startOf(process.pid)}`
}

/** Seconds for which a holder may be silent and still keeps the lease: none if it has ended. */
export function patienceWith(holder: string): number {
  const [space, pid, start] = holder.split(' ')
  if (space !== pidSpace()) return SILENT
  return startOf(Number(pid)) === start ? SILENT_AND_ALIVE : 0
}

/** Seconds since the machine started, which a wrong clock does not affect. */
export function sinceStart(): number {
  return Math.floor(uptime())
}

function pidSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return hostname()
  }
}

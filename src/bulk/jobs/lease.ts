import { readlinkSync } from 'node:fs'
import { hostname, uptime } from 'node:os'
import { isAlive } from '../is-alive.ts'

/** Seconds after which a silent holder has lost the lease. */
export const SILENT = 5

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

/** Whether a holder has ended, as far as this process can see. */
export function hasDied(holder: string): boolean {
  const [space, pid] = holder.split(' ')
  return space === pidSpace() && !isAlive(Number(pid))
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

import { totalmem } from 'node:os'

/** MB that evaluating threads have each: their tables, what an evaluation leaves behind, a small database. */
const THREAD_MB = 300

/** With less than this a database reads and writes no file of many columns. */
const LEAST_DATABASE_MB = 160

/** How memory is shared out among those who work on files. */
export interface MemoryShares {
  /** Threads that evaluate: as many as were wanted, or as many as half of the memory has room for. */
  readonly threads: number
  /** MB of each database. */
  readonly databaseMb: number
}

const UNITS: Readonly<Record<string, number>> = { '': 1, mb: 1, mib: 1.048576, gb: 1000, gib: 1073.741824 }

/**
 * The setting MEMORY in MB; undefined where it is none. `auto` is a quarter of what this machine or its control group has: 2,147 of
 * 8 GiB. Example: `2GB` is 2000, and so is `2000`.
 */
export function readMemory(text: string): number | undefined {
  if (/^(auto)?$/i.test(text.trim())) return Math.max(512, Math.floor(machineMemory() / 4e6))
  const [, number = '', unit = ''] = /^(\d{1,9}(?:\.\d+)?)\s*([kmg]i?b)?$/i.exec(text.trim()) ?? []
  const factor = UNITS[unit.toLowerCase()]
  if (number === '' || factor === undefined) return undefined
  const megabytes = Math.floor(Number(number) * factor)
  return megabytes >= 256 && megabytes <= 16_000_000 ? megabytes : undefined
}

/** `databases`: how many of them work at a time. */
export function shareMemory(megabytes: number, threads: number, databases = 1): MemoryShares {
  const most = Math.max(1, Math.floor(megabytes / 2 / THREAD_MB))
  const count = Math.min(threads, most)
  return {
    threads: count,
    databaseMb: Math.max(LEAST_DATABASE_MB, Math.floor((megabytes - count * THREAD_MB) / databases)),
  }
}

/** Bytes of this machine, or fewer where a control group allows fewer. */
function machineMemory(): number {
  const allowed = process.constrainedMemory()
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem()
}

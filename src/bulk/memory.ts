import { totalmem } from 'node:os'

/** MB per evaluating thread: its tables, garbage, a small database. */
const THREAD_MB = 300

/** With less memory, a database cannot process files with many columns. */
const LEAST_DATABASE_MB = 160

/** MB of the heap of a thread that reads a list or plan for a job: half of the memory, within these limits. */
const HEAP_MB = { least: 256, most: 1024 }

/** MB of the process of jobs besides its threads and databases: its code, its tables, memory that it has freed. */
const PROCESS_MB = 250

/** How memory is divided among the workers on files. */
export interface MemoryShares {
  /** Evaluating threads: as many as requested, or as fit into half of the memory. */
  readonly threads: number
  /** Databases that work at a time: as many as requested, or as fit beside the threads, at least one. */
  readonly databases: number
  /** MB per database. */
  readonly databaseMb: number
  /** MB of the heap of each thread of the process of jobs. */
  readonly heapMb: number
  /** MB at which the process of jobs is ended: beyond all that its work needs. */
  readonly mostMb: number
}

const UNITS: Readonly<Record<string, number>> = { '': 1, mb: 1, mib: 1.048576, gb: 1000, gib: 1073.741824 }

/**
 * Parses the setting MEMORY to MB; undefined if invalid. `auto` is a quarter of the memory of this machine or its
 * control group: 2,147 for 8 GiB. Example: `2GB` is 2000, and so is `2000`.
 */
export function readMemory(text: string): number | undefined {
  if (/^(auto)?$/i.test(text.trim())) return Math.max(512, Math.floor(machineMemory() / 4e6))
  const [, number = '', unit = ''] = /^(\d{1,9}(?:\.\d+)?)\s*([kmg]i?b)?$/i.exec(text.trim()) ?? []
  const factor = UNITS[unit.toLowerCase()]
  if (number === '' || factor === undefined) return undefined
  const megabytes = Math.floor(Number(number) * factor)
  return megabytes >= 256 && megabytes <= 16_000_000 ? megabytes : undefined
}

/** `databases` is the number that should work at a time. */
export function shareMemory(megabytes: number, threads: number, databases = 1): MemoryShares {
  const most = Math.max(1, Math.floor(megabytes / 2 / THREAD_MB))
  const count = Math.min(threads, most)
  const left = megabytes - count * THREAD_MB
  const working = Math.max(1, Math.min(databases, Math.floor(left / LEAST_DATABASE_MB)))
  return {
    threads: count,
    databases: working,
    databaseMb: Math.max(LEAST_DATABASE_MB, Math.floor(left / working)),
    heapMb: Math.min(HEAP_MB.most, Math.max(HEAP_MB.least, Math.floor(megabytes / 2))),
    mostMb: megabytes + PROCESS_MB,
  }
}

/** Bytes of this machine, or the limit of its control group if lower. */
function machineMemory(): number {
  return groupMemory() ?? totalmem()
}

/** Bytes that the control group of this process allows; undefined if it allows all of the machine. */
export function groupMemory(): number | undefined {
  const allowed = process.constrainedMemory()
  return allowed > 0 && allowed < totalmem() ? allowed : undefined
}

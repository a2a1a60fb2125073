import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const CPUS = ['Xeon Gold 6138', 'EPYC 7502', 'Xeon E5-2680 v4', 'Xeon Platinum 8175M', 'EPYC 7R13']
const PLACES = ['FRA', 'DEU', 'SWE', 'USA', 'POL']
/** ms between two looks at the memory. */
const LOOK = 100

/** What a run of the command took, all threads together. */
export interface BatchMeasure {
  readonly seconds: number
  /** The largest resident set, in MB; not a number where the system has no /proc. */
  readonly peakMb: number
}

/** Seconds and memory of `impactql assess` on a CSV file of servers that all differ, written as Parquet. */
export async function measureBatch(rows: number): Promise<BatchMeasure> {
  const folder = await mkdtemp(join(tmpdir(), 'impactql-bench-'))
  try {
    const file = join(folder, 'servers.csv')
    await pipeline(Readable.from(serverLines(rows)), createWriteStream(file))
    const start = performance.now()
    const out = join(folder, 'impacts.parquet')
    const child = spawn(process.execPath, ['bin/impactql.js', 'assess', file, '-o', out], { stdio: 'ignore' })
    let peakMb = Number.NaN
    const looking = setInterval(() => {
      peakMb = peakOf(child.pid) ?? peakMb
    }, LOOK)
    const [status] = await once(child, 'exit')
    clearInterval(looking)
    if (status !== 0) throw new Error(`impactql assess ended with ${status}`)
    return { seconds: (performance.now() - start) / 1000, peakMb }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A CSV file of servers that all differ. */
export function* serverLines(rows: number): Generator<string> {
  yield 'label,kind,quantity,location,load,cpu_name,cpu_units,ram_units,ram_capacity,ssd_units,ssd_capacity\n'
  for (let row = 0; row < rows; row++) {
    const [cpu, place] = [CPUS[row % CPUS.length], PLACES[row % PLACES.length]]
    // The capacity of the drives makes each of them a different one.
    yield `host-${row},server,${1 + (row % 3)},${place},${10 + (row % 80)},${cpu},${1 + (row % 2)},${1 + (row % 24)},${16 + (row % 64)},${1 + (row % 4)},${240 + row}\n`
  }
}

/** The largest resident set of a process so far, as Linux has it. */
function peakOf(pid: number | undefined): number | undefined {
  try {
    const [, kb] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kb === undefined ? undefined : Number(kb) / 1024
  } catch {
    return undefined
  }
}

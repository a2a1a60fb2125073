import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** The low priority at which jobs run. */
const PRIORITY = 10
const CPU_MS = 300

/**
 * How many times as long work of low priority takes here as on a machine of its own: 1 or a little more there, and far
 * more where other programs have the processors.
 */
export async function slownessOfJobs(): Promise<number> {
  const program = `
    require('node:os').setPriority(${PRIORITY})
    const start = performance.now()
    const before = process.cpuUsage().user
    while (process.cpuUsage().user - before < ${CPU_MS * 1000}) for (let i = 0; i < 1e5; i++) Math.sqrt(i)
    console.log(performance.now() - start)`
  const { stdout } = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  return Math.max(1, Number(await text(stdout)) / CPU_MS)
}

import { readFileSync } from 'node:fs'

/**
 * When a running process of this machine started, in ticks since the machine did; undefined if the process has ended.
 * Empty if the system does not say when. Numbers of processes are reused, so only both name a process.
 */
export function startOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Another user's process exists but cannot be signalled.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return undefined
  }
  try {
    // The second field is the name of the process, which may have brackets and spaces. See proc_pid_stat(5).
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    // A zombie has ended, and its parent has not asked how.
    return state === 'Z' ? undefined : fields[18]
  } catch {
    return ''
  }
}

/** Whether a process of this machine is still running, as far as this process can see. */
export function isAlive(pid: number): boolean {
  return startOf(pid) !== undefined
}

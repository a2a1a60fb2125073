/** Whether a process of this machine is still running, as far as this process can see. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process exists but cannot be signalled.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

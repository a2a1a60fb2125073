/** Whether a process of this machine has not ended, as far as that can be seen from here. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // One of another user may not be signalled, and is there.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

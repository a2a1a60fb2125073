import { leaveSteps } from '../steps/try-step.ts'

/**
 * Ends this process, which works on jobs: none of those in work is to blame for it. An orderly exit would fail in the midst of
 * what the database does.
 */
export function leaveProcess(): void {
  void leaveSteps().finally(() => process.kill(process.pid, 'SIGKILL'))
}

import { Command } from 'commander'

/** `impactql worker`: takes parts of jobs from Redis, set up by the environment as the service is. */
export function workerCommand(): Command {
  return new Command('worker')
    .description(
      'evaluate parts of the jobs of services, from the same JOBS_URL and JOBS_FOLDER (settings are environment variables, see docs/operating.md)',
    )
    .action(async () => {
      const { runWorker } = await import('../../processes/run-worker.ts')
      await runWorker(process.env)
    })
}

import closeWithGrace from 'close-with-grace'
import { ConfigError, readConfig } from '../config/config.ts'
import { faultsOf } from '../http/service.ts'
import { createLog, stackOf } from '../log.ts'
import { runnerSettings } from '../world/create-jobs.ts'

/** Parts in work are given so long at a stop; one takes some seconds at most. */
const GRACE_MS = 30_000

/**
 * Evaluates parts of jobs until a signal ends it, which lets it finish those in work. What cannot be used ends it with a line per
 * fault and exit code 1.
 */
export async function runWorker(env: NodeJS.ProcessEnv): Promise<void> {
  try {
    const config = readConfig(env)
    if (config.jobsUrl === '') throw new ConfigError(['JOBS_URL: expected the Redis of the service, got none'])
    if (config.jobsFolder === '') throw new ConfigError(['JOBS_FOLDER: expected the folder of the service, got none'])
    if (config.jobWorkers === 0) throw new ConfigError(['JOB_WORKERS: expected 1 or more in a worker, got "0"'])
    const log = createLog(config.logLevel)
    const [{ PartWorkers }, { connect }, { seldom }] = await Promise.all([
      import('../jobs/runners/part-workers.ts'),
      import('../jobs/runners/redis-queues.ts'),
      import('../jobs/runners/seldom.ts'),
    ])
    const report = seldom((error) => log.error({ error: stackOf(error) }, 'unexpected error of jobs'))
    const settings = runnerSettings(config)
    const connection = connect(settings.url, report)
    const workers = new PartWorkers(settings, connection, report)
    closeWithGrace({ delay: GRACE_MS, logger: false, skip: ['SIGHUP'] }, async ({ err }) => {
      if (err) log.fatal({ error: stackOf(err) }, 'the process is in an unforeseen state')
      log.info('stopping')
      await workers.close()
      connection.disconnect()
      log.info('stopped')
      log.flush()
    })
    process.stdout.write(
      `impactql worker takes parts of jobs, ${settings.threads} at a time: ${workers.figures.join(', ')}\n`,
    )
  } catch (error) {
    process.stderr.write(`${faultsOf(error as Error).join('\n')}\n`)
    process.exitCode = 1
  }
}

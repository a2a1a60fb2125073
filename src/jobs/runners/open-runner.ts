import type { JobRunner, ReportError, RunnerSettings } from './job-runner.ts'

/** What works on jobs by these settings: with the threads of this process alone, or over Redis. */
export async function openRunner(settings: RunnerSettings, report: ReportError): Promise<JobRunner> {
  if (settings.url === '') {
    const { EmbeddedRunner } = await import('./embedded-runner.ts')
    return new EmbeddedRunner(settings, report)
  }
  const { RedisRunner } = await import('./redis-runner.ts')
  return new RedisRunner(settings, report)
}

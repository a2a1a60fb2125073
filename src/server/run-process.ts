import cluster from 'node:cluster'
import type { AddressInfo } from 'node:net'
import closeWithGrace from 'close-with-grace'
import { createMetrics } from './http/metrics.ts'
import { createLog, stackOf, startLine } from './log.ts'
import { createService, faultsOf, type Service } from './service.ts'
import type { Config } from './settings/config.ts'
import { answerPrimary, askMetrics, askSources } from './worker-messages.ts'
import { buildWorld } from './world.ts'

interface ProcessOptions {
  readonly config: Config
  readonly version: string
}

/** Threads warm up after the first requests had this long, so that the first health check is answered at once. */
const WARM_UP_MS = 500

/** A stop that exceeds its time limit by this much is forced. */
const SPARE_MS = 5000

/**
 * Runs the service in this process until a signal ends it. Invalid settings stop the start, with one line per fault.
 */
export async function runProcess({ config, version }: ProcessOptions): Promise<void> {
  const log = createLog(config.logLevel)
  const { isWorker } = cluster
  const metrics = createMetrics()
  if (isWorker) {
    const { default: AggregatorRegistry } = await import('prom-client/lib/cluster.js')
    // From here on it answers the primary's collections.
    new AggregatorRegistry()
    AggregatorRegistry.setRegistries(metrics.registry)
  }
  let service: Service
  let address: AddressInfo
  try {
    const tracing =
      config.otelEndpoint === '' ? undefined : (await import('./tracing.ts')).createTracing(config, version, log)
    const sources = isWorker ? await askSources() : undefined
    service = createService({
      config,
      log,
      tracing,
      metrics,
      buildWorld: () => buildWorld(config, sources?.()),
      ...(isWorker && { metricsText: () => askMetrics(metrics) }),
    })
    address = await service.start()
  } catch (error) {
    process.stderr.write(`${faultsOf(error as Error).join('\n')}\n`)
    process.exit(1)
  }
  const delay = config.drainMs + config.graceMs + SPARE_MS
  // Ctrl+C reaches the service twice, from the terminal and from npm; the second signal must not cut the stop short.
  const { close } = closeWithGrace({ delay, logger: false, skip: ['SIGTERM', 'SIGINT', 'SIGHUP'] }, async ({ err }) => {
    if (err) log.fatal({ error: stackOf(err) }, 'the process is in an unforeseen state')
    await service.stop()
  })
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    close()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('SIGHUP', () => {
    // A terminal sends it to all processes of a group; in a cluster the primary decides.
    if (!isWorker) service.reload()
  })
  // A reader of this line may send a signal at once.
  if (isWorker) answerPrimary(service, address)
  else process.stdout.write(startLine(version, address, service.release()))
  if (config.warmUp) setTimeout(() => isStopping || service.warmUp(), WARM_UP_MS).unref()
}

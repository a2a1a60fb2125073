import cluster from 'node:cluster'
import type { AddressInfo } from 'node:net'
import type { Config } from '../config.ts'
import { buildWorld } from './build-world.ts'
import { createLog } from './log.ts'
import { createService, faultsOf, type Service } from './service.ts'
import { startLine } from './start-line.ts'
import { answerPrimary, askPrimary, askSources } from './worker-messages.ts'

export interface ProcessOptions {
  readonly config: Config
  readonly version: string
}

/** Runs the service in this process until a signal ends it. What cannot be used stops the start, with a line per fault. */
export async function runProcess({ config, version }: ProcessOptions): Promise<void> {
  const log = createLog(config.logLevel)
  let service: Service
  let address: AddressInfo
  try {
    const tracer =
      config.otelEndpoint === '' ? undefined : (await import('./otlp-tracer.ts')).createOtlpTracer(config, version, log)
    const sources = cluster.isWorker ? await askSources() : undefined
    service = createService({
      config,
      log,
      tracer,
      buildWorld: () => buildWorld(config, sources?.()),
      ...(cluster.isWorker ? { allSamples: askPrimary } : {}),
    })
    address = await service.start()
  } catch (error) {
    process.stderr.write(`${faultsOf(error as Error).join('\n')}\n`)
    process.exit(1)
  }
  const stop = () => {
    service.stop().then(
      () => process.exit(0),
      (error: Error) => {
        log.error('stopping failed', { error: error.stack ?? error.message })
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('SIGHUP', () => {
    // A terminal tells it to all processes of a group; among several, the primary decides.
    if (!cluster.isWorker) service.reload()
  })
  process.on('exit', () => log.flush())
  // Who reads this may send a signal at once.
  if (cluster.isWorker) answerPrimary(service, address)
  else process.stdout.write(startLine(version, address, service.release()))
}

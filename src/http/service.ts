import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Config, ConfigError } from '../config.ts'
import { TableError } from '../reference/tables/table-error.ts'
import { createServer } from './create-server.ts'
import type { ReportError } from './graphql/public-error.ts'
import { listenFault } from './listen-fault.ts'
import { createListener } from './listener.ts'
import type { Log } from './log.ts'
import { labels, Metrics, processSamples, renderSamples, type Samples } from './metrics.ts'
import { createOperationMeter } from './operation-meter.ts'
import { createRuntime, type Runtime } from './runtime.ts'
import { stopServer } from './stop-server.ts'
import type { Tracer } from './tracing.ts'
import { Turns } from './turns.ts'
import { WorkQueue } from './work-queue.ts'
import type { World } from './world.ts'

export interface ServiceOptions {
  readonly config: Config
  readonly log: Log
  /** Reads everything answers depend on; throws where it cannot be used. */
  readonly buildWorld: () => World
  /** Samples of all processes; those of this one where there is no other. */
  readonly allSamples?: (own: () => Samples) => Samples | Promise<Samples>
  readonly tracer?: Tracer | undefined
}

/** The service in one process: a world, a server, and what is done to them. */
export interface Service {
  readonly release: () => string
  /** Listens; throws a ConfigError where it cannot. */
  readonly start: () => Promise<AddressInfo>
  /** Finishes the requests in work, then ends. May be called more than once. */
  readonly stop: () => Promise<void>
  /** Reads the world again; a faulty one is refused, and what was there stays. Says whether it was taken. */
  readonly reload: () => boolean
  readonly samples: () => Samples
}

export function createService(options: ServiceOptions): Service {
  const { config, log, buildWorld, tracer } = options
  const metrics = new Metrics()
  const observe = createOperationMeter(metrics)
  const report: ReportError = (error, errorId, requestId) => {
    log.error('unexpected error', { errorId, requestId, error: error.stack ?? String(error) })
  }
  const queue = new WorkQueue(config.maxConcurrent, config.maxWaitMs)
  const turns = new Turns(queue)
  const newRuntime = (): Runtime => createRuntime(config, buildWorld(), turns, report, observe)
  let runtime = newRuntime()
  let earlierHits = 0
  let isStopping = false
  let asksToClose = false
  let stopped: Promise<void> | undefined

  metrics.gauge(processSamples)
  metrics.gauge(() => ({
    'impactql_cache_entries{cache="answers"}': runtime.answers.size,
    'impactql_cache_bytes{cache="answers"}': runtime.answers.bytes,
    'impactql_cache_hits_total{cache="answers"}': earlierHits + runtime.answers.hits,
    'impactql_cache_entries{cache="documents"}': runtime.graphql.documents(),
  }))

  if (tracer) metrics.gauge(() => ({ impactql_spans_dropped_total: tracer.lost() }))

  const samples = (): Samples => metrics.samples()
  const listener = createListener({
    config,
    log,
    metrics,
    queue,
    tracer,
    runtime: () => runtime,
    isReady: () => !isStopping,
    asksToClose: () => asksToClose,
    metricsText: () => {
      const all = options.allSamples?.(samples) ?? samples()
      return all instanceof Promise ? all.then(renderSamples) : renderSamples(all)
    },
  })
  const server = createServer(config, listener, metrics, log)

  return {
    release: () => runtime.world.release,
    start: () => listenOn(server, config),
    stop: () => {
      stopped ??= stop()
      return stopped
    },
    reload,
    samples,
  }

  async function stop(): Promise<void> {
    isStopping = true
    log.info('stopping')
    if (config.drainMs > 0) await wait(config.drainMs)
    await stopServer(server, listener, config.graceMs, () => {
      asksToClose = true
    })
    await tracer?.flush()
    log.info('stopped')
    log.flush()
  }

  function reload(): boolean {
    try {
      const next = newRuntime()
      earlierHits += runtime.answers.hits
      runtime = next
    } catch (error) {
      metrics.counter('impactql_reloads_total', labels('outcome', 'refused')).value++
      log.error('reload refused: what was there stays', { faults: faultsOf(error as Error) })
      return false
    }
    metrics.counter('impactql_reloads_total', labels('outcome', 'taken')).value++
    log.info('reloaded', { release: runtime.world.release })
    return true
  }
}

/** What is wrong, a line each. */
export function faultsOf(error: Error): readonly string[] {
  return error instanceof TableError || error instanceof ConfigError ? error.faults : [error.stack ?? error.message]
}

function listenOn(server: Server, config: Config): Promise<AddressInfo> {
  const { port, host } = config
  return new Promise((resolve, reject) => {
    const refuse = ({ code }: NodeJS.ErrnoException) => reject(new ConfigError([listenFault(code, config)]))
    server.once('error', refuse)
    server.listen({ port, host, backlog: 1024 }, () => {
      server.off('error', refuse)
      resolve(server.address() as AddressInfo)
    })
  })
}

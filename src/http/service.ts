import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Config, ConfigError } from '../config/config.ts'
import { type Log, stackOf } from '../log.ts'
import type { RunLarge } from '../rest/run-large.ts'
import { warmUp } from '../rest/warm-up.ts'
import { StoreFault } from '../store/store-fault.ts'
import { TableError } from '../tables/table-error.ts'
import { createJobs } from '../world/create-jobs.ts'
import type { World } from '../world/world.ts'
import { type App, createApp } from './create-app.ts'
import { listenFault } from './listen-fault.ts'
import { createMetrics, type Metrics } from './plugins/metrics.ts'
import { createRuntime, type Runtime } from './runtime.ts'
import { stopServer } from './stop-server.ts'
import type { Tracing } from './tracing.ts'

export interface ServiceOptions {
  readonly config: Config
  readonly log: Log
  /** Reads everything answers depend on; throws where it cannot be used. */
  readonly buildWorld: () => World
  readonly metrics?: Metrics
  /** The text of /metrics of all processes; of this one where there is no other. */
  readonly metricsText?: () => Promise<string>
  readonly tracing?: Tracing | undefined
}

/** The service in one process: a world, a server, and what is done to them. */
export interface Service {
  readonly release: () => string
  /** Listens; throws a ConfigError where it cannot. */
  readonly start: () => Promise<AddressInfo>
  /** Finishes the requests in work, then ends. May be called more than once. */
  readonly stop: () => Promise<void>
  /** Reads the world again; a faulty one is refused, and what was there stays. Returns whether it was taken. */
  readonly reload: () => boolean
  /** Makes ready for large operations before any comes, now and after each reload. Never rejects. */
  readonly warmUp: () => Promise<void>
  readonly metrics: Metrics
}

export function createService(options: ServiceOptions): Service {
  const { config, log, buildWorld, tracing, metrics = createMetrics() } = options
  const newRuntime = (): Runtime =>
    createRuntime(config, buildWorld(), {
      report: (error, errorId, requestId) =>
        log.error({ errorId, requestId, error: stackOf(error) }, 'unexpected error'),
      observe: (operation, code, milliseconds) => {
        metrics.operations.inc({ operation, code })
        metrics.operationSeconds.observe({ operation }, milliseconds / 1000)
      },
    })
  let runtime = newRuntime()
  let earlierHits = 0
  let isStopping = false
  let isWarm = false
  let asksToClose = false
  let stopped: Promise<void> | undefined

  let server: App | undefined
  const jobs = createJobs(config, (stack) => log.error({ error: stack }, 'unexpected error of jobs'))
  return {
    release: () => runtime.world.release,
    start,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
    reload,
    warmUp: warmUpRuntime,
    metrics,
  }

  async function start(): Promise<AddressInfo> {
    server = await createApp({
      config,
      log,
      metrics,
      tracing,
      jobs,
      runtime: () => runtime,
      metricsText: options.metricsText ?? (() => metrics.registry.metrics()),
      isReady: () => !isStopping,
      asksToClose: () => asksToClose,
    })
    const { app, gathering } = server
    metrics.read({
      inFlight: () => gathering.inWork,
      answers: () => {
        const { size = 0, bytes = 0, hits = 0 } = runtime.answers ?? {}
        return { size, bytes, hits: earlierHits + hits }
      },
      documents: () => runtime.graphql.documents(),
      jobs: () => jobs.readings,
      spansLost: tracing?.lost,
    })
    const { port, host } = config
    await app.listen({ port, host, backlog: 1024 }).catch(({ code }: NodeJS.ErrnoException) => {
      throw new ConfigError([listenFault(code, config)])
    })
    if (runtime.world.settings !== undefined) await jobs.start()
    return app.server.address() as AddressInfo
  }

  async function stop(): Promise<void> {
    isStopping = true
    log.info('stopping')
    jobs.stop()
    if (config.drainMs > 0) await wait(config.drainMs)
    if (server !== undefined) {
      await stopServer(server.app.server, server.ends, config.graceMs, () => {
        asksToClose = true
      })
      await server.app.close()
    }
    await runtime.graphql.close()
    await tracing?.flush()
    log.info('stopped')
    log.flush()
  }

  function warmUpRuntime(): Promise<void> {
    isWarm = true
    const warmed = runtime
    const runLarge: RunLarge = (text, variables) => warmed.graphql.runLarge(text, variables, {})
    return warmUp(warmed.world.handleRest, runLarge, () => isStopping || runtime !== warmed)
  }

  function reload(): boolean {
    try {
      const next = newRuntime()
      earlierHits += runtime.answers?.hits ?? 0
      // Its threads end when their operations are done.
      runtime.graphql
        .close()
        .catch((thrown: Error) => log.error({ error: stackOf(thrown) }, 'threads could not be ended'))
      runtime = next
    } catch (error) {
      metrics.reloads.inc({ outcome: 'refused' })
      log.error({ faults: faultsOf(error as Error) }, 'reload refused: what was there stays')
      return false
    }
    if (isWarm) void warmUpRuntime()
    jobs.reload()
    metrics.reloads.inc({ outcome: 'taken' })
    log.info({ release: runtime.world.release }, 'reloaded')
    return true
  }
}

/** What is wrong, a line each. */
export function faultsOf(error: Error): readonly string[] {
  if (error instanceof TableError || error instanceof ConfigError) return error.faults
  return [error instanceof StoreFault ? `JOBS_FOLDER: ${error.message}` : (error.stack ?? error.message)]
}

import { accessSync, constants, lstatSync } from 'node:fs'
import type { Server } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isFull } from '../bulk/jobs/job-fault.ts'
import { Jobs } from '../bulk/jobs/jobs.ts'
import type { LogJobs } from '../bulk/jobs/runner.ts'
import { shareMemory } from '../bulk/memory.ts'
import { makeFolder, tryFolder } from '../bulk/place-output.ts'
import { TableError } from '../catalogue/tables/table-error.ts'
import { collectGarbage } from './graphql/threads/collect-garbage.ts'
import { type App, createApp } from './http/create-app.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import type { RequestEnds, Tracing } from './http/request-log.ts'
import { createRuntime, type Runtime } from './http/runtime.ts'
import { type Log, stackOf } from './log.ts'
import { warmUp } from './rest/handle-rest.ts'
import type { RunLarge } from './rest/run-large.ts'
import { type Config, ConfigError, configFault, referenceDefaults } from './settings/config.ts'
import type { World } from './world.ts'

/** Databases that process jobs at a time: for a large file, for another one, for a result in another format. */
const DATABASES = 3

/** The jobs of a service; undefined if it takes none. Throws a ConfigError if the folder is not usable. */
function createJobs(config: Config, log: LogJobs): Jobs | undefined {
  if (!config.jobs) return undefined
  const wanted = config.jobWorkers ?? availableParallelism()
  const { threads, databases, databaseMb, heapMb, mostMb } = shareMemory(config.memory, wanted + 1, DATABASES)
  return new Jobs(
    {
      folder: config.jobsFolder === '' ? temporaryFolder() : ownFolder(resolve(config.jobsFolder)),
      threads: Math.min(wanted, threads),
      hasSpareThread: threads > wanted,
      files: databases,
      heapMb,
      mostMb,
      bounds: {
        threads: availableParallelism(),
        memory: databaseMb,
        maxRows: config.maxJobRows,
        maxUnpackedBytes: config.maxJobUnpackedBytes,
        maxDiskBytes: config.maxJobDiskBytes,
        stepMs: config.maxJobStepMs,
      },
      tables: config.dataFolders,
      defaults: referenceDefaults(config),
      maxBytes: config.maxJobBytes,
      maxPerKey: config.jobsPerKey,
      maxBytesPerKey: config.jobBytesPerKey,
      hoursKept: config.jobHoursKept,
    },
    log,
  )
}

/** The configured folder, created if missing. */
function ownFolder(path: string): string {
  try {
    makeFolder(path, 0o700)
    accessSync(path, constants.R_OK)
    tryFolder(path)
    return path
  } catch (error) {
    // There may be space later.
    if (isFull(error)) return path
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError([`JOBS_FOLDER: expected a folder that can be written to, got "${path}" (${code})`])
  }
}

/**
 * A folder of our own in the shared temporary folder. A folder that belongs to another user is refused, because that
 * user could read or replace what the service stores there.
 */
function temporaryFolder(): string {
  const path = join(tmpdir(), `impactql-jobs-${process.getuid?.() ?? 'own'}`)
  const found = lstatSync(path, { throwIfNoEntry: false })
  const isOwn = found?.isDirectory() === true && (process.getuid === undefined || found.uid === process.getuid())
  if (found === undefined || isOwn) return path
  throw new ConfigError([`JOBS_FOLDER: expected a folder of your own, because ${path} belongs to another user`])
}

/** By then every process has closed the port: in a cluster the primary holds it, and gets a message. */
const SETTLE_MS = 100

/** A connection may be closed after being quiet this long: earlier data has arrived by then. */
const QUIET_MS = 200

const LOOK_MS = 20

/**
 * Stops a server without losing a request that reached it. It stops listening, but answers what arrives on open
 * connections. After `onSettled`, it asks clients to close them and closes quiet ones itself. After `graceMs` it closes
 * all. A client that reconnected while the port was closing would be lost, so it asks only then.
 */
async function stopServer(server: Server, ends: RequestEnds, graceMs: number, onSettled: () => void): Promise<void> {
  // The server's own `close` would close idle connections at once, although a request may be on its way.
  let isClosed = false
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => {
      isClosed = true
      resolve()
    })
  })
  const deadline = performance.now() + graceMs
  await wait(Math.min(SETTLE_MS, graceMs))
  onSettled()
  const settledAt = performance.now()
  while (!isClosed && performance.now() < deadline) {
    const quietSince = Math.max(ends.lastAt, settledAt)
    if (ends.open === 0 && performance.now() - quietSince >= QUIET_MS) server.closeIdleConnections()
    await Promise.race([closed, wait(LOOK_MS)])
  }
  server.closeAllConnections()
  await closed
}

/** One line on why a server cannot listen, with the setting to change. */
export function listenFault(code: string | undefined, { port, host }: Config): string {
  if (code === 'EADDRINUSE')
    return `PORT: ${port} is in use on ${host} (${code}). Set another PORT, or 0 for any free one`
  if (code === 'EACCES') return configFault('port', String(port), `a port that this user may take (${code})`)
  return configFault('host', host, `an address of this machine (${code})`)
}

interface ServiceOptions {
  readonly config: Config
  readonly log: Log
  /** Reads everything that answers depend on; throws if it is invalid. */
  readonly buildWorld: () => World
  readonly metrics?: Metrics
  /** Returns the text of /metrics of all processes. Without it, the text covers this process alone. */
  readonly metricsText?: () => Promise<string>
  readonly tracing?: Tracing | undefined
}

/** The service in one process: a world, a server, and their operations. */
export interface Service {
  readonly release: () => string
  /** Listens; throws a ConfigError if it cannot. */
  readonly start: () => Promise<AddressInfo>
  /** Finishes the requests in progress, then ends. Can be called repeatedly. */
  readonly stop: () => Promise<void>
  /** Reads the world again; an invalid one is rejected, and the current one stays. Returns whether it was accepted. */
  readonly reload: () => boolean
  /** Prepares for large operations, now and after each reload. Never rejects. */
  readonly warmUp: () => Promise<void>
  readonly metrics: Metrics
}

export function createService(options: ServiceOptions): Service {
  const { config, log, buildWorld, tracing, metrics = createMetrics() } = options
  const newRuntime = (): Runtime => {
    const world = buildWorld()
    for (const warning of world.warnings ?? []) log.warn({}, warning)
    return createRuntime(config, world, {
      report: (error, errorId, requestId) =>
        log.error({ errorId, requestId, error: stackOf(error) }, 'unexpected error'),
      observe: (operation, code, milliseconds) => {
        metrics.operations.inc({ operation, code })
        metrics.operationSeconds.observe({ operation }, milliseconds / 1000)
      },
    })
  }
  let runtime = newRuntime()
  let earlierHits = 0
  let isStopping = false
  let isWarm = false
  let asksToClose = false
  let stopped: Promise<void> | undefined

  let server: App | undefined
  const jobs = createJobs(config, (level, message, facts = {}) => log[level](facts, message))
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
      ...(jobs && { jobs: () => jobs.readings }),
      spansLost: tracing?.lost,
    })
    const { port, host } = config
    await app.listen({ port, host, backlog: 1024 }).catch(({ code }: NodeJS.ErrnoException) => {
      throw new ConfigError([listenFault(code, config)])
    })
    if (runtime.world.settings !== undefined) await jobs?.start()
    return app.server.address() as AddressInfo
  }

  async function stop(): Promise<void> {
    isStopping = true
    log.info('stopping')
    jobs?.stop()
    if (config.drainMs > 0) await wait(config.drainMs)
    if (server !== undefined) {
      await stopServer(server.app.server, server.ends, config.graceMs, () => {
        asksToClose = true
      })
      await server.app.close()
    }
    jobs?.close()
    // All callers are answered or gone.
    runtime.graphql.abandonErrands()
    await runtime.graphql.close()
    await tracing?.flush()
    log.info('stopped')
    log.flush()
  }

  function warmUpRuntime(): Promise<void> {
    isWarm = true
    const warmed = runtime
    const runLarge: RunLarge = (text, variables) => warmed.graphql.runLarge(text, variables, {})
    const isLate = () => isStopping || runtime !== warmed
    return warmUp(warmed.world.handleRest, runLarge, isLate).then(collectGarbage)
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
      log.error({ faults: faultsOf(error as Error) }, 'reload failed: the previous tables and keys stay in use')
      return false
    }
    if (isWarm) void warmUpRuntime()
    metrics.reloads.inc({ outcome: 'taken' })
    log.info({ release: runtime.world.release }, 'reloaded')
    return true
  }
}

/** The faults, one line each. */
export function faultsOf(error: Error): readonly string[] {
  if (error instanceof TableError || error instanceof ConfigError) return error.faults
  return [error.stack ?? error.message]
}

import { accessSync, constants, lstatSync, mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs'
import type { Server } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isFull } from '../bulk/jobs/job-fault.ts'
import { Jobs } from '../bulk/jobs/jobs.ts'
import type { LogJobs } from '../bulk/jobs/runner.ts'
import { shareMemory } from '../bulk/memory.ts'
import { TableError } from '../catalogue/tables/table-error.ts'
import { type App, createApp } from './http/create-app.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import type { RequestEnds, Tracing } from './http/request-log.ts'
import { createRuntime, type Runtime } from './http/runtime.ts'
import { type Log, stackOf } from './log.ts'
import { warmUp } from './rest/handle-rest.ts'
import type { RunLarge } from './rest/run-large.ts'
import { type Config, ConfigError, configFault, referenceDefaults } from './settings/config.ts'
import type { World } from './world.ts'

/** Databases that work on jobs at a time: for a large file, for another one, for a result in a further format. */
const DATABASES = 3

/** The jobs of a service; undefined where it takes none. Throws a ConfigError where the folder cannot be used. */
function createJobs(config: Config, log: LogJobs): Jobs | undefined {
  if (!config.jobs) return undefined
  const wanted = config.jobWorkers ?? availableParallelism()
  const { threads, databaseMb } = shareMemory(config.memory, wanted + 1, DATABASES)
  return new Jobs(
    {
      folder: config.jobsFolder === '' ? temporaryFolder() : ownFolder(resolve(config.jobsFolder)),
      threads: Math.min(wanted, threads),
      hasSpareThread: threads > wanted,
      bounds: {
        threads: availableParallelism(),
        memory: databaseMb,
        maxRows: config.maxJobRows,
        maxDiskBytes: config.maxJobDiskBytes,
        stepMs: config.maxJobStepMs,
      },
      tables: config.dataFolders,
      defaults: referenceDefaults(config),
      maxBytes: config.maxJobBytes,
      maxUnpackedBytes: config.maxJobUnpackedBytes,
      maxPerKey: config.jobsPerKey,
      maxBytesPerKey: config.jobBytesPerKey,
      hoursKept: config.jobHoursKept,
    },
    log,
  )
}

/** A folder that was asked for, made where there is none. */
function ownFolder(path: string): string {
  try {
    makeFolder(path)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    // Of some file systems, /proc for one, the rights say that it can be written to.
    rmdirSync(mkdtempSync(join(path, '.tried-')))
    return path
  } catch (error) {
    // There may be room later.
    if (isFull(error)) return path
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError([`JOBS_FOLDER: expected a folder that can be written to, got "${path}" (${code})`])
  }
}

/** Makes a folder and those above it. What Node.js has for this never returns where a folder below /proc is asked for. */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process of the service was first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** A folder of our own among those of others: where it is not ours, somebody lies in wait for what we put there. */
function temporaryFolder(): string {
  const path = join(tmpdir(), `impactql-jobs-${process.getuid?.() ?? 'own'}`)
  const found = lstatSync(path, { throwIfNoEntry: false })
  const isOwn = found?.isDirectory() === true && (process.getuid === undefined || found.uid === process.getuid())
  if (found === undefined || isOwn) return path
  throw new ConfigError([`JOBS_FOLDER: expected a folder of your own, because ${path} belongs to another user`])
}

/** By then the port is closed everywhere: in a cluster the primary process holds it, and gets a message. */
const SETTLE_MS = 100

/** A connection may be closed when nothing came over any for this long: what was sent before has arrived by then. */
const QUIET_MS = 200

const LOOK_MS = 20

/**
 * Stops a server so that no request is lost that reached it: it stops listening, answers what comes over open connections
 * and, from `onSettled` on, asks clients to close them; it closes them itself when they are quiet. After `graceMs` all are
 * closed. Clients are asked only then because a client that connects anew while the port is being closed is lost.
 */
async function stopServer(server: Server, ends: RequestEnds, graceMs: number, onSettled: () => void): Promise<void> {
  // The server's own `close` would at once close connections that are idle, on which a request may be under way.
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
  if (code === 'EADDRINUSE') return configFault('port', String(port), `a port that is free at ${host} (${code})`)
  if (code === 'EACCES') return configFault('port', String(port), `a port that this user may take (${code})`)
  return configFault('host', host, `an address of this machine (${code})`)
}

interface ServiceOptions {
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
      log.error({ faults: faultsOf(error as Error) }, 'reload failed: the previous tables and keys stay in use')
      return false
    }
    if (isWarm) void warmUpRuntime()
    metrics.reloads.inc({ outcome: 'taken' })
    log.info({ release: runtime.world.release }, 'reloaded')
    return true
  }
}

/** What is wrong, a line each. */
export function faultsOf(error: Error): readonly string[] {
  if (error instanceof TableError || error instanceof ConfigError) return error.faults
  return [error.stack ?? error.message]
}

import cluster, { type Worker } from 'node:cluster'
import type { Config } from '../config.ts'
import { createLog } from './log.ts'
import { type Samples, sumSamples } from './metrics.ts'
import { SharedSources } from './shared-sources.ts'
import { startLine } from './start-line.ts'
import type { ToPrimary, ToWorker } from './worker-messages.ts'

export interface ClusterOptions {
  readonly config: Config
  readonly workers: number
  readonly version: string
}

/** A worker that ends is replaced after this long; twice as long each time, while they end soon after their start. */
const FIRST_DELAY_MS = 100
const LONGEST_DELAY_MS = 10_000
const SOON_MS = 10_000

/** A worker that does not say its samples in time is left out. */
const PATIENCE_MS = 500

/**
 * Runs the service in several processes that share the port and the sources. The first starts alone: when it does not come
 * up, something is wrong that trying again does not mend, and the whole ends with exit code 1. A killed worker is replaced.
 */
export function runCluster({ config, workers, version }: ClusterOptions): void {
  // Handed out by the system, a connection never waits for a worker that has just died.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const log = createLog(config.logLevel)
  const sources = new SharedSources(config, log, tell)
  const startedAt = new Map<number, number>()
  let delay = FIRST_DELAY_MS
  let hasListened = false
  let isStopping = false
  let exitCode = 0

  cluster.on('message', (worker, message: ToPrimary) => {
    // The last words of a worker may come after its end.
    if (!startedAt.has(worker.id)) return
    if (message.kind === 'listening') announce(worker, message)
    else if (message.kind === 'want sources') sources.give(worker)
    else if (message.kind === 'tried') sources.decide(worker, message.isTaken)
    else if (message.kind === 'want all samples')
      collect().then((samples) => tell(worker, { kind: 'all samples', id: message.id, samples }))
    else collecting.get(message.id)?.(worker.id, message.samples)
  })
  cluster.on('exit', (worker, code, signal) => {
    const lived = performance.now() - (startedAt.get(worker.id) ?? 0)
    startedAt.delete(worker.id)
    sources.remove(worker)
    if (!isStopping && !hasListened) {
      // One that ends by itself has said why.
      if (signal) log.error('worker ended', { pid: worker.process.pid, signal })
      exitCode = 1
      stop()
    } else if (!isStopping) {
      if (lived >= SOON_MS) delay = FIRST_DELAY_MS
      log.error('worker ended', { pid: worker.process.pid, code, signal: signal ?? undefined, restartMs: delay })
      setTimeout(fork, delay)
      delay = Math.min(2 * delay, LONGEST_DELAY_MS)
    }
    if (isStopping && startedAt.size === 0) end()
  })
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('SIGHUP', () => sources.reload())
  fork()

  function fork(): void {
    if (isStopping) return
    const worker = cluster.fork()
    startedAt.set(worker.id, performance.now())
  }

  function announce(worker: Worker, { address, release }: Extract<ToPrimary, { kind: 'listening' }>): void {
    log.info('worker listening', { pid: worker.process.pid })
    sources.add(worker)
    if (hasListened) return
    hasListened = true
    process.stdout.write(startLine(version, address, release))
    for (let i = 1; i < workers; i++) fork()
  }

  function stop(): void {
    if (!isStopping) for (const worker of liveWorkers()) worker.process.kill('SIGTERM')
    isStopping = true
    if (startedAt.size === 0) end()
  }

  function end(): void {
    log.flush()
    process.exit(exitCode)
  }
}

/** Samples that are being collected, by request: told who answered what. */
const collecting = new Map<number, (worker: number, samples: Samples) => void>()
let lastId = 0

function collect(): Promise<Samples> {
  const id = ++lastId
  const asked = liveWorkers()
  const answered = new Map<number, Samples>()
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      collecting.delete(id)
      resolve(sumSamples([...answered.values()]))
    }
    const timer = setTimeout(finish, PATIENCE_MS)
    collecting.set(id, (worker, samples) => {
      answered.set(worker, samples)
      if (answered.size === asked.length) finish()
    })
    for (const worker of asked) tell(worker, { kind: 'give samples', id })
  })
}

function liveWorkers(): readonly Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker?.isConnected() === true)
}

/** A worker that has just died hears nothing, which its exit is about to tell. */
function tell(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => {})
}

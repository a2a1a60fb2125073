import cluster, { type Worker } from 'node:cluster'
import AggregatorRegistry from 'prom-client/lib/cluster.js'
import { createLog, startLine } from './log.ts'
import type { Config } from './settings/config.ts'
import { readSources, type Sources } from './sources.ts'
import type { ToPrimary, ToWorker } from './worker-messages.ts'

interface ClusterOptions {
  readonly config: Config
  readonly workers: number
  readonly version: string
}

/** What the primary process knows about a worker. */
interface Known {
  readonly startedAt: number
  /** The sources that it has, or starts with. */
  sources: Sources | undefined
  isListening: boolean
}

/** Delay before a worker is replaced, doubled each time while workers end soon after their start. */
const FIRST_DELAY_MS = 100
const LONGEST_DELAY_MS = 10_000
const SOON_MS = 10_000

/**
 * Runs the service in several processes that share the port and the sources, which are read once for all. The first
 * worker starts alone. If it fails, a retry would not help, and the service exits with code 1. A killed worker is
 * replaced. New sources are tried here and go to all workers, present and future, only if they are valid. So a fault is
 * logged once, and a broken file affects no restart.
 */
export function runCluster({ config, workers, version }: ClusterOptions): void {
  // With connections distributed by the system, none waits for a worker that has just died.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const log = createLog(config.logLevel)
  const aggregator = new AggregatorRegistry()
  const known = new Map<Worker, Known>()
  let sources = readSources(config)
  let delay = FIRST_DELAY_MS
  let hasListened = false
  let isStopping = false
  let exitCode = 0

  cluster.on('message', (worker, message: ToPrimary) => {
    // A worker's last messages may arrive after its end.
    const its = known.get(worker)
    if (its === undefined) return
    if (message.kind === 'listening') announce(worker, its, message)
    else if (message.kind === 'want sources') give(worker, its)
    else if (message.kind === 'want metrics') {
      // If a worker ends meanwhile, the answer has the metrics of one process.
      const sendText = (text: string) => send(worker, { kind: 'metrics', id: message.id, text })
      aggregator.clusterMetrics().then(sendText, () => {})
    }
  })
  cluster.on('exit', (worker, code, signal) => {
    const lived = performance.now() - (known.get(worker)?.startedAt ?? 0)
    known.delete(worker)
    if (!isStopping && !hasListened) {
      // A worker that ends by itself has logged why.
      if (signal) log.error({ pid: worker.process.pid, signal }, 'worker ended')
      exitCode = 1
      stop()
    } else if (!isStopping) {
      if (lived >= SOON_MS) delay = FIRST_DELAY_MS
      log.error({ pid: worker.process.pid, code, signal: signal ?? undefined, restartMs: delay }, 'worker ended')
      setTimeout(fork, delay)
      delay = Math.min(2 * delay, LONGEST_DELAY_MS)
    }
    if (isStopping && known.size === 0) end()
  })
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('SIGHUP', reload)
  fork()

  function fork(): void {
    if (!isStopping) known.set(cluster.fork(), { startedAt: performance.now(), sources: undefined, isListening: false })
  }

  function give(worker: Worker, its: Known): void {
    its.sources = sources
    send(worker, { kind: 'sources', sources })
  }

  function announce(worker: Worker, its: Known, { address, release }: Extract<ToPrimary, { kind: 'listening' }>): void {
    log.info({ pid: worker.process.pid }, 'worker listening')
    its.isListening = true
    // Sources that were accepted while it started.
    if (its.sources !== sources) give(worker, its)
    if (hasListened) return
    hasListened = true
    process.stdout.write(startLine(version, address, release))
    for (let i = 1; i < workers; i++) fork()
  }

  async function reload(): Promise<void> {
    const { buildWorld } = await import('./world.ts')
    const { faultsOf } = await import('./service.ts')
    const read = readSources(config)
    try {
      buildWorld(config, read)
    } catch (error) {
      log.error({ faults: faultsOf(error as Error) }, 'reload failed: the previous tables and keys stay in use')
      for (const worker of known.keys()) send(worker, { kind: 'reload refused' })
      return
    }
    sources = read
    for (const [worker, its] of known) if (its.isListening) give(worker, its)
  }

  function stop(): void {
    if (!isStopping) for (const worker of known.keys()) if (worker.isConnected()) worker.process.kill('SIGTERM')
    isStopping = true
    if (known.size === 0) end()
  }

  function end(): void {
    log.flush()
    process.exit(exitCode)
  }
}

/** Skips a worker that has just died; its exit event follows. */
function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => {})
}

import type { AddressInfo } from 'node:net'
import type { Metrics } from './http/metrics.ts'
import type { Service } from './service.ts'
import type { Sources } from './sources.ts'

/** Messages between the processes of a cluster. */
export type ToWorker =
  | { readonly kind: 'sources'; readonly sources: Sources }
  | { readonly kind: 'reload refused' }
  | { readonly kind: 'metrics'; readonly id: number; readonly text: string }

export type ToPrimary =
  | { readonly kind: 'want sources' }
  | { readonly kind: 'listening'; readonly address: AddressInfo; readonly release: string }
  | { readonly kind: 'want metrics'; readonly id: number }

/** After this time, the metrics of this process stand in for those of all. */
const PATIENCE_MS = 1000

const waiting = new Map<number, (text: string) => void>()
let lastId = 0

/** Waits for the sources of all workers. The returned function gives the latest at any time. */
export function askSources(): Promise<() => Sources> {
  return new Promise((resolve) => {
    let latest: Sources
    process.on('message', (message: ToWorker) => {
      if (message.kind !== 'sources') return
      latest = message.sources
      resolve(() => latest)
    })
    send({ kind: 'want sources' })
  })
}

/** The text of /metrics of all processes, collected by the primary. */
export function askMetrics({ registry }: Metrics): Promise<string> {
  const id = ++lastId
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(registry.metrics()), PATIENCE_MS)
    const finish = (text: string | Promise<string>) => {
      clearTimeout(timer)
      waiting.delete(id)
      resolve(text)
    }
    waiting.set(id, finish)
    send({ kind: 'want metrics', id })
  })
}

/** Announces that a worker listens, and answers the primary's requests. */
export function answerPrimary(service: Service, address: AddressInfo): void {
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'metrics') waiting.get(message.id)?.(message.text)
    else if (message.kind === 'sources') service.reload()
    // prom-client sends messages of its own, which have no kind.
    else if (message.kind === 'reload refused') service.metrics.reloads.inc({ outcome: 'refused' })
  })
  send({ kind: 'listening', address, release: service.release() })
}

function send(message: ToPrimary): void {
  if (process.connected) process.send?.(message)
}

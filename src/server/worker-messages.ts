import type { AddressInfo } from 'node:net'
import type { Metrics } from './http/metrics.ts'
import type { Service } from './service.ts'
import type { Sources } from './world.ts'

/** What processes of one cluster send each other. */
export type ToWorker =
  | { readonly kind: 'sources'; readonly sources: Sources }
  | { readonly kind: 'reload refused' }
  | { readonly kind: 'metrics'; readonly id: number; readonly text: string }

export type ToPrimary =
  | { readonly kind: 'want sources' }
  | { readonly kind: 'listening'; readonly address: AddressInfo; readonly release: string }
  | { readonly kind: 'want metrics'; readonly id: number }

/** The metrics of this process are given where those of all do not come in time. */
const PATIENCE_MS = 1000

const waiting = new Map<number, (text: string) => void>()
let lastId = 0

/** Waits for the sources of all workers. What comes of it gives, at any time, those that came last. */
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

/** The text of /metrics of all processes: the primary collects them. */
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

/** Announces that a worker listens, and answers what the primary asks of it. */
export function answerPrimary(service: Service, address: AddressInfo): void {
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'metrics') waiting.get(message.id)?.(message.text)
    else if (message.kind === 'sources') service.reload()
    // It is counted by one for all.
    else service.metrics.reloads.inc({ outcome: 'refused' })
  })
  send({ kind: 'listening', address, release: service.release() })
}

function send(message: ToPrimary): void {
  if (process.connected) process.send?.(message)
}

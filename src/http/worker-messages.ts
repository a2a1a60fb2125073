import type { AddressInfo } from 'node:net'
import type { Samples } from './metrics.ts'
import type { Service } from './service.ts'
import type { Sources } from './sources.ts'

/** What processes of one cluster tell each other. */
export type ToWorker =
  | { readonly kind: 'sources'; readonly sources: Sources }
  | { readonly kind: 'try sources'; readonly sources: Sources }
  | { readonly kind: 'give samples'; readonly id: number }
  | { readonly kind: 'all samples'; readonly id: number; readonly samples: Samples }

export type ToPrimary =
  | { readonly kind: 'want sources' }
  | { readonly kind: 'tried'; readonly isTaken: boolean }
  | { readonly kind: 'listening'; readonly address: AddressInfo; readonly release: string }
  | { readonly kind: 'samples'; readonly id: number; readonly samples: Samples }
  | { readonly kind: 'want all samples'; readonly id: number }

/** A process that does not answer in time is left out. */
const PATIENCE_MS = 1000

const waiting = new Map<number, (samples: Samples) => void>()
let lastId = 0

/** Waits for the sources of all workers. What comes of it gives, at any time, those that came last. */
export function askSources(): Promise<() => Sources> {
  return new Promise((resolve) => {
    let latest: Sources
    process.on('message', (message: ToWorker) => {
      if (message.kind !== 'sources' && message.kind !== 'try sources') return
      latest = message.sources
      resolve(() => latest)
    })
    tell({ kind: 'want sources' })
  })
}

/** Samples of all processes: the primary collects them; those of this one where it does not answer. */
export function askPrimary(own: () => Samples): Promise<Samples> {
  const id = ++lastId
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(own()), 2 * PATIENCE_MS)
    const finish = (samples: Samples) => {
      clearTimeout(timer)
      waiting.delete(id)
      resolve(samples)
    }
    waiting.set(id, finish)
    tell({ kind: 'want all samples', id })
  })
}

/** Says that a worker listens, and answers what the primary asks of it. */
export function answerPrimary(service: Service, address: AddressInfo): void {
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'give samples') tell({ kind: 'samples', id: message.id, samples: service.samples() })
    else if (message.kind === 'all samples') waiting.get(message.id)?.(message.samples)
    else if (message.kind === 'try sources') tell({ kind: 'tried', isTaken: service.reload() })
    else if (message.kind === 'sources') service.reload()
  })
  tell({ kind: 'listening', address, release: service.release() })
}

function tell(message: ToPrimary): void {
  if (process.connected) process.send?.(message)
}

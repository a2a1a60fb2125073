import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'
import { busy } from '../http-fault.ts'

/**
 * Refuses requests while the process has more memory than it may, where that is set. The plugin's other measure, the delay of
 * the event loop, is not used: one stall of a second, long over, would have every request refused until the next look.
 */
export async function addMemoryPressure(
  app: FastifyInstance,
  { maxMemoryBytes }: Config,
  onShed: (reason: string) => void,
): Promise<void> {
  if (maxMemoryBytes === 0) return
  await app.register(import('@fastify/under-pressure'), {
    maxRssBytes: maxMemoryBytes,
    pressureHandler: () => {
      onShed('memory')
      throw busy()
    },
  })
}

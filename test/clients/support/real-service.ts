import { createLog } from '../../../src/server/log.ts'
import { createService } from '../../../src/server/service.ts'
import { readConfig } from '../../../src/server/settings/config.ts'
import { buildWorld } from '../../../src/server/world.ts'
import { PATIENCE } from '../../server/http/support/patience.ts'

/** The service with the shipped figures on a free port: its address, and what stops it. */
export async function startRealService(env: Record<string, string> = {}) {
  const config = readConfig({ PORT: '0', GRACE_MS: '0', ...PATIENCE, LOG_LEVEL: 'silent', ...env })
  const service = createService({ config, log: createLog('silent'), buildWorld: () => buildWorld(config) })
  const { port } = await service.start()
  return { url: `http://127.0.0.1:${port}`, stop: () => service.stop() }
}

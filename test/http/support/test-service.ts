import { onTestFinished } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import { createLog } from '../../../src/http/log.ts'
import { createService, type Service } from '../../../src/http/service.ts'
import type { Tracer } from '../../../src/http/tracing.ts'
import type { World } from '../../../src/http/world.ts'
import { standInWorld } from './stand-in-world.ts'

export interface TestService {
  readonly service: Service
  readonly port: number
  readonly url: (path: string) => string
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Response>
  readonly post: (path: string, body: string, headers?: Record<string, string>) => Promise<Response>
  readonly graphql: (request: unknown, headers?: Record<string, string>) => Promise<GraphqlAnswer>
  /** Lines of the log so far. */
  readonly lines: () => readonly Record<string, unknown>[]
}

export interface GraphqlAnswer {
  readonly status: number
  readonly data?: Record<string, unknown> | null
  readonly errors?: readonly {
    readonly message: string
    readonly extensions: Record<string, unknown>
    readonly path?: unknown
  }[]
}

export interface TestServiceOptions {
  readonly env?: Record<string, string>
  /** A world, or what builds one each time it is asked for. */
  readonly world?: World | (() => World)
  readonly tracer?: Tracer
}

/** A service on a free port that ends with the test. */
export async function startService({
  env = {},
  world = standInWorld(),
  tracer,
}: TestServiceOptions = {}): Promise<TestService> {
  let written = ''
  const log = createLog('info', (lines) => {
    written += lines
  })
  const service = createService({
    config: readConfig({ PORT: '0', GRACE_MS: '0', ...env }),
    log,
    buildWorld: typeof world === 'function' ? world : () => world,
    tracer,
  })
  const { port } = await service.start()
  onTestFinished(() => service.stop())
  const url = (path: string) => `http://127.0.0.1:${port}${path}`
  const get = (path: string, headers: Record<string, string> = {}) => fetch(url(path), { headers })
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(url(path), { method: 'POST', body, headers })
  return {
    service,
    port,
    url,
    get,
    post,
    graphql: async (request, headers) => {
      const response = await post('/graphql', JSON.stringify(request), {
        'content-type': 'application/json',
        ...headers,
      })
      return { status: response.status, ...((await response.json()) as Omit<GraphqlAnswer, 'status'>) }
    },
    lines: () => {
      log.flush()
      return written
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    },
  }
}

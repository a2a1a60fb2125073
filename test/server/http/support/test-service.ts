import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { Tracing } from '../../../../src/server/http/request-log.ts'
import { createLog } from '../../../../src/server/log.ts'
import { createService, type Service } from '../../../../src/server/service.ts'
import { readConfig } from '../../../../src/server/settings/config.ts'
import type { World } from '../../../../src/server/world.ts'
import { PATIENCE } from './patience.ts'
import { standInWorld } from './stand-in-world.ts'

export interface TestService {
  readonly service: Service
  readonly port: number
  readonly url: (path: string) => string
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Response>
  readonly post: (path: string, body: string, headers?: Record<string, string>) => Promise<Response>
  readonly graphql: (request: unknown, headers?: Record<string, string>) => Promise<GraphqlAnswer>
  /** What /metrics has, by names with their labels. */
  readonly samples: () => Promise<Readonly<Record<string, number>>>
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
  readonly tracing?: Tracing | undefined
}

/** A service on a free port that ends with the test. */
export async function startService(options: TestServiceOptions = {}): Promise<TestService> {
  const started = await start(options)
  onTestFinished(() => started.service.stop())
  return started
}

/** A service on a free port for all tests of a suite. */
export function shareService(options: TestServiceOptions = {}): () => TestService {
  let shared: TestService | undefined
  beforeAll(async () => {
    shared = await start(options)
  })
  afterAll(() => shared?.service.stop())
  return () => shared as TestService
}

async function start({ env = {}, world = standInWorld(), tracing }: TestServiceOptions): Promise<TestService> {
  let written = ''
  const log = createLog('info', {
    write: (lines) => {
      written += lines
    },
  })
  const service = createService({
    config: readConfig({ PORT: '0', GRACE_MS: '0', ...PATIENCE, ...env }),
    log,
    buildWorld: typeof world === 'function' ? world : () => world,
    tracing,
  })
  const { port } = await service.start()
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
    samples: async () => samplesOf(await service.metrics.registry.metrics()),
    lines: () => {
      return written
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    },
  }
}

/** `impactql_workers 1` is `{ impactql_workers: 1 }`. */
function samplesOf(text: string): Readonly<Record<string, number>> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

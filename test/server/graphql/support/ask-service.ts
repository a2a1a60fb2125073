import { onTestFinished } from 'vitest'
import type { GraphqlOptions } from '../../../../src/server/graphql/graphql-options.ts'
import type { GraphqlReply } from '../../../../src/server/graphql/graphql-request.ts'
import { createGraphqlService } from '../../../../src/server/graphql/graphql-service.ts'
import { readConfig } from '../../../../src/server/settings/config.ts'
import { realWorld } from '../../http/support/real-world.ts'

export interface Answer {
  readonly status: number
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: answers are read by path, as clients do
  readonly json: any
  /** Work of this thread for it: how busy the machine is with other things does not count. */
  readonly milliseconds: number
}

export interface AskedService {
  /** Asks as one caller, or as another that is named. */
  readonly ask: (request: object, client?: string) => Promise<Answer>
  readonly get: (search: string, headers?: Record<string, string>) => Promise<GraphqlReply>
  readonly close: () => Promise<void>
  /** Errors that callers were not shown. */
  readonly reported: readonly Error[]
  /** Operations of each batch. */
  readonly admitted: readonly number[]
}

const shipped = realWorld()

/** A service of the shipped tables, without threads unless asked for. */
export function serviceOf(
  options: Partial<GraphqlOptions> = {},
  env: Record<string, string> = {},
  admit: (operations: number) => Promise<void> = async () => {},
): AskedService {
  const reported: Error[] = []
  const admitted: number[] = []
  const { threadWorld, ...world } = shipped
  const service = createGraphqlService({
    config: readConfig(env),
    ...world,
    report: (error) => reported.push(error),
    ...options,
  })
  onTestFinished(() => service.close())
  const answer = async (method: string, url: string, headers: Record<string, string>, body?: Buffer, client = 'test') =>
    service.answer({
      method,
      url,
      headers,
      body,
      requestId: 'test',
      client,
      admit: (operations) => {
        admitted.push(operations)
        return admit(operations)
      },
    })
  return {
    ask: async (request, client) => {
      const startedAt = process.threadCpuUsage()
      const headers = { 'content-type': 'application/json' }
      const { status, body } = await answer('POST', '/graphql', headers, Buffer.from(JSON.stringify(request)), client)
      const { user, system } = process.threadCpuUsage(startedAt)
      const milliseconds = (user + system) / 1000
      const text = typeof body === 'string' ? body : Buffer.from(body as Uint8Array).toString()
      return { status, text, json: JSON.parse(text), milliseconds }
    },
    get: (search, headers = {}) => answer('GET', `/graphql?${search}`, headers),
    close: service.close,
    reported,
    admitted,
  }
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serverAudits } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createYogaHandler } from '../../../src/server/graphql/answers/yoga.ts'
import type { GraphqlReply, GraphqlRequest } from '../../../src/server/graphql/graphql-request.ts'
import { OperationRunner } from '../../../src/server/graphql/operation-runner.ts'
import { createLog } from '../../../src/server/log.ts'
import { createService } from '../../../src/server/service.ts'
import { readConfig } from '../../../src/server/settings/config.ts'
import { standInWorld } from '../http/support/stand-in-world.ts'

const config = readConfig({ PORT: '0', GRACE_MS: '0' })
const world = standInWorld()
const ends: (() => unknown)[] = []
const ports = new Map<string, number>()

afterAll(async () => {
  for (const end of ends) await end()
})

/** The service as it is: the usual request takes the short way. */
async function startWhole(): Promise<number> {
  const service = createService({ config, log: createLog('silent'), buildWorld: () => world })
  const { port } = await service.start()
  ends.push(service.stop)
  return port
}

/** Every request takes the way for unusual ones. */
async function startYogaAlone(): Promise<number> {
  const report = () => {}
  const runner = new OperationRunner({ config, ...world, report }, undefined)
  const handle = createYogaHandler({ runner, maxBatch: 10, report })
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = 'GET', url = '/', headers } = request
    const asked: GraphqlRequest = { method, url, headers, body: Buffer.concat(chunks), requestId: '' }
    const reply: GraphqlReply = await handle(asked)
    response.writeHead(reply.status, ['content-type', reply.contentType, ...(reply.headers ?? [])])
    response.end(reply.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

describe.each([
  ['the service', startWhole],
  ['Yoga alone', startYogaAlone],
])('GraphQL over HTTP, as %s speaks it', (way, start) => {
  beforeAll(async () => {
    ports.set(way, await start())
  })

  for (const audit of serverAudits({ url: () => `http://127.0.0.1:${ports.get(way)}/graphql` })) {
    it(`${audit.name} (${audit.id})`, async () => {
      const result = await audit.fn()
      expect(result.status === 'ok' ? 'ok' : result.reason).toBe('ok')
    })
  }

  it('has been tried by all audits there are', async () => {
    const audits = serverAudits({ url: 'http://localhost/' })
    const ids = new Set(audits.map(({ id }) => id))
    expect(ids.size).toBeGreaterThanOrEqual(61)
  })
})

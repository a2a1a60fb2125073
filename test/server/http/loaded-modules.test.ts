import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addressOf, spawnMain } from './support/spawn-main.ts'

const FLEET = Array.from({ length: 60 }, () => ({ asset: { server: { configuration: { cpu: { name: 'Xeon' } } } } }))

const TRACING = /node_modules\/(@opentelemetry\/[\w-]+|@fastify\/otel)\//

/** Packages for tracing that a service loads in all its processes and threads until it has answered. */
async function loadedBy(env: Record<string, string>): Promise<ReadonlySet<string>> {
  const folder = mkdtempSync(join(tmpdir(), 'impactql-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [noting, found] = [join(folder, 'noting.mjs'), join(folder, 'found')]
  writeFileSync(found, '')
  // Node.js runs it first in each process and thread.
  writeFileSync(
    noting,
    `import { appendFileSync } from 'node:fs'
     import { registerHooks } from 'node:module'
     const load = (url, context, next) => {
       appendFileSync(${JSON.stringify(found)}, url + '\\n')
       return next(url, context)
     }
     registerHooks({ load })`,
  )
  const url = await addressOf(spawnMain({ LOG_LEVEL: 'warn', WARM_UP: 'on', ...env }, [], ['--import', noting]))
  const headers = { 'content-type': 'application/json' }
  const query = 'query ($items: [FleetItemInput!]!) { fleet(items: $items) { assessed } }'
  const body = JSON.stringify({ query, variables: { items: FLEET } })
  for (const [path, init] of [
    ['/graphql', { method: 'POST', headers, body }],
    ['/v1/server/', { method: 'POST', headers, body: '{}' }],
    ['/metrics', {}],
    ['/graphql', { headers: { accept: 'text/html' } }],
    ['/', {}],
  ] as const)
    expect((await fetch(url + path, init)).status).toBe(200)
  const urls = readFileSync(found, 'utf8').split('\n')
  expect(urls.filter((each) => /\/(fastify|graphql)\//.test(each)).length).toBeGreaterThan(50)
  expect(urls.filter((each) => each.endsWith('/operation-thread.ts'))).not.toEqual([])
  return new Set(urls.flatMap((each) => TRACING.exec(each)?.[1] ?? []))
}

test.each([
  ['one process', {}],
  ['two processes', { WORKERS: '2' }],
])('Without a collector, nothing for tracing is loaded: %s', async (_, env: Record<string, string>) => {
  expect([...(await loadedBy(env))]).toEqual([])
})

test('With a collector, it is', async () => {
  const loaded = await loadedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', LOG_LEVEL: 'silent' })
  expect([...loaded]).toEqual(expect.arrayContaining(['@fastify/otel', '@opentelemetry/api']))
})

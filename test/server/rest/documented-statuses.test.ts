import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRealService } from '../../clients/support/real-service.ts'
import type { Data } from '../../world.ts'

/*
 * Wrong requests to each path of /v2, jobs and rates included: an answer has a status that the OpenAPI document names
 * for it, and the shape that it names.
 */

let service: Awaited<ReturnType<typeof startRealService>>
let document: Data
/** Jobs are listed for a key alone. */
const KEY = 'key-of-the-test'
const authorization = `Bearer ${KEY}`
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })

const folder = mkdtempSync(join(tmpdir(), 'impactql-documented-'))

beforeAll(async () => {
  service = await startRealService({
    JOBS_FOLDER: folder,
    API_KEYS: createHash('sha256').update(KEY).digest('hex'),
  })
  document = await (await fetch(`${service.url}/openapi.json`, { headers: { authorization } })).json()
  ajv.addSchema(document, 'openapi.json')
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** What a reference of the document refers to, and the path of that in it. */
function resolved(value: Data, path: string): readonly [Data, string] {
  if (value?.$ref === undefined) return [value, path]
  const target = value.$ref.slice(1)
  const at = target.split('/').slice(1)
  return [at.reduce((each: Data, key: string) => each[key], document), target]
}

const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

interface Operation {
  readonly path: string
  readonly method: string
  readonly raw: Data
  readonly parameters: readonly Data[]
}

function operations(): readonly Operation[] {
  return Object.entries<Data>(document.paths).flatMap(([path, item]) =>
    path.startsWith('/v2/')
      ? Object.entries<Data>(item).map(([method, raw]) => ({
          path,
          method: method.toUpperCase(),
          raw,
          parameters: (raw.parameters ?? []).map((each: Data) => resolved(each, '')[0]),
        }))
      : [],
  )
}

interface Wrong {
  readonly query?: string
  readonly name?: string
  readonly body?: string
  readonly type?: string
  readonly accept?: string
}

const LONG = 'x'.repeat(501)
const VALUES = ['', 'x', '-1', '1e400', '0x10', '💚', LONG, '%00']
/** Parameters that have had all values: on other paths they are read by the same code, and get two of them in turn. */
const known = new Map<string, number>()

function valuesOf(parameter: Data): readonly string[] {
  const key = JSON.stringify(parameter)
  const seen = known.get(key) ?? 0
  known.set(key, seen + 1)
  return seen === 0 ? VALUES : [0, 1].map((at) => VALUES[(2 * seen + at) % VALUES.length] as string)
}
const BODIES = [
  '',
  '{',
  '[]',
  'null',
  '"x"',
  '5',
  '{}',
  '{"asset":5}',
  '{"asset":null}',
  '{"release":"2026.13"}',
  `"${LONG.repeat(3000)}"`,
]

/** Requests that are wrong in one place. Parameters that are required have their examples, apart from the wrong one. */
function wrongRequests({ method, parameters }: Operation): readonly Wrong[] {
  const ofQuery = parameters.filter((each) => each.in === 'query')
  const required = ofQuery.filter((each) => each.required)
  const withOthers = (name: string, ...texts: readonly string[]) =>
    [
      ...required.filter((each) => each.name !== name).map((each) => `${each.name}=${[each.example].flat()[0]}`),
      ...texts.map((text) => `${name}=${text}`),
    ].join('&')
  const isJobFile = method === 'POST' && ofQuery.some(({ name }) => name === 'columns')
  const type = isJobFile ? 'text/csv' : 'application/json'
  const bodies = isJobFile ? [] : BODIES
  const body = method === 'POST' ? { body: isJobFile ? '' : '{}', type } : {}
  return [
    { query: withOthers('nope', '1'), ...body },
    { query: '', ...body },
    ...ofQuery.flatMap((parameter) => [
      ...valuesOf(parameter).map((value) => ({ query: withOthers(parameter.name, value), ...body })),
      { query: withOthers(parameter.name, `${[parameter.example].flat()[0]}`, 'x'), ...body },
    ]),
    ...(parameters.some((each) => each.in === 'path') ? VALUES.slice(1) : []).map((name) => ({
      query: withOthers(''),
      name,
      ...body,
    })),
    ...(method === 'POST' ? [...bodies.map((each) => ({ body: each, type })), { body: 'x', type: 'image/png' }] : []),
    { query: withOthers(''), accept: 'image/png', ...body },
  ]
}

async function answerTo({ path, method }: Operation, { query = '', name = 'x', body, type, accept }: Wrong) {
  const target = `${service.url}${path.replace(/\{\w+\}/, encodeURIComponent(name))}?${query}`
  return fetch(target, {
    method,
    ...(body !== undefined && { body }),
    headers: { authorization, ...(type && { 'content-type': type }), ...(accept && { accept }) },
  })
}

test('a wrong request has an answer that the document names', async () => {
  const wrong: string[] = []
  const met = new Set<number>()
  for (const operation of operations()) {
    const { path, method, raw } = operation
    for (const request of wrongRequests(operation)) {
      const response = await answerTo(operation, request)
      const { status } = response
      met.add(status)
      const said = `${method} ${path} ${JSON.stringify(request).slice(0, 200)}: ${status}`
      const described = raw.responses[status]
      if (described === undefined) {
        wrong.push(`${said} ${(await response.text()).slice(0, 200)}`)
        continue
      }
      const [{ content }, at] = resolved(
        described,
        `/paths/${escaped(path)}/${method.toLowerCase()}/responses/${status}`,
      )
      if (status < 400) {
        await response.body?.cancel()
        continue
      }
      const json: Data = await response.json()
      const validate = ajv.getSchema(`openapi.json#${at}/content/application~1json/schema`)
      if (content?.['application/json'] === undefined || !validate?.(json))
        wrong.push(`${said} ${JSON.stringify(json).slice(0, 200)} ${ajv.errorsText(validate?.errors)}`)
    }
    const { status } = await fetch(`${service.url}${path.replace(/\{\w+\}/, 'x')}`, {
      method: 'PATCH',
      headers: { authorization },
    })
    if (status !== 405 || raw.responses[405] === undefined) wrong.push(`PATCH ${path}: ${status}`)
  }
  expect(wrong).toEqual([])
  expect([...met].toSorted()).toEqual(expect.arrayContaining([200, 400, 404, 422]))
})

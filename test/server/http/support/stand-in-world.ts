import { hash } from 'node:crypto'
import {
  GraphQLBoolean,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql'
import { fieldCost } from '../../../../schema/field-cost.ts'
import { NotFoundError } from '../../../../src/catalogue/not-found-error.ts'
import { FaultError } from '../../../../src/input/fault.ts'
import type { RestAnswer, RestRequest } from '../../../../src/server/rest/handle-rest.ts'
import type { World } from '../../../../src/server/world.ts'

/** A small schema in which everything happens that may happen to a request. */
function standInSchema(): GraphQLSchema {
  const Impact: GraphQLObjectType = new GraphQLObjectType({
    name: 'Impact',
    fields: () => ({
      value: { type: GraphQLInt, resolve: () => 1 },
      again: { type: Impact, resolve: () => ({}) },
    }),
  })
  const Asset: GraphQLObjectType = new GraphQLObjectType({
    name: 'Asset',
    fields: () => ({
      name: { type: GraphQLString, resolve: () => 'asset' },
      impacts: {
        type: new GraphQLList(Impact),
        args: { criteria: { type: new GraphQLList(new GraphQLNonNull(GraphQLString)) } },
        extensions: fieldCost({ listSize: ({ criteria }) => (criteria ?? ['gwp', 'adp', 'pe']).length }),
        resolve: () => [{}],
      },
      self: { type: Asset, resolve: () => ({}) },
      slow: { type: Asset, resolve: () => spin(2) },
    }),
  })
  const AssetInput = new GraphQLInputObjectType({
    name: 'AssetInput',
    fields: { name: { type: GraphQLString }, ram: { type: new GraphQLList(GraphQLInt) } },
  })
  const list = new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(AssetInput)))
  return new GraphQLSchema({
    mutation: new GraphQLObjectType({
      name: 'Mutation',
      fields: { nothing: { type: GraphQLBoolean, resolve: () => true } },
    }),
    query: new GraphQLObjectType({
      name: 'Query',
      fields: {
        hello: {
          type: GraphQLString,
          args: { name: { type: GraphQLString } },
          resolve: (_, { name }) => `Hello, ${name ?? 'you'}!`,
        },
        later: { type: GraphQLString, resolve: async () => 'later' },
        asset: { type: Asset, resolve: () => ({}) },
        fleet: { type: new GraphQLList(Asset), args: { items: { type: list } }, resolve: (_, { items }) => items },
        long: { type: GraphQLString, resolve: () => 'impact '.repeat(1000) },
        never: { type: GraphQLString, resolve: () => new Promise(() => {}) },
        broken: { type: GraphQLString, resolve: () => Promise.reject(new Error('password is hunter2')) },
        missing: {
          type: GraphQLString,
          resolve: () => Promise.reject(new NotFoundError('m9.large', () => ['m5.large'])),
        },
        faulty: { type: GraphQLString, resolve: () => Promise.reject(faults()) },
      },
    }),
  })
}

function faults(): FaultError {
  return new FaultError([
    { path: ['cpu', 'units'], message: 'expected a whole number', code: 'INVALID_TYPE', value: -1 },
    { path: ['usage', 'load'], message: 'expected a percentage', code: 'TOO_BIG', value: 200 },
  ])
}

function spin(milliseconds: number): object {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
  return {}
}

/** Requests the stand-in for REST has seen. */
export const seen: RestRequest[] = []

/** What answers each request of /v1/held that waits. */
export const held: (() => void)[] = []

/** Echoes what it was asked, in answers of every kind. */
function standInRest(request: RestRequest): RestAnswer | Promise<RestAnswer> {
  seen.push(request)
  const { method, path, query, body } = request
  const answer = (status: number, value: unknown, route = '/v1/echo'): RestAnswer => ({
    status,
    body: JSON.stringify(value),
    release: 'base',
    cacheable: status === 200,
    route,
  })
  if (path === '/v1/broken') throw new Error('password is hunter2')
  if (path === '/v1/broken-later') return Promise.reject(new Error('password is hunter2'))
  if (path === '/v1/busy') {
    spin(Number(query.get('ms')))
    return { ...answer(200, 'busy'), cacheable: false }
  }
  if (path === '/v1/slow')
    return new Promise((resolve) =>
      setTimeout(() => resolve({ ...answer(200, 'slow'), cacheable: false }), Number(query.get('ms'))),
    )
  if (path === '/v1/held')
    return new Promise((resolve) => held.push(() => resolve({ ...answer(200, 'held'), cacheable: false })))
  if (path === '/v1/faulty')
    return answer(422, { detail: [{ type: 'x', loc: ['body', 'cpu'], msg: 'expected a CPU', input: 1 }] })
  if (path === '/v1/get-only' && method !== 'GET')
    return { ...answer(405, { detail: 'Method Not Allowed' }), allow: ['GET', 'HEAD', 'OPTIONS'] }
  if (path === '/v1/long') return answer(200, 'impact '.repeat(1000), '/v1/long')
  if (path === '/v1/large') return { ...answer(200, 'x'.repeat(Number(query.get('bytes')))), cacheable: false }
  if (path === '/v1/short') return answer(200, 'short')
  if (path.startsWith('/v1/nothing'))
    return { status: 404, body: '{"detail":"Not Found"}', release: 'base', cacheable: false }
  return answer(200, { method, path, query: Object.fromEntries(query), body: body ?? null })
}

/** A world for tests. */
export function standInWorld(
  parts: Partial<World> & { readonly keys?: readonly string[]; readonly documents?: readonly string[] } = {},
): World {
  const { keys = [], documents, ...rest } = parts
  return {
    release: 'abcdef123456',
    schema: standInSchema(),
    createContext: () => ({}),
    handleRest: standInRest,
    pages: new Map([
      ['/', () => ({ contentType: 'text/html; charset=utf-8', body: '<!doctype html><title>impactql</title>' })],
    ]),
    apiKeyHashes: keys.map((key) => hash('sha256', key, 'buffer')),
    trustedDocuments: documents && new Map(documents.map((document) => [hash('sha256', document), document])),
    ...rest,
  }
}

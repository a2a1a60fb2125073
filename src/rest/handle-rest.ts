import { createContext, type World } from '../../schema/context.ts'
import { executeOperation } from '../../schema/execute-operation.ts'
import { schema } from '../../schema/schema.ts'
import { InputError } from '../input/check-input.ts'
import { nearestNames } from '../reference/matching/nearest-names.ts'
import { catalogueRoutes } from './catalogue-routes.ts'
import { cloudByProvider, impactRoutes } from './impact-routes.ts'
import { type Json, writeJson } from './json.ts'
import { RestError, restErrorOf } from './rest-error.ts'
import type { Route, Run } from './route.ts'

export interface RestRequest {
  readonly method: string
  /** Without the query: `/v1/server`. */
  readonly path: string
  readonly query: URLSearchParams
  readonly body: string | undefined
  readonly accept: string | undefined
}

export interface RestAnswer {
  readonly status: number
  /** JSON text */
  readonly body: string
  readonly allow?: readonly string[]
  /** Whether the answer depends on the request and the data release alone. */
  readonly cacheable: boolean
  /** The template of the route, for metrics; undefined where no route was met. */
  readonly route?: string
}

/** Every route; one with a parameter comes after those that it would hide. */
export const routes: readonly Route[] = [...impactRoutes, ...catalogueRoutes, cloudByProvider]

const routeByPath = new Map(routes.map((route) => [route.path, route]))

/**
 * Answers requests of the REST API: each runs an operation of the GraphQL schema and gives its result in the known shape.
 * Throws only what nobody foresaw.
 */
export function createRestHandler(world: World): (request: RestRequest) => Promise<RestAnswer> {
  return async (request) => {
    const met = routeOf(request.path)
    if (met === undefined) return problem(new RestError(404, missingPath(request.path)))
    const { route, parameters } = met
    const method = request.method === 'HEAD' ? 'GET' : request.method
    if (!isMethodOf(route, method)) {
      return { ...problem(new RestError(405, 'Method Not Allowed'), route.path), allow: allowedMethods(route) }
    }
    try {
      const answer = await route.answer({
        method,
        parameters,
        query: request.query,
        // Read where it is used, so that its faults are told together with those of the query.
        get body() {
          return method === 'POST' ? readBody(request.body) : {}
        },
        defaultCriteria: world.defaultCriteria,
        run: runIn(world),
      })
      return { status: 200, body: writeJson(answer), cacheable: true, route: route.path }
    } catch (error) {
      return problem(restErrorOf(error), route.path)
    }
  }
}

function runIn(world: World): Run {
  return async (operation, variables) => {
    const result = await executeOperation(schema, { document: operation, variables }, () =>
      // Bodies and queries are checked as they are read, by the same rules.
      createContext(world, { inputIsChecked: true }),
    )
    const [error] = result.errors ?? []
    if (error !== undefined) throw error
    return result.data as never
  }
}

/** Paths are met with and without a trailing slash, and `power-supply` is `power_supply`. */
function routeOf(path: string): { route: Route; parameters: Record<string, string> } | undefined {
  const route = routeByPath.get(path) ?? routeByPath.get(path.replace(/\/+$/, '').replaceAll('-', '_'))
  if (route !== undefined) return { route, parameters: {} }
  const provider = /^\/v1\/cloud\/([^/]+)$/.exec(path.replace(/\/+$/, ''))?.[1]
  return provider === undefined ? undefined : { route: cloudByProvider, parameters: { provider: decoded(provider) } }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** What is wrong with a path: the kind of thing that is not known, with the closest that are. */
function missingPath(path: string): string {
  const [, version, group, kind] = path.replaceAll('-', '_').split('/')
  const kinds = routes.flatMap((route) => {
    const [, , ofGroup, ofKind] = route.path.split('/')
    return version === 'v1' && ofGroup === group && ofKind !== undefined ? [ofKind] : []
  })
  if (kind === undefined || kind === '' || kinds.length === 0) return 'Not Found'
  const nearest = nearestNames(kind, kinds)
  if (nearest.length > 0) return `${decoded(kind)} not found; did you mean ${nearest.join(', ')}?`
  const all = routeByPath.has(`/v1/${group}/all`) ? `/v1/${group}/all` : '/openapi.json'
  return `${decoded(kind)} not found; ${all} lists those that are known`
}

/** The template of the route that a path meets, `/v1/cloud/{provider}`; undefined where it meets none. */
export function templateAt(path: string): string | undefined {
  return routeOf(path)?.route.path
}

/** The methods that may be used of a path; undefined where there is no route. */
export function methodsAt(path: string): readonly string[] | undefined {
  const met = routeOf(path)
  return met && allowedMethods(met.route)
}

function allowedMethods(route: Route): readonly string[] {
  return [
    ...(isMethodOf(route, 'GET') ? ['GET', 'HEAD'] : []),
    ...(isMethodOf(route, 'POST') ? ['POST'] : []),
    'OPTIONS',
  ]
}

function isMethodOf({ operations }: Route, method: string): method is 'GET' | 'POST' {
  return operations.some((operation) => operation.method === method)
}

function readBody(text: string | undefined): unknown {
  if (text === undefined || text.trim() === '') return {}
  try {
    return JSON.parse(text) ?? {}
  } catch {
    throw new InputError([
      { path: ['body'], message: 'expected JSON', code: 'json_invalid', value: text.slice(0, 200) },
    ])
  }
}

function problem({ status, detail }: RestError, route?: string): RestAnswer {
  const body: Json = { detail }
  return { status, body: writeJson(body), cacheable: false, ...(route !== undefined && { route }) }
}

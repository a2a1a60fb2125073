import type { GraphQLSchema } from 'graphql'
import { createContext, type Settings } from '../../../schema/context.ts'
import { withEngineObjects } from '../../../schema/engine-objects.ts'
import { schema } from '../../../schema/schema.ts'
import { after } from '../../catalogue/after.ts'
import { nearestNames } from '../../catalogue/matching/nearest-names.ts'
import { NotFoundError } from '../../catalogue/not-found-error.ts'
import type { Release } from '../../catalogue/releases.ts'
import { FaultError, under } from '../../input/fault.ts'
import { runTrusted } from '../graphql/run-trusted.ts'
import { catalogueRoutes } from './catalogue-routes.ts'
import { checkParameters, withLastValues } from './check-parameters.ts'
import { cloudByProvider, impactRoutes } from './impact-routes.ts'
import { type Json, writeJson } from './json.ts'
import { nameRoutes } from './name-routes.ts'
import { profileRoute } from './profile-route.ts'
import { RestError, restErrorOf } from './rest-error.ts'
import type { Assess, Route, Run } from './route.ts'
import { dataOfLarge, type RunLarge, type Sent } from './run-large.ts'
import { v2CatalogueRoutes } from './v2-catalogue-routes.ts'
import { v2Routes } from './v2-routes.ts'

/** Number of runs, and of intervals in each. V8 has then compiled most of what a year of 8,760 hours needs. */
const TIMES = 12
const INTERVALS = 1000

/** Exercises what large operations usually do: many inputs, a power model, figures with bounds, a thread. */
const REQUEST = {
  method: 'POST',
  path: '/v2/timeline',
  query: new URLSearchParams(),
  body: JSON.stringify({
    asset: { server: {} },
    criterion: 'gwp',
    intervals: Array.from({ length: INTERVALS }, (_, hour) => ({ hours: 1, load: hour % 100 })),
  }),
  accept: undefined,
}

/**
 * Runs a few timelines, so that the first large request need not wait a second for a thread and cold code. A request
 * that arrives meanwhile waits for at most one of them, a few milliseconds. Never rejects.
 */
export async function warmUp(
  handleRest: (request: RestRequest, runLarge: RunLarge) => RestAnswer | Promise<RestAnswer>,
  runLarge: RunLarge,
  isOver: () => boolean,
): Promise<void> {
  try {
    for (let time = 0; time < TIMES && !isOver(); time++) await handleRest(REQUEST, runLarge)
  } catch {
    // The same error would reach the clients' requests.
  }
}

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
  /** The data release of the answer. */
  readonly release: string
  /** Whether the answer depends only on the request and the data release. */
  readonly cacheable: boolean
  /** The template of the route, for metrics; undefined if none matches. */
  readonly route?: string
}

/** All routes. A route with a parameter follows those that it would hide. */
export const routes: readonly Route[] = [
  ...impactRoutes,
  profileRoute,
  ...catalogueRoutes,
  ...nameRoutes,
  ...v2Routes,
  ...v2CatalogueRoutes,
  cloudByProvider,
]

const routeByPath = new Map(routes.map((route) => [route.path, route]))

/** The routes whose path ends with a parameter, by what precedes it. */
const routeByStart = new Map(
  routes.filter(({ path }) => path.endsWith('}')).map((route) => [route.path.replace(/[^/]+$/, ''), route]),
)

/**
 * Answers REST requests: each runs an operation of the GraphQL schema and reshapes its result. Throws only unexpected
 * errors. `runLarge` runs operations of /v2 that are too large for the event loop.
 */
export function createRestHandler(
  settings: Settings,
): (request: RestRequest, runLarge?: RunLarge) => RestAnswer | Promise<RestAnswer> {
  const usual = settings.restRelease.label
  const problem = ({ status, detail }: RestError, route?: string, release = usual): RestAnswer => {
    const body: Json = { detail }
    return { status, body: writeJson(body), cacheable: false, release, ...(route !== undefined && { route }) }
  }
  return (request, runLarge) => {
    const matched = routeOf(request.path)
    if (matched === undefined) return problem(new RestError(404, missingPath(request.path)))
    const { route, parameters } = matched
    const method = request.method === 'HEAD' ? 'GET' : request.method
    if (!isMethodOf(route, method)) {
      return { ...problem(new RestError(405, 'Method Not Allowed'), route.path), allow: allowedMethods(route) }
    }
    const isV2 = route.path.startsWith('/v2/')
    const query = isV2 ? request.query : withLastValues(request.query)
    let label = usual
    const body = once(() => (method === 'POST' ? readBody(request.body) : {}))
    const release = () => {
      const found = isV2 ? releaseOfV2(settings, method, query, body()) : releaseOf(settings, query)
      label = found.label
      return found
    }
    const sent = method === 'GET' ? read(route, query) : sentBody(request.body)
    const assess = runIn(withEngineObjects(schema), settings, release)
    const run: Run = async (operation, variables) => {
      const data = isV2 && runLarge && (await dataOfLarge(runLarge, operation, variables, sent))
      return data ? (data as never) : runIn(schema, settings, release)(operation, variables)
    }
    const give = (answer: Json): RestAnswer => {
      release()
      return { status: 200, body: writeJson(answer), cacheable: true, release: label, route: route.path }
    }
    const refuse = (error: unknown) => problem(restErrorOf(error, isV2 ? 'v2' : 'v1'), route.path, label)
    try {
      if (isV2) checkParameters(query, parametersOf(route, method), listsOf(route))
      const answer = route.answer({
        method,
        parameters,
        query,
        body,
        defaultCriteria: settings.defaultCriteria,
        rounding: settings.rounding,
        run,
        assess,
        release,
      })
      return answer instanceof Promise ? answer.then(give).catch(refuse) : give(answer)
    } catch (error) {
      return refuse(error)
    }
  }
}

/** Runs operations here, in the requested release. */
function runIn(answering: GraphQLSchema, settings: Settings, release: () => Release): Assess {
  return (operation, variables) => {
    // Bodies and queries are checked when read, by the same rules.
    const context = createContext(settings, { inputIsChecked: true, release: release() })
    return after(runTrusted(answering, operation, variables, context), ({ data, errors }) => {
      const [error] = errors ?? []
      if (error !== undefined) throw error
      return data as never
    })
  }
}

/** The release in `?release=`, else that of /v1. Throws a FaultError that lists the existing ones. */
function releaseOf({ releases, restRelease }: Settings, query: URLSearchParams): Release {
  const id = query.get('release')?.trim()
  if (!id) return restRelease
  try {
    return releases.find(id)
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    const message = `expected one of ${releases.all.map((each) => each.id).join(', ')}`
    throw new FaultError([{ path: ['query', 'release'], message, code: 'INVALID_VALUE', value: id }])
  }
}

/** A release of /v2 by its id. Throws a NotFoundError with the closest ones. */
export function releaseNamed({ releases }: Pick<Settings, 'releases'>, id: string, path: readonly string[]): Release {
  return under(path, () => releases.find(id))
}

/** The release that a body of /v2 names, else the default. */
function releaseOfBody(settings: Settings, body: unknown): Release {
  const id = (body as { readonly release?: unknown } | null)?.release
  return typeof id === 'string' ? releaseNamed(settings, id.trim(), ['body', 'release']) : settings.release
}

/** The release that a request of /v2 names in its query or body, else the default. */
function releaseOfV2(settings: Settings, method: string, query: URLSearchParams, body: unknown): Release {
  if (method !== 'GET') return releaseOfBody(settings, body)
  const id = query.get('release')?.trim()
  return id ? releaseNamed(settings, id, ['query', 'release']) : settings.release
}

/** Matches a path with or without a trailing slash; `power-supply` is `power_supply`. */
function routeOf(path: string): { route: Route; parameters: Record<string, string> } | undefined {
  const bare = path.replace(/\/+$/, '')
  const route = routeByPath.get(bare) ?? routeByPath.get(bare.replaceAll('-', '_'))
  if (route !== undefined) return { route, parameters: {} }
  const [, start = '', last = ''] = /^(.*\/)([^/]+)\/*$/.exec(path) ?? []
  const named = routeByStart.get(start)
  const parameter = named?.path.slice(start.length + 1, -1)
  return named && parameter ? { route: named, parameters: { [parameter]: decoded(last) } } : undefined
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The message for an unknown path: the unknown kind of thing, with the closest known ones. */
function missingPath(path: string): string {
  const [, version, group, kind] = path.replaceAll('-', '_').split('/')
  const kinds = routes.flatMap((route) => {
    const [, , ofGroup, ofKind] = route.path.split('/')
    return version === 'v1' && ofGroup === group && ofKind !== undefined ? [ofKind] : []
  })
  if (kind === undefined || kind === '' || kinds.length === 0) return 'Not Found'
  const nearest = nearestNames(kind, kinds)
  if (nearest.length > 0) return `${decoded(kind)} not found. Did you mean ${nearest.join(', ')}?`
  const all = routeByPath.has(`/v1/${group}/all`) ? `/v1/${group}/all` : '/openapi.json'
  return `${decoded(kind)} not found; ${all} lists the known names`
}

/** The template of a path's route, `/v1/cloud/{provider}`; undefined if there is none. */
export function templateAt(path: string): string | undefined {
  return routeOf(path)?.route.path
}

/** The methods of a path; undefined without a route. */
export function methodsAt(path: string): readonly string[] | undefined {
  const matched = routeOf(path)
  return matched && allowedMethods(matched.route)
}

function allowedMethods(route: Route): readonly string[] {
  return [
    ...(isMethodOf(route, 'GET') ? ['GET', 'HEAD'] : []),
    ...(isMethodOf(route, 'POST') ? ['POST'] : []),
    'OPTIONS',
  ]
}

/** The names of the parameters of a method. */
function parametersOf({ operations }: Route, method: string): readonly string[] {
  const own = operations.filter((operation) => operation.method === method)
  return own.flatMap(({ parameters }) => parameters.map((each) => (typeof each === 'string' ? each : each.name)))
}

/** The names of the parameters that take several values. */
function listsOf({ operations }: Route): ReadonlySet<string> {
  const all = operations.flatMap(({ parameters }) => parameters)
  return new Set(all.flatMap((each) => (typeof each !== 'string' && each.schema?.type === 'array' ? each.name : [])))
}

/** What a GET reads. It may be short, as its pages bound what it costs. */
function read(route: Route, query: URLSearchParams): Sent {
  const hasPages = parametersOf(route, 'GET').includes('first')
  const place = hasPages ? ['query', 'first'] : ['query']
  return { bytes: Number.POSITIVE_INFINITY, place, value: hasPages ? query.get('first') : null }
}

function sentBody(body = ''): Sent {
  return { bytes: Buffer.byteLength(body), place: ['body'], value: null }
}

function isMethodOf({ operations }: Route, method: string): method is 'GET' | 'POST' {
  return operations.some((operation) => operation.method === method)
}

/** Caches the result of a step; a failed step runs again. */
function once<Value>(step: () => Value): () => Value {
  let done: { readonly value: Value } | undefined
  return () => {
    done ??= { value: step() }
    return done.value
  }
}

function readBody(text: string | undefined): unknown {
  if (text === undefined || text.trim() === '') return {}
  try {
    return JSON.parse(text) ?? {}
  } catch {
    throw new FaultError([{ path: ['body'], message: 'expected JSON', code: 'JSON_INVALID', value: text }])
  }
}

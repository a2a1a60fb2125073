import { GraphQLError } from 'graphql'
import { type Listed, NotFoundError } from '../../catalogue/not-found-error.ts'
import { snakeCase } from '../../engine/values/spelling.ts'
import { type Fault, FaultError } from '../../input/fault.ts'
import { TERMINALS } from '../../kinds.ts'
import { type Json, JsonText } from './json.ts'

/** An answer other than 200: its status and `detail`, in the shape that clients of this API know. */
export class RestError extends Error {
  readonly status: number
  readonly detail: Json

  constructor(status: number, detail: Json) {
    super(typeof detail === 'string' ? detail : `${status}`)
    this.status = status
    this.detail = detail
  }
}

/** The two versions of the API, which differ in the paths of bodies. */
export type Version = 'v1' | 'v2'

/** The answer for an error; unexpected errors are thrown again. */
export function restErrorOf(error: unknown, version: Version = 'v1'): RestError {
  if (error instanceof RestError) return error
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error
  if (cause instanceof NotFoundError && version === 'v1') return new RestError(404, cause.messageWith(cataloguePath))
  if (cause instanceof FaultError)
    return new RestError(cause.code === 'NOT_FOUND' ? 404 : 422, faultDetails(withList(cause), version))
  throw cause
}

/** The same error in the words of /v2: an unknown name that is close to none says which path lists the known ones. */
export function withList(error: FaultError): FaultError {
  return error instanceof NotFoundError
    ? error.map((fault) => ({ ...fault, message: error.messageWith(pathOfList) }))
    : error
}

/** Each fault and, if some are left out, their number. */
function faultDetails({ faults, moreFaults }: FaultError, version: Version): Json {
  const details = faults.map((fault) =>
    version === 'v1' ? v1Detail(fault) : { ...detailOf(fault), nearest: [...(fault.nearest ?? [])] },
  )
  if (moreFaults === 0) return details
  return [
    ...details,
    { type: 'more_faults', loc: ['body'], msg: `${moreFaults} more faults are not listed`, input: null },
  ]
}

function detailOf({ path, message, code, value = null }: Fault) {
  return { type: code.toLowerCase(), loc: locOf(path, ['asset']), msg: message, input: toJson(value) }
}

/** A fault that clients of /v1 recognise by type and text. */
const EXPECTED_LIST = 'expected a list'

/** In /v1 the body is the input itself, in snake_case. A path in the body has the keys as sent. */
function v1Detail(fault: Fault) {
  const isSent = fault.path[0] === 'body'
  const loc = locOf(fault.path, []).map((each) => (typeof each === 'string' && !isSent ? snakeCase(each) : each))
  const isList = fault.message === EXPECTED_LIST
  return { ...detailOf(fault), loc, ...(isList && { type: 'list_type', msg: 'Input should be a valid list' }) }
}

/**
 * The place of a fault in a request, from its path in an operation. `input` is where the argument `input` is in the
 * body.
 */
function locOf(path: Fault['path'], input: readonly string[]): Fault['path'] {
  const [first, ...rest] = path
  if (first === 'query' || first === 'body' || first === 'path') return path
  return ['body', ...(first === 'input' ? [...input, ...rest] : path)]
}

/** The value as sent. */
function toJson(value: unknown): Json {
  return typeof value === 'object' && value !== null ? new JsonText(JSON.stringify(value)) : (value as Json)
}

/** The path of /v1 that lists things of a kind: `/v1/component/ram/archetypes`. */
function cataloguePath({ of, within = '' }: Listed): string {
  switch (of) {
    case 'server':
      return '/v1/server/archetypes'
    case 'iot_device':
      return '/v1/iot/iot_device/archetypes'
    case 'terminal':
      return `/v1/${TERMINALS[within.toUpperCase() as keyof typeof TERMINALS].group}/${within}/archetypes`
    case 'cloud_provider':
    case 'cloud_region':
      return '/v1/cloud/instance/all_providers'
    case 'cloud_instance':
      return `/v1/cloud/instance/all_instances?provider=${within}`
    case 'release':
      return '/openapi.json'
    case 'location':
      return '/v1/utils/country_code'
    case 'cpu':
      return '/v1/utils/cpu_name'
    default:
      return `/v1/component/${of}/archetypes`
  }
}

/** The path of /v2 that lists things of a kind: `/v2/archetypes?of=RAM`. */
function pathOfList({ of, within = '' }: Listed): string {
  switch (of) {
    case 'cloud_provider':
      return '/v2/cloud-providers'
    case 'cloud_region':
      return `/v2/cloud-providers${within && `/${within}`}`
    case 'cloud_instance':
      return `/v2/instance-types${within && `?provider=${within}`}`
    case 'location':
      return '/v2/locations'
    case 'cpu':
      return '/v2/cpu-models'
    case 'release':
      return '/v2/releases'
    default:
      return `/v2/archetypes?of=${of.toUpperCase()}${within && `&kind=${within.toUpperCase()}`}`
  }
}

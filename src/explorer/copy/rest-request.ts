import { snakeCase } from '../../engine/figures/snake-case.ts'
import type { Json, JsonObject, SubjectRequest } from '../subjects/subject-request.ts'
import { PERIPHERALS } from '../subjects/terminal-names.ts'

/** What is sent over REST for the same figures. */
export interface RestRequest {
  readonly method: 'POST'
  /** Path and query: `/v1/server?criteria=gwp`. */
  readonly target: string
  readonly body: Json
}

/**
 * The same request over REST, with every attribute in the answer. The release is named, since /v1 answers from another one
 * unless asked.
 */
export function restRequest(
  { kind, input, archetype, criteria, duration }: SubjectRequest,
  release: string,
): RestRequest {
  const { route, body, like } = restParts(kind, input, archetype)
  const query = [
    'verbose=true',
    `release=${encodeURIComponent(release)}`,
    `criteria=${criteria.join(',').toLowerCase()}`,
    ...(duration === undefined ? [] : [`duration=${duration}`]),
    ...(like === undefined ? [] : [`archetype=${encodeURIComponent(like)}`]),
  ]
  return { method: 'POST', target: `${route}?${query.join('&')}`, body: snakeCased(body) }
}

function restParts(
  kind: SubjectRequest['kind'],
  input: JsonObject,
  archetype: string | undefined,
): { route: string; body: JsonObject; like: string | undefined } {
  if (kind === 'cloud') return { route: '/v1/cloud/instance', body: input, like: undefined }
  if (kind === 'component') {
    const [component = '', body = {}] = Object.entries(input)[0] ?? []
    return { route: `/v1/component/${snakeCase(component)}`, body: body as JsonObject, like: archetype }
  }
  const { archetype: like, ...rest } = input as { archetype?: string } & JsonObject
  if (kind === 'server') return { route: '/v1/server', body: rest, like }
  const { kind: sort, ...body } = rest as { kind: string } & JsonObject
  const family = PERIPHERALS.has(sort) ? 'peripheral' : 'terminal'
  return { route: `/v1/${family}/${sort.toLowerCase()}`, body, like }
}

function snakeCased(value: Json): Json {
  if (Array.isArray(value)) return value.map((each: Json) => snakeCased(flatDrive(each)))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [snakeCase(key), snakeCased(each)]))
}

/** A drive is `{ssd: {…}}` over GraphQL and `{type: "ssd", …}` over REST. */
function flatDrive(value: Json): Json {
  for (const type of ['ssd', 'hdd']) {
    const drive = (value as JsonObject | null)?.[type]
    if (drive !== undefined) return { type, ...(drive as JsonObject) }
  }
  return value
}

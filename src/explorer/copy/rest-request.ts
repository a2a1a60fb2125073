import { snakeCase } from '../../engine/values/spelling.ts'
import { ASSETS, TERMINALS } from '../../kinds.ts'
import { apiKey } from '../api/send.ts'
import { assetOf, spanOf } from '../results/request-variables.ts'
import type { Json, JsonObject, SubjectRequest } from '../subjects/subject-request.ts'

/** The REST request for the same figures. */
export interface RestRequest {
  readonly method: 'POST'
  /** Path and query: `/v1/server?criteria=gwp`. */
  readonly target: string
  readonly body: Json
}

/**
 * The same request over REST; undefined if there is none. Equipment alone goes to /v1, with every attribute in the
 * answer, and with the release named, since /v1 has another default. Only /v2 knows data centres, storage, networks,
 * shares of a server and lists of factors. It has no parts that copy another.
 */
export function restRequest(request: SubjectRequest, release: string): RestRequest | undefined {
  const { kind, input, archetype, criteria, duration, boundary } = request
  const isOfV2 =
    kind === 'storage' ||
    kind === 'network' ||
    input.share !== undefined ||
    JSON.stringify(input).includes('"elecFactors"')
  if (boundary === 'DATA_CENTRE' || isOfV2) {
    if (archetype !== undefined) return undefined
    const body = { asset: assetOf(request) as JsonObject, criteria, ...spanOf(request), release }
    return { method: 'POST', target: '/v2/assess', body }
  }
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
  kind: Exclude<SubjectRequest['kind'], 'storage' | 'network'>,
  input: JsonObject,
  archetype: string | undefined,
): { route: string; body: JsonObject; like: string | undefined } {
  if (kind === 'cloud') return { route: ASSETS.cloudInstance.path, body: input, like: undefined }
  if (kind === 'component') {
    const [component = '', body = {}] = Object.entries(input)[0] ?? []
    return { route: `/v1/component/${snakeCase(component)}`, body: body as JsonObject, like: archetype }
  }
  const { archetype: like, ...rest } = input as { archetype?: string } & JsonObject
  if (kind === 'server' || kind === 'iotDevice') return { route: ASSETS[kind].path, body: rest, like }
  const { kind: sort, ...body } = rest as { kind: string } & JsonObject
  const { group } = TERMINALS[sort as keyof typeof TERMINALS]
  return { route: `/v1/${group}/${sort.toLowerCase()}`, body, like }
}

/** Fields with another name in /v1 than in GraphQL. */
const OTHER_NAMES: Readonly<Record<string, string>> = { disks: 'disk' }

function snakeCased(value: Json): Json {
  if (Array.isArray(value)) return value.map((each: Json) => snakeCased(flatDrive(each)))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [OTHER_NAMES[key] ?? snakeCase(key), snakeCased(each)]),
  )
}

/** A drive is `{ssd: {…}}` in GraphQL and `{type: "ssd", …}` in REST. */
function flatDrive(value: Json): Json {
  for (const type of ['ssd', 'hdd']) {
    const drive = (value as JsonObject | null)?.[type]
    if (drive !== undefined) return { type, ...(drive as JsonObject) }
  }
  return value
}

/** A POST of JSON as a shell command; a required API key comes from a shell variable. */
export function curlText(url: string, body: unknown): string {
  return [
    `curl ${quoted(url)} \\`,
    "  -H 'content-type: application/json' \\",
    ...(apiKey() === undefined ? [] : ['  -H "authorization: Bearer $API_KEY" \\']),
    `  -d ${quoted(JSON.stringify(body))}`,
  ].join('\n')
}

/** A REST request as a shell command. */
export function restCurlText(origin: string, { target, body }: RestRequest): string {
  return curlText(`${origin}${target}`, body)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

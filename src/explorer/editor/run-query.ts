import { createParser } from 'eventsource-parser'
import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery, type IntrospectionQuery, parse } from 'graphql'

/** What stands in the editor. */
export interface Asked {
  readonly query: string
  /** JSON; empty for none. */
  readonly variables: string
  /** JSON; empty for none. */
  readonly headers: string
  /** Position in the query: of several operations, the one there is run. */
  readonly cursor: number
}

/**
 * Runs a query; `onAnswer` receives the answer as text, and each event of a subscription. Throws an Error with the
 * reason in words.
 */
export async function runQuery(
  { query, variables, headers, cursor }: Asked,
  onAnswer: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const operationName = operationAt(query, cursor)
  const body = JSON.stringify({
    query,
    ...(operationName !== undefined && { operationName }),
    ...(variables.trim() !== '' && { variables: objectIn(variables, 'The variables') }),
  })
  const accept = /^\s*subscription\b/m.test(query) ? 'text/event-stream' : 'application/json'
  const response = await post(body, { accept, ...headersOf(headers) }, signal)
  if (response.headers.get('content-type')?.startsWith('text/event-stream') && response.body !== null) {
    await readEvents(response.body, onAnswer)
    return
  }
  onAnswer(laidOut(await response.text()))
}

async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onAnswer: (text: string) => void,
): Promise<void> {
  const parser = createParser({ onEvent: ({ data }) => data !== '' && onAnswer(laidOut(data)) })
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    parser.feed(value)
  }
}

/** The schema of the service. Throws an Error with the reason in words. */
export async function fetchSchema(headers: string): Promise<GraphQLSchema> {
  const body = JSON.stringify({ query: getIntrospectionQuery({ inputValueDeprecation: true }) })
  const response = await post(body, { accept: 'application/json', ...headersOf(headers) })
  const { data } = (await response.json()) as { readonly data?: IntrospectionQuery | null }
  if (!data) throw new Error('Without the schema, nothing is completed: the service hides it, or needs an API key.')
  return buildClientSchema(data)
}

async function post(body: string, headers: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Response> {
  const sent = { 'content-type': 'application/json', ...headers }
  try {
    return await fetch('/graphql', { method: 'POST', headers: sent, body, ...(signal && { signal }) })
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error
    throw new Error('The service cannot be reached.')
  }
}

/** The headers of a JSON text: `{"authorization": "Bearer KEY"}`. Throws an Error if it is no object. */
export function headersOf(text: string): Readonly<Record<string, string>> {
  return text.trim() === '' ? {} : (objectIn(text, 'The headers') as Readonly<Record<string, string>>)
}

function objectIn(text: string, what: string): object {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Error(`${what} are not valid JSON: ${(error as Error).message}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${what} are not a JSON object, such as {"name": "value"}.`)
  return value
}

/** The name of the operation at a position, if there are several. The service refuses a query with a fault. */
function operationAt(query: string, cursor: number): string | undefined {
  try {
    const operations = parse(query).definitions.flatMap((each) => (each.kind === 'OperationDefinition' ? each : []))
    const at = operations.find(({ loc }) => loc !== undefined && loc.start <= cursor && cursor <= loc.end)
    return operations.length > 1 ? (at ?? operations[0])?.name?.value : undefined
  } catch {
    return undefined
  }
}

/** JSON with one member a line; other text as it is. */
function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

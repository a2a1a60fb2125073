import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { Json } from './json.ts'

/** Runs an operation of the schema and gives its data; an error in it is thrown. */
export type Run = <Data, Variables extends Record<string, unknown>>(
  operation: TypedDocumentNode<Data, Variables>,
  variables: Variables,
) => Promise<Data>

/** A request that was routed. */
export interface RestCall {
  readonly method: 'GET' | 'POST'
  readonly parameters: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** The JSON that was sent, {} where none was. */
  readonly body: unknown
  readonly run: Run
}

/** What a path answers, by method. */
export interface Route {
  /** `/v1/cloud/{provider}`: a parameter stands for one segment. */
  readonly path: string
  readonly methods: readonly ('GET' | 'POST')[]
  readonly answer: (call: RestCall) => Promise<Json>
}

/** A path that is read only. */
export function get(path: string, answer: Route['answer']): Route {
  return { path, methods: ['GET'], answer }
}

/** A path that may be asked for what is typical (GET), or for what is described in a body (POST). */
export function getAndPost(path: string, answer: Route['answer']): Route {
  return { path, methods: ['GET', 'POST'], answer }
}

import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type * as z from 'zod'
import type { Release } from '../../catalogue/releases.ts'
import type { Criterion } from '../../engine/values/criteria.ts'
import type { Rounding } from '../../engine/values/round-figure.ts'
import type { Json } from './json.ts'
import type { AnswerName } from './openapi/answer-schemas.ts'
import type { Parameter, SharedParameter } from './openapi/parameters.ts'
import type { Tag } from './openapi/words.ts'

/** Runs an operation of the schema and gives its data; an error in it is thrown. */
export type Run = <Data, Variables extends Record<string, unknown>>(
  operation: TypedDocumentNode<Data, Variables>,
  variables: Variables,
) => Promise<Data>

/** A request to a route. */
export interface RestCall {
  readonly method: 'GET' | 'POST'
  readonly parameters: Readonly<Record<string, string>>
  /** Never changed: the same object for the same text. */
  readonly query: URLSearchParams
  /** The JSON that was sent, {} where none was. */
  readonly body: unknown
  /** Criteria of an answer where the request names none. */
  readonly defaultCriteria: readonly Criterion[]
  /** Runs an operation in the release that is asked for. */
  readonly run: Run
  /** Runs an operation of `operations/assets`, whose data are objects of the engine. */
  readonly assess: Run
  readonly rounding: Rounding
  /** The release that is asked for, in which `run` runs. Throws a FaultError where there is none of that name. */
  readonly release: () => Release
}

/** A path, its methods and its answer. */
export interface Route {
  /** `/v1/cloud/{provider}`: a parameter stands for one segment. */
  readonly path: string
  readonly tag: Tag
  /** One for each method that may be used. */
  readonly operations: readonly Operation[]
  /** The schema of the answer, by name. */
  readonly gives: AnswerName
  readonly answer: (call: RestCall) => Promise<Json>
}

/** A method of a route, as the OpenAPI document describes it. */
export interface Operation {
  readonly method: 'GET' | 'POST'
  /** Names it in generated clients; never changed. */
  readonly id: string
  /** What it answers, in one line. */
  readonly summary: string
  readonly parameters: readonly (SharedParameter | Parameter)[]
  readonly body?: z.ZodType
}

/** The description of a route that takes GET alone. */
interface ReadDescription extends Pick<Route, 'tag' | 'gives'>, Pick<Operation, 'id' | 'summary'> {
  readonly parameters?: Operation['parameters']
}

/** A route that takes GET alone. */
export function get(path: string, description: ReadDescription, answer: Route['answer']): Route {
  const { tag, gives, id, summary, parameters = [] } = description
  return { path, tag, gives, operations: [{ method: 'GET', id, summary, parameters }], answer }
}

/** The same routes, with a parameter for the data release. */
export function inARelease(routes: readonly Route[]): readonly Route[] {
  return routes.map((route) => ({
    ...route,
    operations: route.operations.map((each) => ({ ...each, parameters: [...each.parameters, 'release'] })),
  }))
}

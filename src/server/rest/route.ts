import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type * as z from 'zod'
import type { Release } from '../../catalogue/releases.ts'
import type { Criterion } from '../../engine/values/criteria.ts'
import type { Rounding } from '../../engine/values/round-figure.ts'
import type { Json } from './json.ts'
import type { AnswerName } from './openapi/answer-schemas.ts'
import type { Parameter, SharedParameter } from './openapi/parameters.ts'
import type { Tag } from './openapi/words.ts'

/** Runs an operation of the schema and returns its data; an error in it is thrown. */
export type Run = <Data, Variables extends Record<string, unknown>>(
  operation: TypedDocumentNode<Data, Variables>,
  variables: Variables,
) => Promise<Data>

/** Like `Run`, but at once if no look-up is needed. */
export type Assess = <Data, Variables extends Record<string, unknown>>(
  operation: TypedDocumentNode<Data, Variables>,
  variables: Variables,
) => Data | Promise<Data>

/** A request to a route. */
export interface RestCall {
  readonly method: 'GET' | 'POST'
  readonly parameters: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /**
   * The parsed JSON, or {} without a body. Parsed on use, so that its faults are reported with those of the query. With
   * an accessor instead, V8 would keep each request until its next full collection.
   */
  readonly body: () => unknown
  /** Criteria of an answer if the request names none. */
  readonly defaultCriteria: readonly Criterion[]
  /** Runs an operation in the requested release. */
  readonly run: Run
  /** Runs an operation of `operations/assets`, whose data are objects of the engine. */
  readonly assess: Assess
  readonly rounding: Rounding
  /** The requested release, which `run` uses. Throws a FaultError for an unknown one. */
  readonly release: () => Release
}

/** A path, its methods and its answer. */
export interface Route {
  /** `/v1/cloud/{provider}`: a parameter matches one segment. */
  readonly path: string
  readonly tag: Tag
  /** One for each method. */
  readonly operations: readonly Operation[]
  /** The schema of the answer, by name. */
  readonly gives: AnswerName
  readonly answer: (call: RestCall) => Json | Promise<Json>
}

/** A method of a route, as the OpenAPI document describes it. */
export interface Operation {
  readonly method: 'GET' | 'POST'
  /** Its name in generated clients; must never change. */
  readonly id: string
  /** One line about its answer. */
  readonly summary: string
  readonly parameters: readonly (SharedParameter | Parameter)[]
  readonly body?: z.ZodType
}

/** The description of a GET-only route. */
interface ReadDescription extends Pick<Route, 'tag' | 'gives'>, Pick<Operation, 'id' | 'summary'> {
  readonly parameters?: Operation['parameters']
}

/** Defines a GET-only route. */
export function get(path: string, description: ReadDescription, answer: Route['answer']): Route {
  const { tag, gives, id, summary, parameters = [] } = description
  return { path, tag, gives, operations: [{ method: 'GET', id, summary, parameters }], answer }
}

/** Adds a parameter for the data release to routes. */
export function inARelease(routes: readonly Route[]): readonly Route[] {
  return routes.map((route) => ({
    ...route,
    operations: route.operations.map((each) => ({ ...each, parameters: [...each.parameters, 'release'] })),
  }))
}

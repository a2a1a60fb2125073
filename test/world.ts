import { type ExecutionResult, graphql } from 'graphql'
import { createContext, type Settings } from '../schema/context.ts'
import { schema } from '../schema/schema.ts'
import { DEFAULT_ARCHETYPES } from '../src/catalogue/default-archetypes.ts'
import type { BatchObserver } from '../src/catalogue/loaders.ts'
import type { References } from '../src/catalogue/references.ts'
import { Releases } from '../src/catalogue/releases.ts'
import { loadReleases } from '../src/catalogue/tables/load-releases.ts'
import { BASE_RELEASE } from '../src/catalogue/tables/make-releases.ts'
import { DEFAULT_CRITERIA } from '../src/engine/values/criteria.ts'
import { DEFAULT_ROUNDING } from '../src/engine/values/round-figure.ts'

/** Every shipped release. */
export const releases = new Releases(loadReleases(), DEFAULT_ARCHETYPES)

const base = releases.find(BASE_RELEASE)

/** The shipped base with the shipped defaults: its figures stay when a new release comes. */
export const world: Settings & { readonly references: References } = {
  releases,
  release: base,
  restRelease: base,
  references: base.references,
  rounding: DEFAULT_ROUNDING,
  defaultCriteria: DEFAULT_CRITERIA,
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read by path, as clients do
export type Data = any

/** Runs an operation and gives the whole result, errors included. */
export async function execute(
  source: string,
  variables: Record<string, unknown> = {},
  observe?: BatchObserver,
): Promise<ExecutionResult> {
  return graphql({ schema, source, variableValues: variables, contextValue: createContext(world, { observe }) })
}

/** The data of an operation that must not fail. */
export async function ask(source: string, variables: Record<string, unknown> = {}): Promise<Data> {
  return dataOf(await execute(source, variables))
}

/** The same of the newest release, which has figures of data centres and of the power of cards. */
export async function askNewest(source: string, variableValues: Record<string, unknown> = {}): Promise<Data> {
  const contextValue = createContext(world, { release: releases.newest })
  return dataOf(await graphql({ schema, source, variableValues, contextValue }))
}

/** The data of a result that must have no error. */
export function dataOf({ data, errors }: ExecutionResult): Data {
  const [error] = errors ?? []
  if (error !== undefined) throw error.originalError ?? error
  // Results have no prototype; compared figures should not trip over that.
  return JSON.parse(JSON.stringify(data), (key, value) => (key === 'warnings' ? texts(value) : value))
}

/** Warnings that were asked for by their message alone, as texts. */
function texts(warnings: Data): Data {
  const isText = (warning: object) => Object.keys(warning).join() === 'message'
  return Array.isArray(warnings) && warnings.every(isText) ? warnings.map(({ message }) => message) : warnings
}

/** The errors of an operation, as a client sees them: path and what was thrown. */
export async function errorsOf(source: string, variables: Record<string, unknown> = {}) {
  const { errors = [] } = await execute(source, variables)
  return errors.map(({ path, message, originalError }) => ({ path, message, cause: originalError as Data }))
}

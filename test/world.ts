import { type ExecutionResult, graphql } from 'graphql'
import { createContext, type World } from '../schema/context.ts'
import { schema } from '../schema/schema.ts'
import { DEFAULT_CRITERIA } from '../src/engine/figures/criteria.ts'
import { DEFAULT_ROUNDING } from '../src/engine/figures/round-figure.ts'
import { REFERENCE_DEFAULTS } from '../src/reference/defaults.ts'
import { loadTables } from '../src/reference/load-tables.ts'
import type { BatchObserver } from '../src/reference/loaders.ts'
import { References } from '../src/reference/references.ts'

/** The shipped figures with the shipped defaults: what a service without any configuration answers from. */
export const world: World = {
  references: new References(loadTables(), REFERENCE_DEFAULTS),
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
  const { data, errors } = await execute(source, variables)
  const [error] = errors ?? []
  if (error !== undefined) throw error.originalError ?? error
  // Results have no prototype; compared figures should not trip over that.
  return JSON.parse(JSON.stringify(data))
}

/** The errors of an operation, as a client sees them: path and what was thrown. */
export async function errorsOf(source: string, variables: Record<string, unknown> = {}) {
  const { errors = [] } = await execute(source, variables)
  return errors.map(({ path, message, originalError }) => ({ path, message, cause: originalError as Data }))
}

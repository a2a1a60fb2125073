import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql'
import { perObject } from '../src/reference/per-object.ts'
import type { Context } from './context.ts'
import { withinBound } from './fault.ts'
import { conditionsOf, type OperationPlan, planOperation } from './operation-plan.ts'
import { miss } from './plan-miss.ts'
import { planVariables, type VariablePlan, type VariableValues } from './variable-plan.ts'

/** What is asked: a document that was validated, and the values of its variables. */
export interface Operation {
  readonly document: DocumentNode
  readonly operationName?: string | undefined
  readonly variables?: Readonly<Record<string, unknown>> | undefined
  /** Whether errors keep quiet about names that the schema has. */
  readonly hideSuggestions?: boolean
}

/** Choices of conditions that a document has plans for; beyond them graphql-js executes it. */
const MOST_PLANS = 16

interface Plans {
  readonly conditions: readonly string[]
  /** By operation; null where the variables cannot be planned. */
  readonly variables: Map<OperationDefinitionNode, VariablePlan | null>
  /** By operation and conditions; null where there can be no plan. */
  readonly byChoice: Map<string, OperationPlan | null>
}

const plansOf = perObject((_: GraphQLSchema) =>
  perObject(
    (document: DocumentNode): Plans => ({
      conditions: conditionsOf(document),
      variables: new Map(),
      byChoice: new Map(),
    }),
  ),
)

/**
 * Executes a query. A document is planned once; what cannot be planned, and a query that fails as a whole, graphql-js executes
 * from the beginning. Resolvers here have no side effects, so that running them twice does no harm.
 */
export async function executeOperation(
  schema: GraphQLSchema,
  operation: Operation,
  createContext: () => Partial<Context>,
): Promise<ExecutionResult> {
  const context = createContext()
  try {
    return await executePlan(schema, operation, context)
  } catch {
    // Said by graphql-js, with its path and place.
  }
  const { document, operationName, variables = {}, hideSuggestions = false } = operation
  const { errors, ...result } = await execute({
    schema,
    document,
    variableValues: variables,
    contextValue: context,
    hideSuggestions,
    ...(operationName && { operationName }),
  })
  return errors ? { errors: withinBound(errors), ...result } : result
}

function executePlan(
  schema: GraphQLSchema,
  { document, operationName, variables = {} }: Operation,
  context: Partial<Context>,
): Promise<ExecutionResult> {
  const definition = document.definitions.find(
    (each) => each.kind === Kind.OPERATION_DEFINITION && (!operationName || each.name?.value === operationName),
  )
  if (definition?.kind !== Kind.OPERATION_DEFINITION) return miss()
  const plans = plansOf(schema)(document)
  const values = variablePlanOf(schema, plans, definition)(variables)
  return operationPlanOf(schema, plans, document, operationName, values).execute(values, context)
}

function variablePlanOf(schema: GraphQLSchema, { variables }: Plans, operation: OperationDefinitionNode): VariablePlan {
  let plan = variables.get(operation)
  if (plan === undefined) {
    plan = planOrNull(() => planVariables(schema, operation))
    variables.set(operation, plan)
  }
  return plan ?? miss()
}

function operationPlanOf(
  schema: GraphQLSchema,
  { conditions, byChoice }: Plans,
  document: DocumentNode,
  operationName: string | undefined,
  values: VariableValues,
): OperationPlan {
  let choice = operationName ?? ''
  for (const name of conditions) choice += values[name] === true ? '1' : '0'
  let plan = byChoice.get(choice)
  if (plan === undefined) {
    if (byChoice.size >= MOST_PLANS) return miss()
    plan = planOrNull(() => planOperation(schema, document, operationName, values))
    byChoice.set(choice, plan)
  }
  return plan ?? miss()
}

function planOrNull<Plan>(make: () => Plan): Plan | null {
  try {
    return make()
  } catch {
    // What cannot be planned is executed by graphql-js.
    return null
  }
}

import { type DocumentNode, type ExecutionResult, execute, type GraphQLSchema, Kind } from 'graphql'
import { coerceVariables } from './coerce-variables.ts'
import type { Context } from './context.ts'
import { conditionsOf, type OperationPlan, planOperation } from './operation-plan.ts'

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
  /** By operation and conditions; null where there can be no plan. */
  readonly byChoice: Map<string, OperationPlan | null>
}

const plansOf = new WeakMap<GraphQLSchema, WeakMap<DocumentNode, Plans>>()

/**
 * Executes a query. A document is planned once; what cannot be planned, and a query of which a whole field fails, graphql-js
 * executes from the beginning. Resolvers here have no side effects, so that running them twice does no harm.
 */
export async function executeOperation(
  schema: GraphQLSchema,
  { document, operationName, variables, hideSuggestions = false }: Operation,
  createContext: () => Partial<Context>,
): Promise<ExecutionResult> {
  const context = createContext()
  const definition = document.definitions.find(
    (each) => each.kind === Kind.OPERATION_DEFINITION && (!operationName || each.name?.value === operationName),
  )
  if (definition?.kind === Kind.OPERATION_DEFINITION) {
    try {
      const coerced = coerceVariables(schema, definition, variables ?? {}, context)
      const values = coerced instanceof Promise ? await coerced : coerced
      const plan = values && planOf(schema, document, operationName, values.coerced)
      if (plan) return await plan.execute(values, context)
    } catch {
      // Said by graphql-js, with its path and place.
    }
  }
  return execute({
    schema,
    document,
    variableValues: variables ?? {},
    contextValue: context,
    hideSuggestions,
    ...(operationName && { operationName }),
  })
}

function planOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
  coerced: Readonly<Record<string, unknown>>,
): OperationPlan | null {
  const ofSchema = plansOf.get(schema) ?? new WeakMap<DocumentNode, Plans>()
  plansOf.set(schema, ofSchema)
  const plans = ofSchema.get(document) ?? { conditions: conditionsOf(document), byChoice: new Map() }
  ofSchema.set(document, plans)
  let choice = operationName ?? ''
  for (const name of plans.conditions) choice += coerced[name] === true ? '1' : '0'
  const known = plans.byChoice.get(choice)
  if (known !== undefined) return known
  if (plans.byChoice.size >= MOST_PLANS) return null
  let plan: OperationPlan | null = null
  try {
    plan = planOperation(schema, document, operationName, coerced)
  } catch {
    // What cannot be planned is executed by graphql-js.
  }
  plans.byChoice.set(choice, plan)
  return plan
}

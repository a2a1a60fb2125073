import { execute, parse, validate } from 'graphql'
import { expect } from 'vitest'
import { createContext } from '../../../../schema/context.ts'
import { schema } from '../../../../schema/schema.ts'
import { choiceOf, compileOperation, conditionsOf } from '../../../../src/server/graphql/execution/compile-operation.ts'
import { runOperation } from '../../../../src/server/graphql/execution/run-operation.ts'
import { world } from '../../../world.ts'

/** The answer of a compiled operation, and that of graphql-js to the same. */
export async function runBoth(source: string, variables: Record<string, unknown> = {}, operationName?: string) {
  const document = parse(source)
  expect(validate(schema, document)).toEqual([])
  const operation = document.definitions.find(
    (each) => each.kind === 'OperationDefinition' && (!operationName || each.name?.value === operationName),
  )
  if (operation?.kind !== 'OperationDefinition') throw new Error('There is no operation')
  let isCompiled = false
  const find = (values: Readonly<Record<string, unknown>>) => {
    const found = compileOperation(schema, document, operation, choiceOf(conditionsOf(document), values))
    isCompiled = found !== undefined
    return found
  }
  const context = createContext(world)
  const compiled = await runOperation({ schema, document, operation, variables, context }, find)
  const executed = await execute({
    schema,
    document,
    variableValues: variables,
    contextValue: createContext(world),
    ...(operationName && { operationName }),
  })
  return {
    isCompiled,
    compiled: JSON.stringify(compiled),
    executed: JSON.stringify(executed),
  }
}

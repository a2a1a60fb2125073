import type { GraphQLError } from 'graphql'
import type { ErrorCode } from '../answers/error-codes.ts'
import { refusal } from '../answers/refusal.ts'
import type { CheckedOperation } from './document-store.ts'

/** The operation of a document that is asked for: the one of that name, or the only one. */
export function chooseOperation(
  operations: readonly CheckedOperation[],
  name: string | null | undefined,
): CheckedOperation | GraphQLError {
  if (name) {
    const named = operations.find(({ operation }) => operation.name?.value === name)
    return named ?? unresolved(`There is no operation named "${name.slice(0, 100)}"`)
  }
  const [only] = operations
  return only && operations.length === 1 ? only : unresolved('Which of the operations to execute must be named')
}

function unresolved(message: string): GraphQLError {
  return refusal(message, 'OPERATION_RESOLUTION_FAILURE' satisfies ErrorCode, 400)
}

import type { GraphQLError } from 'graphql'
import type { Outcome } from './operation-runner.ts'

/** The JSON text of an outcome, without what is for the server alone. */
export function outcomeText({ result }: Outcome): string {
  if (result.errors === undefined) return JSON.stringify(result)
  const errors = result.errors.map(shownError)
  return JSON.stringify('data' in result ? { errors, data: result.data } : { errors })
}

function shownError(error: GraphQLError): object {
  const { http, ...extensions } = error.extensions
  return { ...error.toJSON(), extensions }
}

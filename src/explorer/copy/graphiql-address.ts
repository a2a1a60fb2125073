/** The address of the query editor with a query and its variables in it. */
export function graphiqlAddress(query: string, variables: unknown): string {
  return `/graphql#${new URLSearchParams({ query, variables: JSON.stringify(variables, null, 2) })}`
}

/** An operation whose text `relay-compiler` moved to the file of persisted documents. */
interface PersistedOperation {
  readonly id: string | null
}

/** The fetch function of a Relay environment, which requests documents by hash. */
export function fetchPersisted(url: string) {
  return async ({ id }: PersistedOperation, variables: object) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ documentId: id, variables }),
    })
    return response.json()
  }
}

/** What `relay-compiler` calls an operation whose text it has put into the file of persisted documents. */
interface PersistedOperation {
  readonly id: string | null
}

/** The fetch function of a Relay environment: documents are asked for by their hash. */
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

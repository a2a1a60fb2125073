import { writeFileSync } from 'node:fs'

interface Type {
  readonly name: string
  readonly possibleTypes: readonly { readonly name: string }[] | null
}

/** Writes the types of each interface of a service, in the form that Apollo's cache reads. */
export async function writePossibleTypes(url: string, file: string) {
  const query = '{ __schema { types { name possibleTypes { name } } } }'
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
  const { data } = (await response.json()) as { data: { __schema: { types: readonly Type[] } } }
  const possible = data.__schema.types.flatMap(({ name, possibleTypes }) =>
    possibleTypes === null ? [] : [[name, possibleTypes.map((type) => type.name).sort()]],
  )
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(possible.sort()), null, 2)}\n`)
}

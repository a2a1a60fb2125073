import { ClientError, GraphQLClient, gql } from 'graphql-request'

const SERVER = gql`
  query Server($input: ServerInput, $strict: Boolean) {
    server(input: $input, strict: $strict) {
      warnings { code message }
      impact(criterion: GWP, duration: 8760) { unit total { value min max } }
    }
  }
`

/** The impact of a server over a year. An unknown name is an error that lists the closest names. */
export async function assessServer(url: string, input: object) {
  const client = new GraphQLClient(`${url}/graphql`)
  try {
    const { server } = await client.request<{ server: object }>(SERVER, { input, strict: true })
    return { server }
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    return { faults: error.response.errors?.[0]?.extensions?.faults }
  }
}

import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import possibleTypes from './possible-types.json' with { type: 'json' }

const FLEET = gql`
  query Fleet($items: [FleetItemInput!]!) {
    fleet(items: $items) {
      impact(criterion: GWP, duration: 8760) { total { value } }
      items { label fault { faultCode message } impact(criterion: GWP, duration: 8760) { total { value } } }
    }
  }
`

/** A client whose cache knows the types of each interface, so that fragments on `Component` or `Node` match. */
export function apollo(url: string) {
  return new ApolloClient({
    cache: new InMemoryCache({ possibleTypes }),
    link: new HttpLink({ uri: `${url}/graphql` }),
  })
}

/** A fleet, from the cache if it was fetched before. */
export async function fleet(client: ReturnType<typeof apollo>, items: readonly object[]) {
  const { data } = await client.query<{ fleet: Fleet }>({ query: FLEET, variables: { items } })
  return data?.fleet
}

interface Fleet {
  readonly impact: Impact
  readonly items: readonly {
    readonly label: string | null
    readonly fault: { readonly faultCode: string } | null
    readonly impact: Impact
  }[]
}

interface Impact {
  readonly total: { readonly value: number } | null
}

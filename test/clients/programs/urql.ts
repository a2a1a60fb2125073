import { Client, fetchExchange, gql } from '@urql/core'
import { cacheExchange } from '@urql/exchange-graphcache'
import withoutIds from './types-without-ids.json' with { type: 'json' }

const FLEET = gql`
  query Fleet($items: [FleetItemInput!]!) {
    fleet(items: $items) {
      impact(criterion: GWP, duration: 8760) { total { value } }
      items { label fault { faultCode message } impact(criterion: GWP, duration: 8760) { total { value } } }
    }
  }
`

/** Objects without an `id` are cached under their field and arguments. */
const keys = Object.fromEntries(withoutIds.map((type) => [type, () => null]))

/** A client with a normalised cache: catalogue entries by `id`, everything else by field and arguments. */
export function urql(url: string) {
  return new Client({
    url: `${url}/graphql`,
    exchanges: [cacheExchange({ keys }), fetchExchange],
    preferGetMethod: false,
  })
}

/** A fleet, from the cache if it was fetched before. */
export async function fleet(client: Client, items: readonly object[]) {
  const { data, error } = await client.query(FLEET, { items }).toPromise()
  if (error) throw error
  return data.fleet
}

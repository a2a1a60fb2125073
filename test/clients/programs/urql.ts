import { Client, fetchExchange, gql } from '@urql/core'
import { cacheExchange } from '@urql/exchange-graphcache'

const FLEET = gql`
  query Fleet($items: [FleetItemInput!]!) {
    fleet(items: $items) {
      impact(criterion: GWP) { total { value } }
      items { label fault { code message } impact(criterion: GWP) { total { value } } }
    }
  }
`

/** Types without an `id` belong to their field and arguments. schema/types-without-ids.json lists all of them. */
const belongs = () => null
const keys = { Fleet: belongs, FleetItem: belongs, Fault: belongs, Impact: belongs, ImpactFigure: belongs }

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

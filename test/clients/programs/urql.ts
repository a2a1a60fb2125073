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

/** What has no `id` belongs to what it was asked for with. schema/types-without-ids.json lists all such types. */
const belongs = () => null
const keys = { Fleet: belongs, FleetItem: belongs, Fault: belongs, Impact: belongs, ImpactFigure: belongs }

/** A client with a normalised cache: entries of the catalogue are kept by their `id`, all else where it was asked for. */
export function urql(url: string) {
  return new Client({
    url: `${url}/graphql`,
    exchanges: [cacheExchange({ keys }), fetchExchange],
    preferGetMethod: false,
  })
}

/** A fleet, from the cache where it was asked for before. */
export async function fleet(client: Client, items: readonly object[]) {
  const { data, error } = await client.query(FLEET, { items }).toPromise()
  if (error) throw error
  return data.fleet
}

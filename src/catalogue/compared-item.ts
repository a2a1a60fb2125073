import type { Assessable, Asset } from '../engine/assessment/asset.ts'
import { Fleet } from '../engine/devices/fleet.ts'
import { listed } from '../engine/values/listed.ts'
import { type AssetInput, type FleetItemInput, spanOfItem } from '../input/fleet-input.ts'

/** An asset or a fleet with its quantity, to compare with others or with itself in another release. */
export interface ComparedItem {
  readonly asset?: AssetInput | undefined
  readonly fleet?: readonly FleetItemInput[] | undefined
  readonly quantity?: number | undefined
}

/**
 * Resolves the assets of an item, and names each by its path: `items[0].fleet[3]`. `at` is the path of the item, empty
 * if it is the whole input.
 */
export async function assessableOf(
  { asset, fleet, quantity = 1 }: ComparedItem,
  at: string,
  resolve: (asset: AssetInput, at: string) => Promise<Asset>,
): Promise<Assessable> {
  if (fleet === undefined) {
    const one = await resolve(asset as AssetInput, at)
    return quantity === 1 ? one : new Fleet([{ asset: one, quantity, at: placeOf('input', at) }])
  }
  const members = fleet.map(async (item, index) => {
    const place = placeOf(at, `fleet[${index}]`)
    const one = await resolve(item.asset, place)
    return { asset: one, quantity: item.quantity * quantity, at: `input.${place}`, span: spanOfItem(item) }
  })
  return new Fleet(await Promise.all(members))
}

function placeOf(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('.')
}

/** More items than this are counted, not named. */
const MOST_LISTED = 3

/** Items of a comparison in a sentence: `a, b and c`, or `4 items`. */
export function labelsInWords(labels: readonly string[]): string {
  return labels.length > MOST_LISTED ? `${labels.length} items` : listed(labels)
}

/** A fleet of the stand-in schema; each item costs 2, 1 for a criterion, and 5 as an item of the input. */
export const FLEET =
  'query ($items: [AssetInput!]!) { fleet(items: $items) { name impacts(criteria: ["gwp"]) { value } } }'

export function items(count: number): object[] {
  return Array.from({ length: count }, () => ({}))
}

import { type Catalogue, locationName } from '../form/catalogue.ts'

/**
 * What a figure stands on, as the API calls it, with places by their names and without the name of what is typical:
 * `Electricity of FRA` is `Electricity of France`, `Load (typical: dellR740)` is `Load`.
 */
export function leafWords(
  { leaf, label }: { readonly leaf: string; readonly label: string },
  catalogue: Pick<Catalogue, 'locations'>,
): string {
  const [, place] = /^electricity\.([A-Z]{3})(?:\.|$)/.exec(leaf) ?? []
  return place === undefined
    ? label.replace(/ \(typical: .*\)$/, '')
    : `Electricity of ${locationName(place, catalogue)}`
}

import { ExploreCatalogueDocument, type ExploreCatalogueQuery } from '../../generated/explorer-operations.ts'
import { send } from '../api/send.ts'

/** What there is to choose from; asked for once. */
export interface Catalogue {
  readonly release: string
  readonly criteria: ExploreCatalogueQuery['criteria']
  /** Empty until the catalogue is there. */
  readonly locations: ExploreCatalogueQuery['locations']
  readonly providers: ExploreCatalogueQuery['cloudProviders']
  readonly serverArchetypes: readonly string[]
  readonly gpus: readonly string[]
  readonly ramManufacturers: readonly string[]
  readonly ssdManufacturers: readonly string[]
}

/** Until the catalogue is there. */
export const EMPTY_CATALOGUE: Catalogue = {
  release: '',
  criteria: [],
  locations: [],
  providers: [],
  serverArchetypes: [],
  gpus: [],
  ramManufacturers: [],
  ssdManufacturers: [],
}

/** Asks the API for the catalogue. */
export async function fetchCatalogue(): Promise<Catalogue> {
  const { dataRelease, cloudProviders, gpus, ...rest } = await send(ExploreCatalogueDocument, {})
  return {
    ...rest,
    release: dataRelease.id,
    providers: cloudProviders,
    gpus: gpus.map(({ name }) => name),
    locations: rest.locations.toSorted(
      (one, other) => Number(isRegion(other)) - Number(isRegion(one)) || one.name.localeCompare(other.name),
    ),
  }
}

/** Europe and the world stand before the countries. */
function isRegion({ code }: { readonly code: string }): boolean {
  return code === 'EEE' || code === 'WOR'
}

/** A place by its name, where its code is known. */
export function locationName(value: string, { locations }: Pick<Catalogue, 'locations'>): string {
  return locations.find(({ code }) => code === value)?.name ?? value
}

/** Whether a text is the code of a place; before the catalogue is there, whatever looks like one is. */
export function isPlace(text: string, { locations }: Pick<Catalogue, 'locations'>): boolean {
  if (locations.length === 0) return /^[A-Z]{3}$/.test(text)
  return locations.some(({ code }) => code === text)
}

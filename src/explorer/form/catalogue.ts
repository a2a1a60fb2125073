import {
  ExploreCatalogueDocument,
  type ExploreCatalogueQuery,
  ExploreReleasesDocument,
  type ExploreReleasesQuery,
} from '../../generated/explorer-operations.ts'
import { ApiError } from '../api/api-error.ts'
import { send } from '../api/send.ts'
import { pageWords } from '../results/page-words.ts'

/** The available choices, fetched once per data release. */
export interface Catalogue {
  /** The chosen data release; empty for the service's default. */
  readonly chosen: string
  /** The data release of the answers. */
  readonly release: string
  /** Every data release, newest first. */
  readonly releases: ExploreReleasesQuery['releases']
  /** Criteria with figures in the release. */
  readonly criteria: ExploreCatalogueQuery['criteria']
  /** Criteria without figures, each with the reason. */
  readonly lackingCriteria: ExploreCatalogueQuery['criteria']
  /** Empty until loaded. */
  readonly locations: ExploreCatalogueQuery['locationsConnection']['nodes']
  readonly providers: ExploreCatalogueQuery['cloudProviders']
  readonly serverArchetypes: readonly string[]
  readonly gpus: readonly string[]
  readonly ramManufacturers: readonly string[]
  readonly ssdManufacturers: readonly string[]
}

/** The catalogue before it is loaded. */
export const EMPTY_CATALOGUE: Catalogue = {
  chosen: '',
  release: '',
  releases: [],
  criteria: [],
  lackingCriteria: [],
  locations: [],
  providers: [],
  serverArchetypes: [],
  gpus: [],
  ramManufacturers: [],
  ssdManufacturers: [],
}

/** Fetches the catalogue of a data release, or of the default one if the name is unknown. */
export async function fetchCatalogue(release: string): Promise<Catalogue> {
  const ofRelease = async (asked: string) => ({
    asked,
    ...(await send(ExploreCatalogueDocument, {}, { release: asked })),
  })
  const [{ releases }, { asked, cloudProviders, gpuModels, archetypes, locationsConnection, ...found }] =
    await Promise.all([
      send(ExploreReleasesDocument, {}),
      ofRelease(release).catch((error: unknown) => {
        if (release !== '' && error instanceof ApiError) return ofRelease('')
        throw error
      }),
    ])
  return {
    criteria: found.criteria.filter(({ available }) => available),
    lackingCriteria: found.criteria.filter(({ available }) => !available),
    chosen: release,
    releases,
    release: asked || (releases.find(({ current }) => current)?.id ?? ''),
    // In a named release, ids start with its name.
    providers: cloudProviders.map((provider) => ({ ...provider, id: provider.id.replace(/^.*\//, '') })),
    gpus: gpuModels.nodes.map(({ name }) => name),
    ramManufacturers: found.ramManufacturers.nodes,
    ssdManufacturers: found.ssdManufacturers.nodes,
    serverArchetypes: archetypes.nodes.map(({ name }) => name),
    locations: locationsConnection.nodes.toSorted(
      (one, other) => Number(isRegion(other)) - Number(isRegion(one)) || one.name.localeCompare(other.name),
    ),
  }
}

/** Europe and the world precede the countries. */
function isRegion({ code }: { readonly code: string }): boolean {
  return code === 'EEE' || code === 'WOR'
}

/** The name of a place, if its code is known. */
export function locationName(value: string, { locations }: Pick<Catalogue, 'locations'>): string {
  return locations.find(({ code }) => code === value)?.name ?? value
}

/** A sentence of the service in the words of the pages: names of places instead of codes, embodied for embedded. */
export function withPlaceNames(sentence: string, catalogue: Pick<Catalogue, 'locations'>): string {
  return pageWords(sentence.replace(/\b[A-Z]{3}(-[A-Z]{2,3})?\b/g, (code) => locationName(code, catalogue)))
}

/** Whether a text is the code of a place; before the catalogue is loaded, whether it looks like one. */
export function isLocation(text: string, { locations }: Pick<Catalogue, 'locations'>): boolean {
  if (locations.length === 0) return /^[A-Z]{3}$/.test(text)
  return locations.some(({ code }) => code === text)
}

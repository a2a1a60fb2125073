import {
  ExploreCatalogueDocument,
  type ExploreCatalogueQuery,
  ExploreReleasesDocument,
  type ExploreReleasesQuery,
} from '../../generated/explorer-operations.ts'
import { ApiError } from '../api/api-error.ts'
import { send } from '../api/send.ts'

/** What there is to choose from; asked for once for each data release. */
export interface Catalogue {
  /** The data release that was chosen; empty for the one that the service answers from. */
  readonly chosen: string
  /** The data release that answers. */
  readonly release: string
  /** Every data release, newest first. */
  readonly releases: ExploreReleasesQuery['releases']
  /** Criteria that the release has figures in: those that are offered. */
  readonly criteria: ExploreCatalogueQuery['criteria']
  /** Those that it has none in, each with the reason. */
  readonly lackingCriteria: ExploreCatalogueQuery['criteria']
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

/** Asks the API for the catalogue of a data release; for that of the usual one where none has the name. */
export async function fetchCatalogue(release: string): Promise<Catalogue> {
  const ofRelease = async (asked: string) => ({
    asked,
    ...(await send(ExploreCatalogueDocument, {}, { release: asked })),
  })
  const [{ releases }, { asked, cloudProviders, gpuModels, ...rest }] = await Promise.all([
    send(ExploreReleasesDocument, {}),
    ofRelease(release).catch((error: unknown) => {
      if (release !== '' && error instanceof ApiError) return ofRelease('')
      throw error
    }),
  ])
  return {
    ...rest,
    criteria: rest.criteria.filter(({ available }) => available),
    lackingCriteria: rest.criteria.filter(({ available }) => !available),
    chosen: release,
    releases,
    release: asked || (releases.find(({ current }) => current)?.id ?? ''),
    // Within a named release, ids begin with its name.
    providers: cloudProviders.map((provider) => ({ ...provider, id: provider.id.replace(/^.*\//, '') })),
    gpus: gpuModels.nodes.map(({ name }) => name),
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
export function isLocation(text: string, { locations }: Pick<Catalogue, 'locations'>): boolean {
  if (locations.length === 0) return /^[A-Z]{3}$/.test(text)
  return locations.some(({ code }) => code === text)
}

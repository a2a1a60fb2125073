import type { NamedAttribute } from '../../engine/components/component.ts'
import { CRITERION_CODES, type Criterion } from '../../engine/values/criteria.ts'
import { RestMatchCpuDocument } from '../../generated/asset-operations.ts'
import {
  type NameList,
  RestArchetypeDocument,
  type RestArchetypeQuery,
  RestCloudProvidersDocument,
  RestCriteriaDocument,
  type RestCriteriaQuery,
  RestLocationsDocument,
  RestMatchGpuDocument,
  RestNamesDocument,
} from '../../generated/rest-operations.ts'
import { requiredParameter } from '../../input/rest/rest-query.ts'
import { allPages } from './all-pages.ts'
import { decimal, type Json } from './json.ts'
import { provider } from './openapi/parameters.ts'
import { reshapeValue, spelled } from './reshape/attribute.ts'
import { get, inARelease, type Route } from './route.ts'

/** The keys of a CPU and of a GPU in the order that clients know; values that a name does not complete are null. */
const CPU_KEYS = [
  'core_units',
  'die_size',
  'die_size_per_core',
  'manufacturer',
  'model_range',
  'family',
  'name',
  'tdp',
  'threads',
]
const GPU_KEYS = [
  'name',
  'manufacturer',
  'weight',
  'heatsink_weight',
  'pwb_surface',
  'pwb_weight',
  'casing_weight',
  'gpu_surface',
  'vram',
  'vram_dies',
  'vram_surface',
  'transport_boat',
  'transport_truck',
  'transport_plane',
]

/** Figures of a GPU that are whole numbers. */
const WHOLE = new Set(['vram', 'vram_dies'])

/** Criteria for which known clients expect no electricity factor. */
const NOT_SENT: ReadonlySet<string> = new Set(['fw', 'fe'])

const NO_USAGE: Json = {
  use_time_ratio: null,
  hours_life_time: null,
  avg_power: null,
  time_workload: null,
  usage_location: null,
  elec_factors: Object.fromEntries(CRITERION_CODES.filter((code) => !NOT_SENT.has(code)).map((code) => [code, null])),
}

/** The values that a CPU name completes. */
function reshapeCompletedCpu(attributes: readonly NamedAttribute[]): Json {
  const shown = attributes.filter(({ name, attribute }) => name === 'name' || attribute.status === 'COMPLETED')
  return withNulls(CPU_KEYS, Object.fromEntries(shown.map((named) => [named.name, reshapeValue(named)])))
}

/** The values that a GPU name completes: the figures of its row. */
function reshapeCompletedGpu(groups: NonNullable<RestArchetypeQuery['archetype']>): Json {
  const values = groups
    .flatMap(({ entries }) => entries)
    .map(({ name, number, text }): [string, Json] => [name, number === null ? text : write(name, number)])
  return withNulls(GPU_KEYS, Object.fromEntries(values))
}

function write(name: string, number: number): Json {
  return WHOLE.has(name) && Number.isInteger(number) ? number : decimal(number)
}

function withNulls(keys: readonly string[], values: Readonly<Record<string, Json>>): Json {
  return { units: null, usage: NO_USAGE, ...Object.fromEntries(keys.map((key) => [key, values[key] ?? null])) }
}

/** Codes with another spelling in known clients. */
const SPELLINGS: Readonly<Record<string, string>> = { ctuh_c: 'CTUh_c', ctuh_nc: 'CTUh_nc' }

/** Criteria outside the Product Environmental Footprint. Known clients expect an empty text for `fw`. */
const OTHER_METHODS: Readonly<Record<string, string | null>> = {
  gwp: null,
  adp: null,
  pe: null,
  mips: null,
  fe: null,
  fw: '',
}

/** `{gwp: {name, unit, description, method}}`; the method is PEF, or null. */
function reshapeCriteria(criteria: RestCriteriaQuery['criteria']): Json {
  return Object.fromEntries(
    criteria.map(({ code }) => {
      const method = code in OTHER_METHODS ? (OTHER_METHODS[code] as string | null) : 'PEF'
      return [SPELLINGS[code] ?? code, { name: code, ...spelled(code as Criterion), method }]
    }),
  )
}

/** The version of the reference system whose REST API this follows, for clients that check it. */
const REFERENCE_VERSION = '2.4.1'

/** Providers in the order that clients know from regions; others follow. */
const ORDER_OF_REGIONS = ['aws', 'azure', 'gcp', 'scaleway', 'ovhcloud']

const NAME_LISTS: Readonly<Record<string, readonly [list: NameList, id: string, what: string]>> = {
  cpu_family: ['CPU_FAMILY', 'CpuFamilies', 'Processor families'],
  cpu_model_range: ['CPU_MODEL_RANGE', 'CpuModelRanges', 'Processor model ranges'],
  cpu_name: ['CPU_NAME', 'CpuNames', 'Processor models'],
  gpu_name: ['GPU_NAME', 'GpuNames', 'Graphics card models'],
  ram_manufacturer: ['RAM_MANUFACTURER', 'RamManufacturers', 'Memory makers'],
  ssd_manufacturer: ['SSD_MANUFACTURER', 'SsdManufacturers', 'Solid-state drive makers'],
  case_type: ['CASE_TYPE', 'CaseTypes', 'Kinds of cases'],
}

/** Valid names, and their meaning. */
export const nameRoutes: readonly Route[] = inARelease([
  get(
    '/v1/utils/version',
    { id: 'getVersion', tag: 'utils', summary: 'Version of BoaviztAPI that /v1 is compatible with', gives: 'Version' },
    async () => REFERENCE_VERSION,
  ),
  get(
    '/v1/utils/country_code',
    { id: 'listCountryCodes', tag: 'utils', summary: 'Locations with electricity factors', gives: 'CodeByName' },
    async ({ run }) =>
      Object.fromEntries(
        (await allPages(async (after) => (await run(RestLocationsDocument, { after })).locationsConnection)).map(
          ({ name, code }) => [name, code],
        ),
      ),
  ),
  get(
    '/v1/utils/cloud_regions',
    {
      id: 'listCloudRegions',
      tag: 'utils',
      summary: 'Regions of cloud providers',
      gives: 'CloudRegions',
      parameters: [provider],
    },
    async ({ run, query }) => {
      const wanted = query.get('provider')?.trim().toLowerCase()
      const { cloudProviders } = await run(RestCloudProvidersDocument, {})
      const rankOf = ({ id }: { readonly id: string }) => ORDER_OF_REGIONS.indexOf(id) + 1 || Number.POSITIVE_INFINITY
      return cloudProviders
        .toSorted((a, b) => (rankOf(a) === rankOf(b) ? 0 : rankOf(a) - rankOf(b)))
        .filter(({ id }) => !wanted || id.toLowerCase() === wanted)
        .flatMap(({ id, regions }) => regions.map((region) => ({ provider: id, region: region.name })))
    },
  ),
  get(
    '/v1/utils/impact_criteria',
    { id: 'listImpactCriteria', tag: 'utils', summary: 'Impact criteria', gives: 'ImpactCriteria' },
    async ({ run }) => reshapeCriteria((await run(RestCriteriaDocument, {})).criteria),
  ),
  ...Object.entries(NAME_LISTS).map(([name, [of, id, summary]]) =>
    get(`/v1/utils/${name}`, { id: `list${id}`, tag: 'utils', summary, gives: 'Names' }, ({ run }) =>
      allPages(async (after) => (await run(RestNamesDocument, { of, after })).namesConnection),
    ),
  ),
  get(
    '/v1/utils/name_to_cpu',
    {
      id: 'completeCpuName',
      tag: 'utils',
      summary: 'Attributes of a processor, by its name',
      gives: 'CompletedName',
      parameters: [
        { name: 'cpu_name', description: 'Name of the model', isRequired: true, example: 'Xeon Gold 6240R' },
      ],
    },
    async ({ assess, query }) => {
      const name = requiredParameter(query, 'cpu_name')
      const { matchCpu, component } = await assess(RestMatchCpuDocument, { name })
      return matchCpu.name === null
        ? notFound(name, matchCpu.nearest, 'cpu_name')
        : reshapeCompletedCpu(component?.attributes ?? [])
    },
  ),
  get(
    '/v1/utils/name_to_gpu',
    {
      id: 'completeGpuName',
      tag: 'utils',
      summary: 'Attributes of a graphics card, by its name',
      gives: 'CompletedName',
      parameters: [{ name: 'gpu_name', description: 'Name of the model', isRequired: true, example: 'NVIDIA P100' }],
    },
    async ({ run, query }) => {
      const name = requiredParameter(query, 'gpu_name')
      const { matchGpu } = await run(RestMatchGpuDocument, { name })
      if (matchGpu.name === null) return notFound(name, matchGpu.nearest, 'gpu_name')
      const { archetype } = await run(RestArchetypeDocument, { of: 'GPU', id: matchGpu.name })
      return reshapeCompletedGpu(archetype ?? [])
    },
  ),
])

/** Clients expect a sentence, with status 200. */
function notFound(name: string, nearest: readonly string[], list: string): string {
  return nearest.length > 0
    ? `${name} not found. Did you mean ${nearest.join(', ')}?`
    : `${name} not found; /v1/utils/${list} lists the known names`
}

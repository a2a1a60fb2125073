import {
  type NameList,
  RestArchetypeDocument,
  RestCloudProvidersDocument,
  RestCriteriaDocument,
  RestLocationsDocument,
  RestMatchCpuDocument,
  RestMatchGpuDocument,
  RestNamesDocument,
} from '../generated/rest-operations.ts'
import { requiredParameter } from '../input/rest/rest-query.ts'
import { provider } from './openapi/parameters.ts'
import { reshapeCompletedCpu, reshapeCompletedGpu } from './reshape/completed-name.ts'
import { reshapeCriteria } from './reshape/criteria.ts'
import { get, inARelease, type Route } from './route.ts'

/** The version of the reference system whose REST API this one is: clients ask for it. */
export const REFERENCE_VERSION = '2.4.1'

const NAME_LISTS: Readonly<Record<string, readonly [list: NameList, id: string, what: string]>> = {
  cpu_family: ['CPU_FAMILY', 'CpuFamilies', 'Families of processors'],
  cpu_model_range: ['CPU_MODEL_RANGE', 'CpuModelRanges', 'Ranges of models of processors'],
  cpu_name: ['CPU_NAME', 'CpuNames', 'Models of processors'],
  gpu_name: ['GPU_NAME', 'GpuNames', 'Models of graphics cards'],
  ram_manufacturer: ['RAM_MANUFACTURER', 'RamManufacturers', 'Makers of memory'],
  ssd_manufacturer: ['SSD_MANUFACTURER', 'SsdManufacturers', 'Makers of solid-state drives'],
  case_type: ['CASE_TYPE', 'CaseTypes', 'Kinds of cases'],
}

/** Names that may be used, and what they mean. */
export const nameRoutes: readonly Route[] = inARelease([
  get(
    '/v1/utils/version',
    { id: 'getVersion', tag: 'Names', summary: 'Version of BoaviztAPI whose REST API this is', gives: 'Version' },
    async () => REFERENCE_VERSION,
  ),
  get(
    '/v1/utils/country_code',
    { id: 'listCountryCodes', tag: 'Names', summary: 'Places whose electricity is known', gives: 'CodeByName' },
    async ({ run }) =>
      Object.fromEntries((await run(RestLocationsDocument, {})).locations.map(({ name, code }) => [name, code])),
  ),
  get(
    '/v1/utils/cloud_regions',
    {
      id: 'listCloudRegions',
      tag: 'Names',
      summary: 'Regions of cloud providers',
      gives: 'CloudRegions',
      parameters: [provider],
    },
    async ({ run, query }) => {
      const wanted = query.get('provider')?.trim().toLowerCase()
      const { cloudProviders } = await run(RestCloudProvidersDocument, {})
      return cloudProviders
        .filter(({ id }) => !wanted || id.toLowerCase() === wanted)
        .flatMap(({ id, regions }) => regions.map((region) => ({ provider: id, region: region.name })))
    },
  ),
  get(
    '/v1/utils/impact_criteria',
    { id: 'listImpactCriteria', tag: 'Names', summary: 'Impact criteria', gives: 'ImpactCriteria' },
    async ({ run }) => reshapeCriteria((await run(RestCriteriaDocument, {})).criteria),
  ),
  ...Object.entries(NAME_LISTS).map(([name, [of, id, summary]]) =>
    get(
      `/v1/utils/${name}`,
      { id: `list${id}`, tag: 'Names', summary, gives: 'Names' },
      async ({ run }) => (await run(RestNamesDocument, { of })).names,
    ),
  ),
  get(
    '/v1/utils/name_to_cpu',
    {
      id: 'completeCpuName',
      tag: 'Names',
      summary: 'What the name of a processor completes',
      gives: 'CompletedName',
      parameters: [
        { name: 'cpu_name', description: 'Name of the model', isRequired: true, example: 'Xeon Gold 6240R' },
      ],
    },
    async ({ run, query }) => {
      const name = requiredParameter(query, 'cpu_name')
      const { matchCpu, component } = await run(RestMatchCpuDocument, { name })
      return matchCpu.name === null
        ? notFound(name, matchCpu.nearest, 'cpu_name')
        : reshapeCompletedCpu(component?.attributes ?? [])
    },
  ),
  get(
    '/v1/utils/name_to_gpu',
    {
      id: 'completeGpuName',
      tag: 'Names',
      summary: 'What the name of a graphics card completes',
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
    ? `${name} not found; did you mean ${nearest.join(', ')}?`
    : `${name} not found; /v1/utils/${list} lists those that are known`
}

import {
  type ArchetypeOf,
  type NamedAttributeFragment,
  type NameList,
  RestArchetypeDocument,
  RestCloudProvidersDocument,
  RestComponentArchetypesDocument,
  RestCriteriaDocument,
  RestInstanceTypesDocument,
  RestIotDeviceArchetypesDocument,
  RestLocationsDocument,
  RestMatchCpuDocument,
  RestMatchGpuDocument,
  RestNamesDocument,
  RestServerArchetypesDocument,
  RestTerminalArchetypesDocument,
  type TerminalKind,
} from '../generated/rest-operations.ts'
import { requiredParameter } from '../input/rest-query.ts'
import { COMPONENT_BODIES, PERIPHERALS, TERMINALS } from './impact-routes.ts'
import type { Json } from './json.ts'
import { reshapeArchetype } from './reshape/archetype.ts'
import { reshapeAttributes } from './reshape/attribute.ts'
import { get, type Route, type Run } from './route.ts'

/** The version of the reference system whose REST API is spoken here: clients ask for it. */
export const SPOKEN_VERSION = '2.4.1'

/** Components that the list of all components names; assembly is evaluated too, but not listed there. */
const LISTED_COMPONENTS = ['cpu', 'gpu', 'ram', 'ssd', 'hdd', 'motherboard', 'power_supply', 'case']

const NAME_LISTS: Readonly<Record<string, NameList>> = {
  cpu_family: 'CPU_FAMILY',
  cpu_model_range: 'CPU_MODEL_RANGE',
  cpu_name: 'CPU_NAME',
  gpu_name: 'GPU_NAME',
  ram_manufacturer: 'RAM_MANUFACTURER',
  ssd_manufacturer: 'SSD_MANUFACTURER',
  case_type: 'CASE_TYPE',
}

/** Every route that lists what is known. */
export const catalogueRoutes: readonly Route[] = [
  get('/v1/server/archetypes', async ({ run }) => (await run(RestServerArchetypesDocument, {})).serverArchetypes),
  get('/v1/server/archetype_config', ({ run, query }) =>
    archetype(run, { of: 'SERVER', id: requiredParameter(query, 'archetype') }),
  ),

  get('/v1/cloud/instance/all_providers', async ({ run }) =>
    (await run(RestCloudProvidersDocument, {})).cloudProviders.map(({ id }) => id),
  ),
  get('/v1/cloud/instance/all_instances', async ({ run, query }) => {
    const provider = requiredParameter(query, 'provider')
    const { cloudProvider } = await run(RestInstanceTypesDocument, { provider })
    return cloudProvider?.instanceTypes.map(({ id }) => id) ?? []
  }),
  get('/v1/cloud/instance/instance_config', ({ run, query }) =>
    archetype(run, {
      of: 'CLOUD_INSTANCE',
      id: requiredParameter(query, 'instance_type'),
      provider: requiredParameter(query, 'provider'),
    }),
  ),

  get(
    '/v1/iot/iot_device/archetypes',
    async ({ run }) => (await run(RestIotDeviceArchetypesDocument, {})).iotDeviceArchetypes,
  ),
  get('/v1/iot/iot_device/archetype_config', ({ run, query }) =>
    archetype(run, { of: 'IOT_DEVICE', id: requiredParameter(query, 'archetype') }),
  ),

  ...terminalRoutes('terminal', TERMINALS),
  ...terminalRoutes('peripheral', PERIPHERALS),

  get('/v1/component/all', async () => paths('component', LISTED_COMPONENTS)),
  ...Object.keys(COMPONENT_BODIES).flatMap((component) => {
    const list: Route['answer'] = async ({ run }) =>
      (await run(RestComponentArchetypesDocument, { component })).componentArchetypes
    return [
      get(`/v1/component/${component}/archetype`, list),
      get(`/v1/component/${component}/archetypes`, list),
      get(`/v1/component/${component}/archetype_config`, ({ run, query }) =>
        archetype(run, { of: component.toUpperCase() as ArchetypeOf, id: requiredParameter(query, 'archetype') }),
      ),
    ]
  }),

  get('/v1/utils/version', async () => SPOKEN_VERSION),
  get('/v1/utils/country_code', async ({ run }) =>
    Object.fromEntries((await run(RestLocationsDocument, {})).locations.map(({ name, code }) => [name, code])),
  ),
  get('/v1/utils/cloud_regions', async ({ run, query }) => {
    const wanted = query.get('provider')?.trim().toLowerCase()
    const { cloudProviders } = await run(RestCloudProvidersDocument, {})
    const regions = cloudProviders.map(
      (provider) =>
        [provider.id, Object.fromEntries(provider.regions.map(({ id, location }) => [id, location.code]))] as const,
    )
    return wanted ? (regions.find(([id]) => id === wanted)?.[1] ?? {}) : Object.fromEntries(regions)
  }),
  get('/v1/utils/impact_criteria', async ({ run }) =>
    Object.fromEntries(
      (await run(RestCriteriaDocument, {})).criteria.map(({ code, unit, description }) => [
        code,
        { unit, description },
      ]),
    ),
  ),
  ...Object.entries(NAME_LISTS).map(([name, of]) =>
    get(`/v1/utils/${name}`, async ({ run }) => (await run(RestNamesDocument, { of })).names),
  ),
  get('/v1/utils/name_to_cpu', async ({ run, query }) => {
    const name = requiredParameter(query, 'cpu_name')
    const { matchCpu, component } = await run(RestMatchCpuDocument, { name })
    return matchCpu.name === null ? notFound(name, matchCpu.nearest) : completed(component?.attributes ?? [])
  }),
  get('/v1/utils/name_to_gpu', async ({ run, query }) => {
    const name = requiredParameter(query, 'gpu_name')
    const { matchGpu, component } = await run(RestMatchGpuDocument, { name })
    return matchGpu.name === null ? notFound(name, matchGpu.nearest) : completed(component?.attributes ?? [])
  }),
]

function terminalRoutes(group: string, kinds: readonly string[]): readonly Route[] {
  return [
    get(`/v1/${group}/all`, async () => paths(group, kinds)),
    ...kinds.flatMap((name) => {
      const kind = name.toUpperCase() as TerminalKind
      return [
        get(
          `/v1/${group}/${name}/archetypes`,
          async ({ run }) => (await run(RestTerminalArchetypesDocument, { kind })).terminalArchetypes,
        ),
        get(`/v1/${group}/${name}/archetype_config`, ({ run, query }) =>
          archetype(run, { of: 'TERMINAL', id: requiredParameter(query, 'archetype'), kind }),
        ),
      ]
    }),
  ]
}

async function archetype(
  run: Run,
  variables: {
    readonly of: ArchetypeOf
    readonly id: string
    readonly provider?: string
    readonly kind?: TerminalKind
  },
): Promise<Json> {
  return reshapeArchetype((await run(RestArchetypeDocument, variables)).archetype ?? [])
}

function paths(group: string, kinds: readonly string[]): Json {
  return Object.fromEntries(kinds.map((kind) => [kind, `v1/${group}/${kind}`]))
}

/** Clients expect a sentence, with status 200. */
function notFound(name: string, nearest: readonly string[]): string {
  return nearest.length > 0 ? `${name} not found; did you mean ${nearest.join(', ')}?` : `${name} not found`
}

/** What a name completes: the values alone. */
function completed(attributes: readonly NamedAttributeFragment[]): Json {
  const shown = attributes.filter(({ name, attribute }) => name === 'name' || attribute.status === 'COMPLETED')
  const values = Object.entries(reshapeAttributes(shown)).map(([name, attribute]) => [
    name,
    (attribute as { readonly value: Json }).value,
  ])
  return Object.fromEntries(values)
}

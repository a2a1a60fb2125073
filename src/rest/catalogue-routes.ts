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
import { COMPONENT_BODIES, PERIPHERALS, TERMINALS, UNTYPED_COMPONENTS } from './impact-routes.ts'
import type { Json } from './json.ts'
import { type ArchetypeOf as DescribedArchetype, type Parameter, requiredArchetype } from './openapi/parameters.ts'
import { pascalCase } from './openapi/pascal-case.ts'
import { reshapeArchetype } from './reshape/archetype.ts'
import { reshapeAttributes } from './reshape/attribute.ts'
import { RestError } from './rest-error.ts'
import { get, type Route, type Run } from './route.ts'

/** The version of the reference system whose REST API is spoken here: clients ask for it. */
export const SPOKEN_VERSION = '2.4.1'

/** Components that the list of all components names; assembly is evaluated too, but not listed there. */
const LISTED_COMPONENTS = ['cpu', 'gpu', 'ram', 'ssd', 'hdd', 'motherboard', 'power_supply', 'case']

const NAME_LISTS: Readonly<Record<string, readonly [list: NameList, id: string, what: string]>> = {
  cpu_family: ['CPU_FAMILY', 'CpuFamilies', 'Families of processors'],
  cpu_model_range: ['CPU_MODEL_RANGE', 'CpuModelRanges', 'Ranges of models of processors'],
  cpu_name: ['CPU_NAME', 'CpuNames', 'Models of processors'],
  gpu_name: ['GPU_NAME', 'GpuNames', 'Models of graphics cards'],
  ram_manufacturer: ['RAM_MANUFACTURER', 'RamManufacturers', 'Makers of memory'],
  ssd_manufacturer: ['SSD_MANUFACTURER', 'SsdManufacturers', 'Makers of solid-state drives'],
  case_type: ['CASE_TYPE', 'CaseTypes', 'Kinds of cases'],
}

const provider: Parameter = { name: 'provider', description: 'Id of the cloud provider', example: 'aws' }
const instanceType: Parameter = { name: 'instance_type', description: 'Instance type', example: 'a1.4xlarge' }

/** Every route that lists what is known. */
export const catalogueRoutes: readonly Route[] = [
  ...archetypeRoutes('/v1/server', {
    id: 'Server',
    tag: 'Servers',
    of: { group: 'server' },
    list: async ({ run }) => (await run(RestServerArchetypesDocument, {})).serverArchetypes,
    config: { of: 'SERVER' },
  }),

  get(
    '/v1/cloud/instance/all_providers',
    { id: 'listCloudProviders', tag: 'Cloud', summary: 'Ids of the cloud providers', gives: 'Names' },
    async ({ run }) => (await run(RestCloudProvidersDocument, {})).cloudProviders.map(({ id }) => id),
  ),
  get(
    '/v1/cloud/instance/all_instances',
    {
      id: 'listCloudInstanceTypes',
      tag: 'Cloud',
      summary: 'Instance types of a provider',
      gives: 'Names',
      parameters: [{ ...provider, isRequired: true }],
    },
    async ({ run, query }) => {
      const provider = requiredParameter(query, 'provider')
      const { cloudProvider } = await run(RestInstanceTypesDocument, { provider })
      return cloudProvider?.instanceTypes.map(({ id }) => id) ?? []
    },
  ),
  get(
    '/v1/cloud/instance/instance_config',
    {
      id: 'getCloudInstanceConfig',
      tag: 'Cloud',
      summary: 'What is known of an instance type',
      gives: 'ArchetypeConfig',
      parameters: [
        { ...provider, isRequired: true },
        { ...instanceType, isRequired: true },
      ],
    },
    ({ run, query }) =>
      archetype(run, {
        of: 'CLOUD_INSTANCE',
        id: requiredParameter(query, 'instance_type'),
        provider: requiredParameter(query, 'provider'),
      }),
  ),

  ...archetypeRoutes('/v1/iot/iot_device', {
    id: 'IotDevice',
    tag: 'IoT devices',
    of: { group: 'iot_device' },
    list: async ({ run }) => (await run(RestIotDeviceArchetypesDocument, {})).iotDeviceArchetypes,
    config: { of: 'IOT_DEVICE' },
  }),

  ...terminalRoutes('terminal', 'Terminals', TERMINALS),
  ...terminalRoutes('peripheral', 'Peripherals', PERIPHERALS),

  get(
    '/v1/component/all',
    { id: 'listComponents', tag: 'Components', summary: 'Paths of the components', gives: 'Paths' },
    async () => paths('component', LISTED_COMPONENTS),
  ),
  ...Object.keys(COMPONENT_BODIES).flatMap((component) => {
    const path = `/v1/component/${component}`
    const list: Route['answer'] = async ({ run }) =>
      (await run(RestComponentArchetypesDocument, { component })).componentArchetypes
    const [first, ...others] = archetypeRoutes(path, {
      id: pascalCase(component),
      tag: 'Components',
      of: { group: 'component', kind: component },
      list,
      config: UNTYPED_COMPONENTS.has(component) ? undefined : { of: component.toUpperCase() as ArchetypeOf },
    })
    const alias = get(
      `${path}/archetype`,
      {
        id: `list${pascalCase(component)}Archetype`,
        tag: 'Components',
        summary: `The same as ${path}/archetypes`,
        gives: 'Names',
      },
      list,
    )
    return [...(first ? [first] : []), alias, ...others]
  }),

  get(
    '/v1/utils/version',
    { id: 'getVersion', tag: 'Names', summary: 'Version of the API that is spoken here', gives: 'Version' },
    async () => SPOKEN_VERSION,
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
      summary: 'Regions of cloud providers, and where they are',
      gives: 'CloudRegions',
      parameters: [provider],
    },
    async ({ run, query }) => {
      const wanted = query.get('provider')?.trim().toLowerCase()
      const { cloudProviders } = await run(RestCloudProvidersDocument, {})
      const regions = cloudProviders.map(
        (provider) =>
          [provider.id, Object.fromEntries(provider.regions.map(({ id, location }) => [id, location.code]))] as const,
      )
      return wanted ? (regions.find(([id]) => id === wanted)?.[1] ?? {}) : Object.fromEntries(regions)
    },
  ),
  get(
    '/v1/utils/impact_criteria',
    { id: 'listImpactCriteria', tag: 'Names', summary: 'Impact criteria', gives: 'ImpactCriteria' },
    async ({ run }) =>
      Object.fromEntries(
        (await run(RestCriteriaDocument, {})).criteria.map(({ code, unit, description }) => [
          code,
          { unit, description },
        ]),
      ),
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
        : completed(component?.attributes ?? [])
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
      const { matchGpu, component } = await run(RestMatchGpuDocument, { name })
      return matchGpu.name === null
        ? notFound(name, matchGpu.nearest, 'gpu_name')
        : completed(component?.attributes ?? [])
    },
  ),
]

interface Archetypes extends Pick<Route, 'tag'> {
  /** `Server`: the operations are listServerArchetypes and getServerArchetype. */
  readonly id: string
  readonly of: DescribedArchetype
  readonly list: Route['answer']
  /** Where the archetypes are looked up; undefined where there are none. */
  readonly config: { readonly of: ArchetypeOf; readonly kind?: TerminalKind } | undefined
}

/** The archetypes of a kind of thing, and each of them. */
function archetypeRoutes(path: string, { id, tag, of, list, config }: Archetypes): readonly Route[] {
  const things = path.slice(path.lastIndexOf('/') + 1)
  return [
    get(
      `${path}/archetypes`,
      { id: `list${id}Archetypes`, tag, summary: `Archetypes of kind ${things}`, gives: 'Names' },
      list,
    ),
    get(
      `${path}/archetype_config`,
      {
        id: `get${id}Archetype`,
        tag,
        summary: `What an archetype of kind ${things} assumes`,
        gives: 'ArchetypeConfig',
        parameters: [requiredArchetype(of)],
      },
      async ({ run, query }) => {
        const id = requiredParameter(query, 'archetype')
        if (config === undefined) throw new RestError(404, `${id} not found; there are no archetypes of kind ${things}`)
        return archetype(run, { ...config, id })
      },
    ),
  ]
}

function terminalRoutes(group: string, tag: Route['tag'], kinds: readonly string[]): readonly Route[] {
  return [
    get(`/v1/${group}/all`, { id: `list${tag}`, tag, summary: `Paths of the ${group}s`, gives: 'Paths' }, async () =>
      paths(group, kinds),
    ),
    ...kinds.flatMap((name) => {
      const kind = name.toUpperCase() as TerminalKind
      return archetypeRoutes(`/v1/${group}/${name}`, {
        id: pascalCase(name),
        tag,
        of: { group: 'terminal', kind: name },
        list: async ({ run }) => (await run(RestTerminalArchetypesDocument, { kind })).terminalArchetypes,
        config: { of: 'TERMINAL', kind },
      })
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
function notFound(name: string, nearest: readonly string[], list: string): string {
  return nearest.length > 0
    ? `${name} not found; did you mean ${nearest.join(', ')}?`
    : `${name} not found; /v1/utils/${list} lists those that are known`
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

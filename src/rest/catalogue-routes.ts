import {
  type ArchetypeOf,
  type ComponentKind,
  RestArchetypeDocument,
  RestCloudProvidersDocument,
  RestComponentArchetypesDocument,
  RestInstanceTypesDocument,
  RestIotDeviceArchetypesDocument,
  RestServerArchetypesDocument,
  RestTerminalArchetypesDocument,
  type TerminalKind,
} from '../generated/rest-operations.ts'
import { requiredParameter } from '../input/rest/rest-query.ts'
import { COMPONENT_BODIES, PERIPHERALS, TERMINALS, UNTYPED_COMPONENTS } from './impact-routes.ts'
import type { Json } from './json.ts'
import { kindWords } from './openapi/kind-words.ts'
import { type DescribedArchetype, type Parameter, provider, requiredArchetype } from './openapi/parameters.ts'
import { pascalCase } from './openapi/pascal-case.ts'
import { reshapeArchetype } from './reshape/archetype.ts'
import { RestError } from './rest-error.ts'
import { get, inARelease, type Route, type Run } from './route.ts'

/** Components in the list of all components. Assembly is evaluated too, but clients do not expect it in the list. */
const LISTED_COMPONENTS = ['cpu', 'gpu', 'ram', 'ssd', 'hdd', 'motherboard', 'power_supply', 'case']

const instanceType: Parameter = { name: 'instance_type', description: 'Instance type', example: 'a1.4xlarge' }

/** All routes that list what is known. */
export const catalogueRoutes: readonly Route[] = inARelease([
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
      return cloudProvider?.instanceTypes.map(({ name }) => name) ?? []
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
      (await run(RestComponentArchetypesDocument, { component: component.toUpperCase() as ComponentKind }))
        .componentArchetypes
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
])

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
      { id: `list${id}Archetypes`, tag, summary: `${kindWords(things)}: archetypes`, gives: 'Names' },
      list,
    ),
    get(
      `${path}/archetype_config`,
      {
        id: `get${id}Archetype`,
        tag,
        summary: `${kindWords(things)}: what an archetype assumes`,
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

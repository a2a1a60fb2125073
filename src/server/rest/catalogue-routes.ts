import {
  type ArchetypeOf,
  RestArchetypeDocument,
  type RestArchetypeQuery,
  RestArchetypesDocument,
  RestCloudProvidersDocument,
  RestInstanceTypesDocument,
  type TerminalKind,
} from '../../generated/rest-operations.ts'
import { checkInput } from '../../input/check-input.ts'
import { name } from '../../input/fields.ts'
import { requiredParameter } from '../../input/rest/rest-query.ts'
import { COMPONENTS, TERMINALS } from '../../kinds.ts'
import { allPages, NO_PAGE } from './all-pages.ts'
import { INSTANCE_PARAMETERS, instanceOf } from './impact-routes.ts'
import { decimal, type Json } from './json.ts'
import { type DescribedArchetype, provider, requiredArchetype } from './openapi/parameters.ts'
import { kindWords, pascalCase } from './openapi/words.ts'
import { RestError } from './rest-error.ts'
import { get, inARelease, type Route, type Run } from './route.ts'

/** All routes that list reference data. */
export const catalogueRoutes: readonly Route[] = inARelease([
  ...archetypeRoutes('/v1/server', {
    id: 'Server',
    tag: 'server',
    of: { group: 'server' },
    list: ({ run }) => namesOf(run, { of: 'SERVER' }),
    config: { of: 'SERVER' },
  }),

  get(
    '/v1/cloud/instance/all_providers',
    { id: 'listCloudProviders', tag: 'cloud', summary: 'Ids of the cloud providers', gives: 'Names' },
    async ({ run }) => (await run(RestCloudProvidersDocument, {})).cloudProviders.map(({ id }) => id),
  ),
  get(
    '/v1/cloud/instance/all_instances',
    {
      id: 'listCloudInstanceTypes',
      tag: 'cloud',
      summary: 'Instance types of a provider',
      gives: 'Names',
      parameters: [{ ...provider, isRequired: true }],
    },
    async ({ run, query }) => {
      const provider = requiredParameter(query, 'provider')
      const types = await allPages(async (after) => {
        const { cloudProvider } = await run(RestInstanceTypesDocument, { provider, after })
        return cloudProvider?.instanceTypesConnection ?? NO_PAGE
      })
      return types.map(({ name }) => name)
    },
  ),
  get(
    '/v1/cloud/instance/instance_config',
    {
      id: 'getCloudInstanceConfig',
      tag: 'cloud',
      summary: 'Attributes of an instance type',
      gives: 'ArchetypeConfig',
      parameters: INSTANCE_PARAMETERS,
    },
    ({ run, query }) => {
      const { provider, instance_type: type } = instanceOf(query)
      return archetype(run, {
        of: 'CLOUD_INSTANCE',
        id:
          type === undefined
            ? requiredParameter(query, 'instance_type')
            : checkInput(name, type, ['query', 'instance_type']),
        provider: checkInput(name, provider, ['query', 'provider']),
      })
    },
  ),

  ...archetypeRoutes('/v1/iot/iot_device', {
    id: 'IotDevice',
    tag: 'iot',
    of: { group: 'iot_device' },
    list: ({ run }) => namesOf(run, { of: 'IOT_DEVICE' }),
    config: { of: 'IOT_DEVICE' },
  }),

  ...terminalRoutes('terminal'),
  ...terminalRoutes('peripheral'),

  get(
    '/v1/component/all',
    { id: 'listComponents', tag: 'component', summary: 'Paths of the components', gives: 'Paths' },
    async () =>
      paths(
        'component',
        Object.values(COMPONENTS)
          .filter(({ isListed }) => isListed)
          .map(({ table }) => table),
      ),
  ),
  ...Object.values(COMPONENTS).flatMap(({ table: component, hasArchetypes }) => {
    const path = `/v1/component/${component}`
    const of = component.toUpperCase() as ArchetypeOf
    const list: Route['answer'] = ({ run }) => (hasArchetypes ? namesOf(run, { of }) : [])
    const [first, ...others] = archetypeRoutes(path, {
      id: pascalCase(component),
      tag: 'component',
      of: { group: 'component', kind: component },
      list,
      config: hasArchetypes ? { of } : undefined,
    })
    const alias = get(
      `${path}/archetype`,
      {
        id: `list${pascalCase(component)}Archetype`,
        tag: 'component',
        summary: `Alias of ${path}/archetypes`,
        gives: 'Names',
      },
      list,
    )
    return [...(first ? [first] : []), alias, ...others]
  }),
])

type Selected = { readonly of: ArchetypeOf; readonly kind?: TerminalKind }

/** The names of all archetypes of a kind. */
async function namesOf(run: Run, selected: Selected): Promise<string[]> {
  const all = await allPages(async (after) => (await run(RestArchetypesDocument, { ...selected, after })).archetypes)
  return all.map(({ name }) => name)
}

interface Archetypes extends Pick<Route, 'tag'> {
  /** `Server`: the operations are listServerArchetypes and getServerArchetype. */
  readonly id: string
  readonly of: DescribedArchetype
  readonly list: Route['answer']
  /** Selects the archetypes for look-ups; undefined if there are none. */
  readonly config: Selected | undefined
}

/** Routes for the archetypes of a kind of thing, and for each of them. */
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
        summary: `${kindWords(things)}: values of an archetype`,
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

function terminalRoutes(group: 'terminal' | 'peripheral'): readonly Route[] {
  const kinds = Object.entries(TERMINALS).filter(([, kind]) => kind.group === group)
  return [
    get(
      `/v1/${group}/all`,
      { id: `list${pascalCase(group)}s`, tag: group, summary: `Paths of the ${group}s`, gives: 'Paths' },
      async () =>
        paths(
          group,
          kinds.filter(([, { isListed }]) => isListed).map(([kind]) => kind.toLowerCase()),
        ),
    ),
    ...kinds.flatMap(([key]) => {
      const kind = key as TerminalKind
      const name = kind.toLowerCase()
      return archetypeRoutes(`/v1/${group}/${name}`, {
        id: pascalCase(name),
        tag: group,
        of: { group: 'terminal', kind: name },
        list: ({ run }) => namesOf(run, { of: 'TERMINAL', kind }),
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

type Groups = NonNullable<RestArchetypeQuery['archetype']>
type Entry = Groups[number]['entries'][number]

/** Formats groups of cells: `{"CPU": {"units": {"default": 2.0, "min": 1.0, "max": 4.0}}}`; an unknown cell is `{}`. */
function reshapeArchetype(groups: Groups): Json {
  return Object.assign(
    {},
    ...groups.map(({ name, entries }) => {
      if (name === null) return cells(entries)
      if (name === 'CONSUMPTION_PROFILE') return { [name]: { params: { default: parameters(entries) } } }
      const [only] = entries
      return { [name]: entries.length === 1 && only?.name === '' ? cell(only) : cells(entries) }
    }),
  )
}

function cells(entries: readonly Entry[]): Record<string, Json> {
  return Object.fromEntries(entries.map((entry) => [entry.name, cell(entry)]))
}

/** The parameters of a power curve, in one cell. */
function parameters(entries: readonly Entry[]): Record<string, Json> {
  return Object.fromEntries(entries.flatMap(({ name, number }) => (number === null ? [] : [[name, decimal(number)]])))
}

function cell({ number, min, max, text }: Entry): Json {
  if (text !== null) return { default: text }
  if (number === null) return {}
  if (min === null || max === null) return { default: decimal(number) }
  return { default: decimal(number), min: decimal(min), max: decimal(max) }
}

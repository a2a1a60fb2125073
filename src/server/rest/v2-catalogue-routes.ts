import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { GraphQLError } from 'graphql'
import * as z from 'zod'
import { checkSite } from '../../catalogue/check-site.ts'
import { NAME_LISTS } from '../../catalogue/component-names.ts'
import { nearestNames } from '../../catalogue/matching/nearest-names.ts'
import type { References } from '../../catalogue/references.ts'
import { TERMINAL_KINDS } from '../../engine/devices/terminal.ts'
import { CRITERION_CODES } from '../../engine/values/criteria.ts'
import {
  V2ArchetypeDocument,
  V2ArchetypesDocument,
  V2CalibrationDocument,
  V2CloudProviderDocument,
  V2CloudProvidersDocument,
  V2CpuModelDocument,
  V2CpuModelsDocument,
  V2CriteriaDocument,
  V2GpuModelDocument,
  V2GpuModelsDocument,
  V2InstanceTypeDocument,
  V2InstanceTypesDocument,
  V2LocationDocument,
  V2LocationsDocument,
  V2MatchCpuDocument,
  V2MatchGpuDocument,
  V2NamedThingsDocument,
  V2NamesDocument,
  V2PublishedFiguresDocument,
  V2ReleaseDocument,
  V2ReleasesDocument,
} from '../../generated/rest-operations.ts'
import { checkInput } from '../../input/check-input.ts'
import { FaultError, under } from '../../input/fault.ts'
import { flag, id, list, name, oneOf, percent, positive, shortList } from '../../input/fields.ts'
import { InstanceTypeFilter } from '../../input/instance-type-filter.ts'
import type { JsonSchema } from '../../input/rest/json-schemas.ts'
import { DECIMAL } from '../../input/rest/rest-query.ts'
import { EXAMPLE_RELEASE } from '../../input/rest/v2-body.ts'
import { ARCHETYPES_OF } from '../../kinds.ts'
import { JsonText } from './json.ts'
import type { Parameter } from './openapi/parameters.ts'
import { withList } from './rest-error.ts'
import type { Route } from './route.ts'

/*
 * What a data release knows, by lists and by name. The parameters of a route are the variables of its operation.
 */

/** A parameter, and how to read its text. */
interface ReadParameter extends Parameter {
  readonly read: z.ZodType
}

type Words = readonly [string, ...string[]]

/** Entries per page by default; below, the maximum. */
const USUAL_PAGE = 20
const MOST_OF_PAGE = 2000

const WHOLE = `expected a whole number, 0 to ${MOST_OF_PAGE}`

const RELEASE = parameter('release', name, 'Data release to answer from. Default: the newest', EXAMPLE_RELEASE)
const PAGE: readonly ReadParameter[] = [
  parameter(
    'first',
    z.int(WHOLE).min(0, WHOLE).max(MOST_OF_PAGE, WHOLE).meta({ default: USUAL_PAGE }),
    'Maximum number of entries in the page',
    USUAL_PAGE,
  ),
  parameter('after', name, 'Cursor of the last entry of the previous page: `pageInfo.endCursor` of its answer'),
  RELEASE,
]

const SEARCH = 'A name or part of it. The closest come first'
const NAME = 'Name, as the operating system prints it'
const KIND_OF_TERMINAL = 'Kind of a terminal, in upper or lower case'
const upper = (words: readonly string[]) => words.map((each) => each.toUpperCase()) as unknown as Words
const OF = {
  ...parameter('of', oneOf(upper(ARCHETYPES_OF)), 'Kind of equipment, in upper or lower case', 'SERVER'),
  isRequired: true,
}
const ORDERS: Words = ['NAME', 'VCPU', 'MEMORY', 'IMPACT', 'IMPACT_PER_VCPU', 'IMPACT_PER_GB']

const { providers: _, search: __, ...LIMITS } = InstanceTypeFilter.shape
const FILTERS = Object.entries(LIMITS).map(([key, read]) => parameter(key, read, String(read.meta()?.description)))

/** The parts of the path that name a thing. */
function named(key: string, description: string, example: string): ReadParameter {
  return { ...parameter(key, name, description, example), in: 'path', isRequired: true }
}

interface Reading {
  readonly path: string
  readonly id: string
  readonly summary: string
  readonly gives: Route['gives']
  readonly document: TypedDocumentNode<Found, never>
  readonly parameters: readonly ReadParameter[]
  /** The variables of the operation, if they are not the parameters. */
  readonly variables?: (asked: Asked) => Asked
  /** The answer, if it is not the result. */
  readonly shape?: Shape
  /** Throws a NotFoundError for what the operation would only warn about, in the impacts of each entry. */
  readonly check?: (references: References, asked: Asked) => void
}

/** Its `release` is the one that the answer is about, if that is not the one that it comes from. */
type Shape = (answer: unknown, asked: Asked) => object & { readonly release?: string }

type Asked = Readonly<Record<string, unknown>>

/** The result of each operation is its `answer`, of the release or of all releases. */
type Found = { readonly answer?: unknown; readonly release?: { readonly answer: unknown } | null }

const READINGS: readonly Reading[] = [
  {
    path: '/v2/criteria',
    id: 'listCriteria',
    summary: 'Impact criteria, with units and methods',
    gives: 'V2Criteria',
    document: V2CriteriaDocument,
    parameters: [RELEASE],
  },
  {
    path: '/v2/releases',
    id: 'listReleases',
    summary: 'Data releases, the newest first',
    gives: 'V2Releases',
    document: V2ReleasesDocument,
    parameters: [],
  },
  {
    path: '/v2/releases/{id}',
    id: 'getRelease',
    summary: 'A data release and its tables',
    gives: 'V2Release',
    document: V2ReleaseDocument,
    parameters: [named('id', 'Id of the release', EXAMPLE_RELEASE)],
    shape: (answer) => ({ ...(answer as object), release: (answer as { readonly id: string }).id }),
  },
  {
    path: '/v2/published-figures',
    id: 'listPublishedFigures',
    summary: 'Published figures, next to ours',
    gives: 'V2PublishedFigures',
    document: V2PublishedFiguresDocument,
    parameters: [
      parameter('kind', name, 'Kind of figure. Default: all kinds. `/v2/calibration` lists them', 'laptop making'),
      ...PAGE,
    ],
  },
  {
    path: '/v2/calibration',
    id: 'listCalibration',
    summary: 'Our figures against published ones, by kind',
    gives: 'V2Calibration',
    document: V2CalibrationDocument,
    parameters: [RELEASE],
  },
  {
    path: '/v2/cpu-models',
    id: 'listCpuModels',
    summary: 'Processors, by name',
    gives: 'V2CpuModels',
    document: V2CpuModelsDocument,
    parameters: [parameter('search', name, SEARCH, 'Xeon Gold 61'), ...PAGE],
  },
  {
    path: '/v2/cpu-models/{name}',
    id: 'getCpuModel',
    summary: 'A processor by its name',
    gives: 'V2CpuModel',
    document: V2CpuModelDocument,
    parameters: [named('name', NAME, 'Xeon Gold 6138'), RELEASE],
  },
  {
    path: '/v2/gpu-models',
    id: 'listGpuModels',
    summary: 'Graphics cards, by name',
    gives: 'V2GpuModels',
    document: V2GpuModelsDocument,
    parameters: [parameter('search', name, SEARCH, 'A100'), ...PAGE],
  },
  {
    path: '/v2/gpu-models/{name}',
    id: 'getGpuModel',
    summary: 'A graphics card by its name',
    gives: 'V2GpuModel',
    document: V2GpuModelDocument,
    parameters: [named('name', NAME, 'NVIDIA A100-SXM4-40GB'), RELEASE],
  },
  {
    path: '/v2/instance-types',
    id: 'listInstanceTypes',
    summary: 'Instance types, filtered and sorted',
    gives: 'V2InstanceTypes',
    document: V2InstanceTypesDocument,
    parameters: [
      parameter('search', name, 'Part of a name', 'm5'),
      parameter('provider', list(id), 'Id of a provider. Repeat it for several. Default: all', ['aws']),
      ...FILTERS,
      parameter('orderBy', oneOf(ORDERS), 'Sort order. Default: NAME', 'IMPACT_PER_VCPU'),
      parameter(
        'criterion',
        oneOf(upper(CRITERION_CODES)),
        'Criterion of the impacts, in upper or lower case. Default: GWP',
        'GWP',
      ),
      parameter('duration', positive, 'Hours to assess for the impacts. Default: a year (8,760)', 8760),
      parameter('usageLocation', name, 'Place of use for the impacts, by code or name', 'FRA'),
      parameter(
        'region',
        name,
        'Region of the provider for the impacts, by its id or name, instead of a place. Types of other providers take the mean of their regions',
        'eu-west-3',
      ),
      parameter('timeWorkload', percent, 'Load for the impacts, in percent', 50),
      parameter('verbose', flag, 'Whether the answer has the impact of each type. Default: false', true),
      ...PAGE,
    ],
    check: checkListed,
    variables: ({ orderBy, criterion, duration, usageLocation, region, timeWorkload, verbose, ...others }) => {
      const { first, after, provider: providers, release: ____, ...bounds } = others
      return defined({
        ...{ orderBy, criterion, duration, verbose, first, after },
        filter: defined({ ...bounds, providers }),
        usage: defined({ usageLocation, region, timeWorkload }),
      })
    },
  },
  {
    path: '/v2/instance-types/{name}',
    id: 'getInstanceType',
    summary: 'An instance type by its name',
    gives: 'V2InstanceType',
    document: V2InstanceTypeDocument,
    parameters: [
      named('name', 'Name of the instance type', 'm5.xlarge'),
      { ...parameter('provider', id, 'Id of the provider', 'aws'), isRequired: true },
      RELEASE,
    ],
  },
  {
    path: '/v2/locations',
    id: 'listLocations',
    summary: 'Locations with electricity factors',
    gives: 'V2Locations',
    document: V2LocationsDocument,
    parameters: [parameter('search', name, 'Part of a code or a name', 'FR'), ...PAGE],
  },
  {
    path: '/v2/locations/{code}',
    id: 'getLocation',
    summary: 'A location with its electricity factors',
    gives: 'V2Location',
    document: V2LocationDocument,
    parameters: [named('code', 'Code or name of the place', 'FRA'), RELEASE],
  },
  {
    path: '/v2/cloud-providers',
    id: 'listCloudProviders',
    summary: 'Cloud providers and their regions',
    gives: 'V2CloudProviders',
    document: V2CloudProvidersDocument,
    parameters: [RELEASE],
  },
  {
    path: '/v2/cloud-providers/{id}',
    id: 'getCloudProvider',
    summary: 'A cloud provider and its regions',
    gives: 'V2CloudProvider',
    document: V2CloudProviderDocument,
    parameters: [named('id', 'Id of the provider', 'aws'), RELEASE],
  },
  {
    path: '/v2/archetypes',
    id: 'listArchetypes',
    summary: 'Typical equipment and its attributes',
    gives: 'V2Archetypes',
    document: V2ArchetypesDocument,
    parameters: [
      OF,
      parameter('search', name, 'Part of a name', 'compute'),
      parameter('kind', oneOf(upper(TERMINAL_KINDS)), KIND_OF_TERMINAL, 'LAPTOP'),
      ...PAGE,
    ],
  },
  {
    path: '/v2/archetypes/{id}',
    id: 'getArchetype',
    summary: 'An archetype by its name',
    gives: 'V2Archetype',
    document: V2ArchetypeDocument,
    parameters: [
      named('id', 'Name of the archetype', 'platform_compute_medium'),
      OF,
      parameter('provider', id, 'Id of the provider, for a cloud instance', 'aws'),
      parameter('kind', oneOf(upper(TERMINAL_KINDS)), KIND_OF_TERMINAL, 'LAPTOP'),
      RELEASE,
    ],
    shape: (groups, { id: called, of }) => ({ name: called, of, groups }),
  },
  {
    path: '/v2/named-things',
    id: 'findNamedThings',
    summary: 'Equipment that a name can mean',
    gives: 'V2NamedThings',
    document: V2NamedThingsDocument,
    parameters: [
      {
        ...parameter('names', shortList(name), 'A name, as people write it. Repeat it for several', ['m5.xlarge']),
        isRequired: true,
      },
      RELEASE,
    ],
  },
  {
    path: '/v2/match-cpu',
    id: 'findKnownCpu',
    summary: 'The known processor that a name matches',
    gives: 'V2NameMatch',
    document: V2MatchCpuDocument,
    parameters: [{ ...parameter('name', name, NAME, 'xeon gold 6138'), isRequired: true }, RELEASE],
  },
  {
    path: '/v2/match-gpu',
    id: 'findKnownGpu',
    summary: 'The known graphics card that a name matches',
    gives: 'V2NameMatch',
    document: V2MatchGpuDocument,
    parameters: [{ ...parameter('name', name, NAME, 'nvidia a100 40gb'), isRequired: true }, RELEASE],
  },
  {
    path: '/v2/names',
    id: 'listNames',
    summary: 'Known names of one kind',
    gives: 'V2Names',
    document: V2NamesDocument,
    parameters: [
      {
        ...parameter('of', oneOf(NAME_LISTS), 'Kind of names, in upper or lower case', 'SSD_MANUFACTURER'),
        isRequired: true,
      },
      ...PAGE,
    ],
  },
]

/** Routes that read what a release knows. */
export const v2CatalogueRoutes: readonly Route[] = READINGS.map((reading) => {
  const { path, id: operation, summary, gives, document, parameters, variables = (asked) => asked } = reading
  const shape: Shape = reading.shape ?? ((answer) => (Array.isArray(answer) ? all(answer) : (answer as object)))
  const schema = z.object(
    Object.fromEntries(parameters.map((each) => [each.name, each.isRequired ? each.read : each.read.optional()])),
  )
  return {
    path,
    tag: 'v2',
    gives,
    operations: [{ method: 'GET', id: operation, summary, parameters }],
    answer: async ({ query, parameters: ofPath, run, release }) => {
      try {
        const given = { ...Object.fromEntries(parameters.map((each) => [each.name, readText(each, query)])), ...ofPath }
        const asked = checkInput(schema, given) as Asked
        const { id: current, references } = release()
        reading.check?.(references, asked)
        const found = await run(document, { ...variables(asked), release: current, likely: false } as never)
        const answer = found.answer ?? found.release?.answer
        const shaped = shape(answer, asked)
        const whole = { ...shaped, release: shaped.release ?? current }
        return new JsonText(JSON.stringify(whole, (key, value) => (key === 'id' ? plainId(value, current) : value)))
      } catch (error) {
        throw located(error, parameters)
      }
    },
  }
})

/** An id of the release that the answer names: `aws`, not `2026.11/aws`. */
const plainId = (id: string, release: string) => (id.startsWith(`${release}/`) ? id.slice(release.length + 1) : id)

const all = (nodes: readonly unknown[]) => ({ totalCount: nodes.length, nodes })

/** A list would ignore an unknown place or region. Throws a NotFoundError. */
function checkListed(references: References, asked: Asked): void {
  const idOf = (id: string, at: number) => under(['provider', at], () => references.provider(id).id)
  checkSite(references, asked, () => (asked.provider as readonly string[] | undefined)?.map(idOf))
}

const defined = (given: Asked): Asked =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

function parameter(key: string, read: z.ZodType, description: string, example?: Parameter['example']): ReadParameter {
  const { $schema, description: _____, examples, isId, ...schema } = z.toJSONSchema(read, { io: 'input' }) as JsonSchema
  return { name: key, read, description, schema, ...(example !== undefined && { example }) }
}

const INTEGER = /^-?\d+$/

/** The value of a parameter, by the type of its schema. Blank texts count as absent. */
function readText({ name: key, schema = {} }: Parameter, query: URLSearchParams): unknown {
  const texts = query.getAll(key).flatMap((text) => text.trim() || [])
  if (schema.type === 'array') return texts.length > 0 ? texts : undefined
  const text = texts.at(-1)
  if (text === undefined || schema.type === 'string') return text
  if (schema.type === 'boolean') return { true: true, false: false }[text.toLowerCase()] ?? text
  const isNumber = (schema.type === 'integer' ? INTEGER : DECIMAL).test(text)
  const read = Number(text)
  return isNumber && Number.isFinite(read) ? read : text
}

/**
 * An error with its place in the request: the parameter that an argument of the operation comes from. Words that are
 * close to the text are in `nearest`.
 */
function located(error: unknown, parameters: readonly ReadParameter[]): unknown {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error
  if (!(cause instanceof FaultError)) return cause
  return withList(cause).map((fault) => {
    const path = fault.path[0] === 'filter' || fault.path[0] === 'usage' ? fault.path.slice(1) : fault.path
    const key = path[0] === 'providers' ? 'provider' : path[0]
    const asked = parameters.find((each) => each.name === key)
    if (asked === undefined) return fault
    const words = (asked.schema?.enum ?? []) as readonly string[]
    const nearest = fault.nearest ?? nearestNames(String(fault.value ?? ''), words)
    const code = fault.value === null ? 'MISSING' : fault.code
    return { ...fault, code, path: [asked.in ?? 'query', asked.name, ...path.slice(1)], nearest }
  })
}

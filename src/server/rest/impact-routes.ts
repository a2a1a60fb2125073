import type * as z from 'zod'
import { after } from '../../catalogue/after.ts'
import {
  type ComponentInput,
  RestCloudInstanceDocument,
  RestComponentDocument,
  type RestComponentQuery,
  RestIotDeviceDocument,
  RestServerDocument,
  RestTerminalDocument,
  type TerminalKind,
} from '../../generated/asset-operations.ts'
import { checkInput } from '../../input/check-input.ts'
import { name } from '../../input/fields.ts'
import {
  AssemblyBody,
  CaseBody,
  CloudInstanceBody,
  CpuBody,
  GpuBody,
  HddBody,
  IotDeviceBody,
  MotherboardBody,
  PowerSupplyBody,
  RamBody,
  ServerBody,
  SsdBody,
  TERMINAL_BODIES,
} from '../../input/rest/rest-body.ts'
import { COMPONENTS, type ComponentName, TERMINALS } from '../../kinds.ts'
import { type ImpactVariables, impactAnswer } from './impact-answer.ts'
import type { Json } from './json.ts'
import { archetypeParameter, type DescribedArchetype, IMPACT_PARAMETERS, type Parameter } from './openapi/parameters.ts'
import { kindWords, pascalCase } from './openapi/words.ts'
import { reshapeComponent, type VerboseComponent } from './reshape/component.ts'
import { reshapeCloudInstance, reshapeIotDevice, reshapeServer, reshapeTerminal } from './reshape/device.ts'
import type { AskedCriteria } from './reshape/impacts.ts'
import { get, type RestCall, type Route } from './route.ts'

/** The instance of a cloud route for a request without one. */
const DEFAULT_INSTANCE = { provider: 'aws', instance_type: 'a1.4xlarge' }

/** The instance in a query. Both parts are optional, but the type alone implies the default provider. */
export function instanceOf(
  query: URLSearchParams,
  provider = query.get('provider')?.trim() || DEFAULT_INSTANCE.provider,
) {
  const usual = provider === DEFAULT_INSTANCE.provider ? DEFAULT_INSTANCE.instance_type : undefined
  return { provider, instance_type: query.get('instance_type')?.trim() || usual }
}

const PROVIDER = 'Id of the cloud provider'
const INSTANCE_TYPE = 'Instance type, in upper or lower case'

/** Bodies of components, by their names in the input. */
export const COMPONENT_BODIES = {
  cpu: CpuBody,
  gpu: GpuBody,
  ram: RamBody,
  ssd: SsdBody,
  hdd: HddBody,
  motherboard: MotherboardBody,
  powerSupply: PowerSupplyBody,
  case: CaseBody,
  assembly: AssemblyBody,
} as const satisfies Record<ComponentName, z.ZodType>

/** The parameters that select an instance. */
export const INSTANCE_PARAMETERS: readonly Parameter[] = [
  {
    name: 'provider',
    description: PROVIDER,
    schema: { type: 'string', default: DEFAULT_INSTANCE.provider },
    example: DEFAULT_INSTANCE.provider,
  },
  {
    name: 'instance_type',
    description: `${INSTANCE_TYPE}. Required for every provider except ${DEFAULT_INSTANCE.provider}`,
    schema: { type: 'string', default: DEFAULT_INSTANCE.instance_type },
    example: DEFAULT_INSTANCE.instance_type,
  },
]

/** Every route that answers with impacts. */
export const impactRoutes: readonly Route[] = [
  evaluation('/v1/server', {
    id: 'Server',
    thing: 'Server',
    tag: 'server',
    gives: 'ServerAssessment',
    body: ServerBody,
    archetypeOf: { group: 'server' },
    answer: serverAnswer,
  }),
  cloudRoute('/v1/cloud', 'Cloud'),
  cloudRoute('/v1/cloud/instance', 'CloudInstance'),
  evaluation('/v1/iot/iot_device', {
    id: 'IotDevice',
    thing: 'IoT device',
    tag: 'iot',
    gives: 'IotDeviceAssessment',
    body: IotDeviceBody,
    archetypeOf: { group: 'iot_device' },
    answer: iotAnswer,
  }),
  ...Object.entries(TERMINALS).map(([kind, { group }]) =>
    terminalRoute(group, kind.toLowerCase() as keyof typeof TERMINAL_BODIES),
  ),
  ...Object.entries(COMPONENTS).map(([name, { table, hasArchetypes }]) => {
    const body = COMPONENT_BODIES[name as ComponentName]
    return evaluation(`/v1/component/${table}`, {
      id: pascalCase(table),
      thing: kindWords(table),
      tag: 'component',
      gives: 'ComponentAssessment',
      body,
      archetypeOf: { group: 'component', kind: table },
      answer: componentAnswer(name, body, hasArchetypes),
    })
  }),
]

/** Instances by the provider in the path; must follow all other paths under /v1/cloud. */
export const cloudByProvider: Route = get(
  '/v1/cloud/{provider}',
  {
    id: 'evaluateCloudInstanceOfProvider',
    tag: 'cloud',
    summary: 'Cloud instance of a provider',
    gives: 'CloudInstanceAssessment',
    parameters: [
      { name: 'provider', in: 'path', isRequired: true, description: PROVIDER, example: DEFAULT_INSTANCE.provider },
      { name: 'instance_type', description: INSTANCE_TYPE, example: DEFAULT_INSTANCE.instance_type },
      ...IMPACT_PARAMETERS,
    ],
  },
  (call) => cloudAnswer(call),
)

interface Evaluation extends Pick<Route, 'tag' | 'gives' | 'answer'> {
  /** `Server`: the operations are evaluateServer and evaluateServerByArchetype. */
  readonly id: string
  /** In words: `Power supply`. */
  readonly thing: string
  readonly body: z.ZodType
  readonly archetypeOf: DescribedArchetype
}

/** A path that assesses a typical thing (GET), or the one in a body (POST). */
function evaluation(path: string, { id, thing, tag, gives, body, archetypeOf, answer }: Evaluation): Route {
  const parameters = [archetypeParameter(archetypeOf), ...IMPACT_PARAMETERS]
  return {
    path,
    tag,
    gives,
    operations: [
      { method: 'GET', id: `evaluate${id}ByArchetype`, summary: `${thing}, by archetype`, parameters },
      { method: 'POST', id: `evaluate${id}`, summary: `${thing}, from a description`, parameters, body },
    ],
    answer,
  }
}

function terminalRoute(group: 'terminal' | 'peripheral', kind: keyof typeof TERMINAL_BODIES): Route {
  return evaluation(`/v1/${group}/${kind}`, {
    id: pascalCase(kind),
    thing: kindWords(kind),
    tag: group,
    gives: 'TerminalAssessment',
    body: TERMINAL_BODIES[kind],
    archetypeOf: { group: 'terminal', kind },
    answer: terminalAnswer(kind),
  })
}

function cloudRoute(path: string, id: string): Route {
  return {
    path,
    tag: 'cloud',
    gives: 'CloudInstanceAssessment',
    operations: [
      {
        method: 'GET',
        id: `evaluate${id}ByType`,
        summary: 'Cloud instance, by provider and type',
        parameters: [...INSTANCE_PARAMETERS, ...IMPACT_PARAMETERS],
      },
      {
        method: 'POST',
        id: `evaluate${id}`,
        summary: 'Cloud instance, from a description',
        parameters: IMPACT_PARAMETERS,
        body: CloudInstanceBody,
      },
    ],
    answer: cloudAnswer,
  }
}

function serverAnswer(call: RestCall): Json | Promise<Json> {
  return impactAnswer(
    call,
    ServerBody,
    (body, variables) => {
      const input = { ...body, ...archetypeOf(call) } as Record<string, unknown>
      return after(call.assess(RestServerDocument, { input, ...variables }), ({ server }) => server)
    },
    reshapeServer,
  )
}

function cloudAnswer(call: RestCall): Json | Promise<Json> {
  const { method, parameters, query } = call
  const described = instanceOf(query, parameters.provider)
  return impactAnswer(
    method === 'POST' ? call : { ...call, body: () => described, bodyAt: 'query' },
    CloudInstanceBody,
    (input, variables) =>
      after(
        call.assess(RestCloudInstanceDocument, { input: input as never, ...variables }),
        ({ cloudInstance }) => cloudInstance,
      ),
    (instance, asked) => reshapeCloudInstance(instance, asked, instancePerServer(call.body())),
  )
}

/** The instances per host in a checked body. The answer repeats it; it has no effect. */
function instancePerServer(body: unknown): number | undefined {
  const { usage } = body as { readonly usage?: { readonly instance_per_server?: unknown } | null }
  const given = usage?.instance_per_server ?? undefined
  return given === undefined ? undefined : Number(given)
}

function iotAnswer(call: RestCall): Json | Promise<Json> {
  return impactAnswer(
    call,
    IotDeviceBody,
    (body, variables) => {
      const input = { ...body, ...archetypeOf(call) }
      return after(call.assess(RestIotDeviceDocument, { input, ...variables }), ({ iotDevice }) => iotDevice)
    },
    reshapeIotDevice,
  )
}

function terminalAnswer(kind: keyof typeof TERMINAL_BODIES): Route['answer'] {
  return (call) =>
    impactAnswer(
      call,
      TERMINAL_BODIES[kind],
      (body, variables) => {
        const input = { ...body, ...archetypeOf(call), kind: kind.toUpperCase() as TerminalKind }
        return after(call.assess(RestTerminalDocument, { input, ...variables }), ({ terminal }) => terminal)
      },
      reshapeTerminal,
    )
}

/** A requested archetype is ignored for kinds without archetypes. */
function componentAnswer(input: string, body: z.ZodType, hasArchetypes: boolean): Route['answer'] {
  return (call) =>
    impactAnswer(
      call,
      body,
      (described, variables: ImpactVariables) => {
        const component = { [input]: described } as ComponentInput
        const archetype = hasArchetypes ? archetypeOf(call) : {}
        return after(
          call.assess(RestComponentDocument, { input: component, ...archetype, ...variables }),
          ({ component: made }) => made,
        )
      },
      reshapeSingleComponent,
    )
}

function reshapeSingleComponent(component: NonNullable<RestComponentQuery['component']>, asked: AskedCriteria): Json {
  const { attributes, usage } = component
  if (attributes === undefined || usage === undefined) return {}
  return reshapeComponent({ ...component, attributes, usage } as VerboseComponent, asked)
}

function archetypeOf({ query }: RestCall): { archetype?: string } {
  const archetype = query.get('archetype')?.trim()
  return archetype ? { archetype: checkInput(name, archetype, ['query', 'archetype']) } : {}
}

import type * as z from 'zod'
import {
  type ComponentInput,
  RestCloudInstanceDocument,
  RestComponentDocument,
  type RestComponentQuery,
  RestIotDeviceDocument,
  RestServerDocument,
  RestTerminalDocument,
  type TerminalKind,
} from '../generated/rest-operations.ts'
import { checkInput } from '../input/check-input.ts'
import { name } from '../input/fields.ts'
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
  TerminalBody,
} from '../input/rest/rest-body.ts'
import { type ImpactVariables, impactAnswer } from './impact-answer.ts'
import type { Json } from './json.ts'
import { kindWords } from './openapi/kind-words.ts'
import { archetypeParameter, type DescribedArchetype, IMPACT_PARAMETERS } from './openapi/parameters.ts'
import { pascalCase } from './openapi/pascal-case.ts'
import { reshapeComponent, UNIT_OF_LEVELS, type VerboseComponent } from './reshape/component.ts'
import { reshapeCloudInstance, reshapeIotDevice, reshapeServer, reshapeTerminal } from './reshape/device.ts'
import { get, type RestCall, type Route } from './route.ts'

/** The instance that a cloud route assesses where the request names none. */
const DEFAULT_INSTANCE = { provider: 'aws', instance_type: 'a1.4xlarge' }

const PROVIDER = 'Id of the cloud provider'
const INSTANCE_TYPE = 'Instance type, in any case of letters'

/** Kinds of components over REST: their field of the GraphQL input, and their body. */
export const COMPONENT_BODIES = {
  cpu: { input: 'cpu', body: CpuBody },
  gpu: { input: 'gpu', body: GpuBody },
  ram: { input: 'ram', body: RamBody },
  ssd: { input: 'ssd', body: SsdBody },
  hdd: { input: 'hdd', body: HddBody },
  motherboard: { input: 'motherboard', body: MotherboardBody },
  power_supply: { input: 'powerSupply', body: PowerSupplyBody },
  case: { input: 'case', body: CaseBody },
  assembly: { input: 'assembly', body: AssemblyBody },
} as const

/** Components that are only counted. They have no archetypes; one that a request names is ignored. */
export const UNTYPED_COMPONENTS: ReadonlySet<string> = new Set(['motherboard', 'assembly'])

/** Terminals and peripherals over REST, in the order in which they are listed. */
export const TERMINALS = ['laptop', 'desktop', 'smartphone', 'television', 'tablet', 'box', 'vr_headset'] as const
export const PERIPHERALS = ['monitor', 'usb_stick', 'external_ssd', 'external_hdd', 'vr_controller'] as const

/** Every route that answers with impacts. */
export const impactRoutes: readonly Route[] = [
  evaluation('/v1/server', {
    id: 'Server',
    thing: 'Server',
    tag: 'Servers',
    gives: 'ServerAssessment',
    body: ServerBody,
    archetypeOf: { group: 'server' },
    answer: serverAnswer,
  }),
  cloudRoute('/v1/cloud', 'Cloud'),
  cloudRoute('/v1/cloud/instance', 'CloudInstance'),
  evaluation('/v1/iot/iot_device', {
    id: 'IotDevice',
    thing: 'Connected object',
    tag: 'IoT devices',
    gives: 'IotDeviceAssessment',
    body: IotDeviceBody,
    archetypeOf: { group: 'iot_device' },
    answer: iotAnswer,
  }),
  ...TERMINALS.map((kind) => terminalRoute('terminal', 'Terminals', kind)),
  ...PERIPHERALS.map((kind) => terminalRoute('peripheral', 'Peripherals', kind)),
  ...Object.entries(COMPONENT_BODIES).map(([kind, { input, body }]) =>
    evaluation(`/v1/component/${kind}`, {
      id: pascalCase(kind),
      thing: kindWords(kind),
      tag: 'Components',
      gives: 'ComponentAssessment',
      body,
      archetypeOf: { group: 'component', kind },
      answer: componentAnswer(input, body),
    }),
  ),
]

/** Instances by the provider in the path; after all other paths under /v1/cloud. */
export const cloudByProvider: Route = get(
  '/v1/cloud/{provider}',
  {
    id: 'evaluateCloudInstanceOfProvider',
    tag: 'Cloud',
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

/** A path that assesses what is typical (GET), or what a body describes (POST). */
function evaluation(path: string, { id, thing, tag, gives, body, archetypeOf, answer }: Evaluation): Route {
  const parameters = [archetypeParameter(archetypeOf), ...IMPACT_PARAMETERS]
  return {
    path,
    tag,
    gives,
    operations: [
      { method: 'GET', id: `evaluate${id}ByArchetype`, summary: `${thing}, typical`, parameters },
      { method: 'POST', id: `evaluate${id}`, summary: `${thing}, as you describe it`, parameters, body },
    ],
    answer,
  }
}

function terminalRoute(group: string, tag: Route['tag'], kind: string): Route {
  return evaluation(`/v1/${group}/${kind}`, {
    id: pascalCase(kind),
    thing: kindWords(kind),
    tag,
    gives: 'TerminalAssessment',
    body: TerminalBody,
    archetypeOf: { group: 'terminal', kind },
    answer: terminalAnswer(kind),
  })
}

function cloudRoute(path: string, id: string): Route {
  return {
    path,
    tag: 'Cloud',
    gives: 'CloudInstanceAssessment',
    operations: [
      {
        method: 'GET',
        id: `evaluate${id}ByType`,
        summary: 'Cloud instance, by provider and type',
        parameters: [
          {
            name: 'provider',
            description: PROVIDER,
            schema: withDefault('provider'),
            example: DEFAULT_INSTANCE.provider,
          },
          {
            name: 'instance_type',
            description: `${INSTANCE_TYPE}; may be left out for ${DEFAULT_INSTANCE.provider} alone`,
            schema: withDefault('instance_type'),
            example: DEFAULT_INSTANCE.instance_type,
          },
          ...IMPACT_PARAMETERS,
        ],
      },
      {
        method: 'POST',
        id: `evaluate${id}`,
        summary: 'Cloud instance, as you describe it',
        parameters: IMPACT_PARAMETERS,
        body: CloudInstanceBody,
      },
    ],
    answer: cloudAnswer,
  }
}

function withDefault(key: keyof typeof DEFAULT_INSTANCE) {
  return { type: 'string', default: DEFAULT_INSTANCE[key] }
}

function serverAnswer(call: RestCall): Promise<Json> {
  return impactAnswer(
    call,
    ServerBody,
    async (body, variables) => {
      const input = { ...body, ...archetypeOf(call) } as Record<string, unknown>
      return (await call.run(RestServerDocument, { input, ...variables })).server
    },
    reshapeServer,
  )
}

function cloudAnswer(call: RestCall): Promise<Json> {
  const { method, parameters, query } = call
  const provider = parameters.provider ?? query.get('provider') ?? DEFAULT_INSTANCE.provider
  const usual = provider === DEFAULT_INSTANCE.provider ? DEFAULT_INSTANCE.instance_type : undefined
  const body = { provider, instance_type: query.get('instance_type') ?? usual }
  return impactAnswer(
    method === 'POST' ? call : { ...call, body, bodyAt: 'query' },
    CloudInstanceBody,
    async (input, variables) =>
      (await call.run(RestCloudInstanceDocument, { input: input as never, ...variables })).cloudInstance,
    reshapeCloudInstance,
  )
}

function iotAnswer(call: RestCall): Promise<Json> {
  return impactAnswer(
    call,
    IotDeviceBody,
    async (body, variables) =>
      (await call.run(RestIotDeviceDocument, { input: { ...body, ...archetypeOf(call) }, ...variables })).iotDevice,
    reshapeIotDevice,
  )
}

function terminalAnswer(kind: string): Route['answer'] {
  return (call) =>
    impactAnswer(
      call,
      TerminalBody,
      async (body, variables) => {
        const input = { ...body, ...archetypeOf(call), kind: kind.toUpperCase() as TerminalKind }
        return (await call.run(RestTerminalDocument, { input, ...variables })).terminal
      },
      reshapeTerminal,
    )
}

function componentAnswer(input: string, body: z.ZodType): Route['answer'] {
  return (call) =>
    impactAnswer(
      call,
      body,
      async (described, variables: ImpactVariables) => {
        const component = { [input]: described } as ComponentInput
        const archetype = UNTYPED_COMPONENTS.has(input) ? {} : archetypeOf(call)
        return (await call.run(RestComponentDocument, { input: component, ...archetype, ...variables })).component
      },
      reshapeSingleComponent,
    )
}

function reshapeSingleComponent(component: NonNullable<RestComponentQuery['component']>): Json {
  const { attributes, usage } = component
  if (attributes === undefined || usage === undefined) return {}
  return reshapeComponent({ ...component, attributes, usage } as VerboseComponent, UNIT_OF_LEVELS)
}

function archetypeOf({ query }: RestCall): { archetype?: string } {
  const archetype = query.get('archetype')?.trim()
  return archetype ? { archetype: checkInput(name, archetype, ['query', 'archetype']) } : {}
}

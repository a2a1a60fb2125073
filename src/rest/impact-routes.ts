import type * as z from 'zod'
import {
  type ComponentInput,
  RestCloudInstanceDocument,
  RestComponentDocument,
  type RestComponentQuery,
  RestConsumptionProfileDocument,
  RestIotDeviceDocument,
  RestServerDocument,
  RestTerminalDocument,
  type TerminalKind,
} from '../generated/rest-operations.ts'
import { readRest } from '../input/read-rest.ts'
import {
  AssemblyBody,
  CaseBody,
  CloudInstanceBody,
  ConsumptionProfileBody,
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
} from '../input/rest-body.ts'
import { type ImpactVariables, impactAnswer } from './impact-answer.ts'
import type { Json } from './json.ts'
import { reshapeComponent, UNIT_OF_LEVELS, type VerboseComponent } from './reshape/component.ts'
import { reshapeCloudInstance, reshapeIotDevice, reshapeServer, reshapeTerminal } from './reshape/device.ts'
import { reshapeParameters } from './reshape/usage.ts'
import { get, getAndPost, type RestCall, type Route } from './route.ts'

/** What is assessed where a cloud route is asked for nothing in particular. */
const DEFAULT_INSTANCE = { provider: 'aws', instance_type: 'a1.4xlarge' }

/** Kinds of components over REST: the GraphQL input that they become, and what may be sent. */
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

/** Terminals and peripherals over REST, in the order in which they are listed. */
export const TERMINALS = ['laptop', 'desktop', 'smartphone', 'tablet', 'television', 'box', 'vr_headset'] as const
export const PERIPHERALS = ['monitor', 'usb_stick', 'external_ssd', 'external_hdd', 'vr_controller'] as const

/** Every route that answers with impacts, and the power curve of a CPU. */
export const impactRoutes: readonly Route[] = [
  getAndPost('/v1/server', serverAnswer),
  getAndPost('/v1/cloud', cloudAnswer),
  getAndPost('/v1/cloud/instance', cloudAnswer),
  getAndPost('/v1/iot/iot_device', iotAnswer),
  ...TERMINALS.map((kind) => getAndPost(`/v1/terminal/${kind}`, terminalAnswer(kind))),
  ...PERIPHERALS.map((kind) => getAndPost(`/v1/peripheral/${kind}`, terminalAnswer(kind))),
  ...Object.entries(COMPONENT_BODIES).map(([kind, { input, body }]) =>
    getAndPost(`/v1/component/${kind}`, componentAnswer(input, body)),
  ),
  getAndPost('/v1/consumption_profile/cpu', profileAnswer),
]

/** Instances by the provider in the path; after all other paths under /v1/cloud. */
export const cloudByProvider: Route = get('/v1/cloud/{provider}', (call) => cloudAnswer(call))

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
  const provider = parameters['provider'] ?? query.get('provider') ?? DEFAULT_INSTANCE.provider
  const usual = provider === DEFAULT_INSTANCE.provider ? DEFAULT_INSTANCE.instance_type : undefined
  const body = method === 'POST' ? call.body : { provider, instance_type: query.get('instance_type') ?? usual }
  return impactAnswer(
    { query, body },
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
        return (await call.run(RestComponentDocument, { input: component, ...archetypeOf(call), ...variables }))
          .component
      },
      reshapeSingleComponent,
    )
}

function reshapeSingleComponent(component: NonNullable<RestComponentQuery['component']>): Json {
  const { attributes, usage } = component
  if (attributes === undefined || usage === undefined) return {}
  return reshapeComponent({ ...component, attributes, usage } as VerboseComponent, UNIT_OF_LEVELS)
}

async function profileAnswer({ method, query, body, run }: RestCall): Promise<Json> {
  const sent = method === 'POST' ? body : { cpu: Object.fromEntries(query) }
  const { value } = readRest(ConsumptionProfileBody, sent, [method === 'POST' ? 'body' : 'query'])
  const { consumptionProfile } = await run(RestConsumptionProfileDocument, value as Record<string, never>)
  if (consumptionProfile === null) throw new Error('An operation without an error gave nothing')
  const { a, b, c, d } = consumptionProfile
  return reshapeParameters({ a, b: b ?? 0, c: c ?? 0, d: d ?? 0 })
}

function archetypeOf({ query }: RestCall): { archetype?: string } {
  const archetype = query.get('archetype')?.trim()
  return archetype ? { archetype } : {}
}

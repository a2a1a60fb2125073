import * as z from 'zod'
import { CRITERION_CODES } from '../engine/criteria.ts'
import { componentShapes } from './component-input.ts'
import { workloadPowerShape } from './consumption-profile-input.ts'
import { finite, list, name, object, oneOf, percent, units } from './fields.ts'
import { functionalBlockShape } from './iot-device-input.ts'
import { serverModelShape } from './server-input.ts'
import { terminalShape } from './terminal-input.ts'
import { usageShape, workloadLevelShape, workloadLevels } from './usage-input.ts'

/*
 * Bodies of REST requests: the same fields with the same checks as in the GraphQL inputs, in snake_case and in the shapes
 * that existing clients send. What they give are the variables of the GraphQL operations.
 */

type Snake<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${Snake<Tail>}`
    : `_${Lowercase<Head>}${Snake<Tail>}`
  : Name

type SnakeShape<Shape> = { [Key in keyof Shape & string as Snake<Key>]: Shape[Key] }

/** `coreUnits` is `core_units` over REST. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function snake<Shape extends z.ZodRawShape>(shape: Shape): SnakeShape<Shape> {
  return Object.fromEntries(Object.entries(shape).map(([key, field]) => [snakeCase(key), field])) as SnakeShape<Shape>
}

/** Camel-case names on top, as the GraphQL input has them. */
function camel(body: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [camelCase(key), value]))
}

const { timeWorkload: _, workloadLevels: __, elecFactors: ___, ...plainUsage } = usageShape

const WorkloadLevelBody = object(snake(workloadLevelShape))

const WorkloadLevelsBody = z
  .array(WorkloadLevelBody, { error: 'expected a list of loads with their shares of the time' })
  .transform((each) => each.map(camel))
  .pipe(workloadLevels)

const ElectricityFactorsBody = object(
  Object.fromEntries(CRITERION_CODES.map((code) => [code, finite.exactOptional()])) as Record<
    (typeof CRITERION_CODES)[number],
    ReturnType<typeof finite.exactOptional>
  >,
)

/** How a thing is used. */
export const UsageBody = object({
  ...snake(plainUsage),
  time_workload: z
    .union([percent, WorkloadLevelsBody], { error: 'expected a percentage, 0 to 100, or a list of loads' })
    .exactOptional(),
  elec_factors: ElectricityFactorsBody.exactOptional(),
})
  .transform(({ time_workload, elec_factors, ...usage }) => ({
    ...camel(usage),
    ...(Array.isArray(time_workload) && { workloadLevels: time_workload }),
    ...(typeof time_workload === 'number' && { timeWorkload: time_workload }),
    ...(elec_factors && {
      elecFactors: Object.entries(elec_factors).map(([code, value]) => ({ criterion: code.toUpperCase(), value })),
    }),
  }))
  .meta({ id: 'Usage', description: 'How a thing is used.' })

const usage = { usage: UsageBody.exactOptional() }

function body<Shape extends z.ZodRawShape>(id: string, shape: Shape) {
  return object({ ...snake(shape), ...usage })
    .transform(camel)
    .meta({ id })
}

export const CpuBody = body('Cpu', componentShapes.cpu)
export const GpuBody = body('Gpu', componentShapes.gpu)
export const RamBody = body('Ram', componentShapes.ram)
export const SsdBody = body('Ssd', componentShapes.ssd)
export const HddBody = body('Hdd', componentShapes.hdd)
export const PowerSupplyBody = body('PowerSupply', componentShapes.powerSupply)
export const CaseBody = body('Case', componentShapes.case)
export const MotherboardBody = body('Motherboard', componentShapes.motherboard)
export const AssemblyBody = body('Assembly', componentShapes.assembly)

/** A drive of either kind; `nvme` is an ssd. */
const DiskBody = object({
  type: oneOf(['ssd', 'hdd'], { nvme: 'ssd' }),
  ...snake(componentShapes.ssd),
  ...usage,
})
  .transform(({ type, ...drive }) => {
    if (type === 'ssd') return { ssd: camel(drive) }
    const { units, capacity, usage } = drive
    return {
      hdd: {
        ...(units !== undefined && { units }),
        ...(capacity !== undefined && { capacity }),
        ...(usage !== undefined && { usage }),
      },
    }
  })
  .meta({ id: 'Disk' })

/** A server. */
export const ServerBody = object({
  model: object(serverModelShape).exactOptional(),
  configuration: object({
    cpu: CpuBody.exactOptional(),
    gpu: GpuBody.exactOptional(),
    ram: list(RamBody).exactOptional(),
    disk: list(DiskBody).exactOptional(),
    power_supply: PowerSupplyBody.exactOptional(),
  })
    .transform(camel)
    .exactOptional(),
  ...usage,
}).meta({ id: 'Server' })

/** A cloud instance. */
export const CloudInstanceBody = object({ provider: name, instance_type: name, ...usage })
  .transform(camel)
  .meta({ id: 'CloudInstance' })

/** A terminal or a peripheral. */
export const TerminalBody = body('Terminal', terminalShape)

/** A connected object. */
export const IotDeviceBody = object({
  units: units.exactOptional(),
  functional_blocks: list(object({ ...snake(functionalBlockShape), ...usage }).transform(camel)).exactOptional(),
  ...usage,
})
  .transform(camel)
  .meta({ id: 'IotDevice' })

/** A CPU, and power measured at some loads. */
export const ConsumptionProfileBody = object({
  cpu: CpuBody.exactOptional(),
  workload: list(object(snake(workloadPowerShape)).transform(camel)).exactOptional(),
}).meta({ id: 'ConsumptionProfile' })

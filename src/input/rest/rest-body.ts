import * as z from 'zod'
import { camelCase } from '../../engine/figures/camel-case.ts'
import { CRITERION_CODES } from '../../engine/figures/criteria.ts'
import { snakeCase } from '../../engine/figures/snake-case.ts'
import { cloudInstanceShape } from '../cloud-instance-input.ts'
import { componentShapes } from '../component-input.ts'
import { SOME_POINTS, workloadPowerShape } from '../consumption-profile-input.ts'
import { finite, object, oneOf, optional, percent, shortList, units } from '../fields.ts'
import { functionalBlockShape } from '../iot-device-input.ts'
import { serverModelShape } from '../server-input.ts'
import { terminalShape } from '../terminal-input.ts'
import { usageShape, workloadLevelShape, workloadLevels } from '../usage-input.ts'

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

/** The names of fields are few. */
const camelCaseOf = new Map<string, string>()

function fieldName(name: string): string {
  let known = camelCaseOf.get(name)
  if (known === undefined) {
    known = camelCase(name)
    camelCaseOf.set(name, known)
  }
  return known
}

function snake<Shape extends z.ZodRawShape>(shape: Shape): SnakeShape<Shape> {
  return Object.fromEntries(Object.entries(shape).map(([key, field]) => [snakeCase(key), field])) as SnakeShape<Shape>
}

/** Camel-case names on top, as the GraphQL input has them. */
function camel(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const named: Record<string, unknown> = {}
  for (const key in body) named[fieldName(key)] = body[key]
  return named
}

const { timeWorkload: _, workloadLevels: __, elecFactors: ___, facility: ____, ...plainUsage } = usageShape

const WorkloadLevelBody = object(snake(workloadLevelShape)).meta({
  id: 'WorkloadLevel',
  description: 'A load, and for how much of the time',
})

const WorkloadLevelsBody = shortList(WorkloadLevelBody)
  .transform((each) => each.map(camel))
  .pipe(workloadLevels)

const ElectricityFactorsBody = object(
  Object.fromEntries(CRITERION_CODES.map((code) => [code, finite.exactOptional()])) as Record<
    (typeof CRITERION_CODES)[number],
    ReturnType<typeof finite.exactOptional>
  >,
).meta({
  id: 'ElectricityFactors',
  description: 'Own impacts of one kWh, in the unit of the criterion per kWh, instead of those of the location',
  examples: [{ gwp: 0.1 }],
})

/** How a thing is used. */
export const UsageBody = object({
  ...snake(plainUsage),
  time_workload: z
    .union([percent, WorkloadLevelsBody], { error: 'expected a percentage, 0 to 100, or a list of loads' })
    .exactOptional()
    .meta({
      description: 'Load while in use: a percentage, 0 to 100, or a list of loads with their shares of the time',
      examples: [60],
    }),
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
  .meta({ id: 'Usage', description: 'How a thing is used' })

const usage = { usage: UsageBody.exactOptional() }

function body<Shape extends z.ZodRawShape>(id: string, description: string, shape: Shape, rename = camel) {
  return object({ ...snake(shape), ...usage })
    .transform(rename)
    .meta({ id, description })
}

/** Kinds of cases are in upper case over GraphQL. */
function withCaseType(key: string, described: Record<string, unknown>): Record<string, unknown> {
  const type = described[key]
  return typeof type === 'string' ? { ...described, [key]: type.toUpperCase() } : described
}

export const CpuBody = body('Cpu', 'Processors of one kind', componentShapes.cpu)
export const GpuBody = body('Gpu', 'Graphics cards of one kind', componentShapes.gpu)
export const RamBody = body('Ram', 'Memory modules of one kind', componentShapes.ram)
export const SsdBody = body('Ssd', 'Solid-state drives of one kind', componentShapes.ssd)
export const HddBody = body('Hdd', 'Hard disk drives of one kind', componentShapes.hdd)
export const PowerSupplyBody = body('PowerSupply', 'Power supplies of one kind', componentShapes.powerSupply)
export const CaseBody = body('Case', 'Cases of one kind', componentShapes.case, (sent) =>
  withCaseType('caseType', camel(sent)),
)
export const MotherboardBody = body('Motherboard', 'Motherboards, which are only counted', componentShapes.motherboard)
export const AssemblyBody = body('Assembly', 'Assemblies, which are only counted', componentShapes.assembly)

/** A drive of either kind; `nvme` is an ssd. */
const DiskBody = object({
  type: oneOf(['ssd', 'hdd'], { nvme: 'ssd' }).meta({ description: 'Kind of drive; nvme is read as ssd' }),
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
  .meta({ id: 'Disk', description: 'Drives of one kind' })

/** A server. */
export const ServerBody = object({
  model: object(serverModelShape)
    .transform((model) => withCaseType('type', model))
    .meta({ id: 'ServerModel', description: 'Which model of server it is' })
    .exactOptional(),
  configuration: object({
    cpu: CpuBody.exactOptional(),
    gpu: GpuBody.exactOptional(),
    ram: optional(shortList(RamBody), 'All its memory, an entry for each kind of module'),
    disk: optional(shortList(DiskBody), 'All its drives, an entry for each kind'),
    power_supply: PowerSupplyBody.exactOptional(),
  })
    .transform(camel)
    .meta({ id: 'ServerConfiguration', description: 'What a server is made of' })
    .exactOptional(),
  ...usage,
}).meta({ id: 'Server', description: 'A server, as well or as badly as it can be described' })

/** A cloud instance. */
export const CloudInstanceBody = body(
  'CloudInstance',
  'An instance type of a provider, and how it is used',
  cloudInstanceShape,
)

/** A terminal or a peripheral. */
export const TerminalBody = body('Terminal', 'A terminal or a peripheral', terminalShape)

const FunctionalBlockBody = body('FunctionalBlock', 'A functional block of a connected object', functionalBlockShape)

/** A connected object. */
export const IotDeviceBody = object({
  units: optional(units, 'How many', 1),
  functional_blocks: optional(
    shortList(FunctionalBlockBody),
    'All its functional blocks; those of the archetype when left out',
  ),
  ...usage,
})
  .transform(camel)
  .meta({ id: 'IotDevice', description: 'A connected object, by its functional blocks' })

const WorkloadPowerBody = object(snake(workloadPowerShape))
  .transform(camel)
  .meta({ id: 'WorkloadPower', description: 'Power measured at a load' })

/** A CPU, and power measured at some loads. */
export const ConsumptionProfileBody = object({
  cpu: CpuBody.exactOptional(),
  workload: optional(shortList(WorkloadPowerBody).min(...SOME_POINTS), 'Measured points that the curve is fitted to'),
}).meta({ id: 'ConsumptionProfile', description: 'A CPU, and power measured at some loads' })

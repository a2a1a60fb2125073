import * as z from 'zod'
import { CASE_TYPES } from '../../engine/components/case.ts'
import type { TerminalKind } from '../../engine/devices/terminal.ts'
import { CRITERION_CODES } from '../../engine/values/criteria.ts'
import { camelCase, snakeCase } from '../../engine/values/spelling.ts'
import { componentShapes, PRINTED, workloadPowerShape } from '../component-input.ts'
import { cloudInstanceShape, functionalBlockShape, serverModelShape, terminalShape } from '../device-input.ts'
import {
  asPrinted,
  count,
  filled,
  finite,
  object,
  oneOf,
  optional,
  type Printed,
  percent,
  printedShape,
  shortList,
  units,
} from '../fields.ts'
import { SOME_POINTS, usageShape, workloadLevelShape, workloadLevels } from '../usage-input.ts'
import { assuming, leavingOut } from './read-rest.ts'

/*
 * Bodies of REST requests: the same fields and checks as the GraphQL inputs, in snake_case and in the shapes that
 * existing clients send. The result is the variables of the GraphQL operations.
 */

type Snake<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${Snake<Tail>}`
    : `_${Lowercase<Head>}${Snake<Tail>}`
  : Name

type SnakeShape<Shape> = { [Key in keyof Shape & string as Snake<Key>]: Shape[Key] }

/** A cache of field names; there are few. */
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

/** Converts the names at the top level to camelCase, as in the GraphQL input. */
function camel(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const named: Record<string, unknown> = {}
  for (const key in body) named[fieldName(key)] = body[key]
  return named
}

const {
  timeWorkload: _,
  workloadLevels: __,
  elecFactors: ___,
  facility: ____,
  powerProfile: _____,
  ...plainUsage
} = usageShape

const WorkloadLevelBody = object(snake(workloadLevelShape)).meta({
  id: 'WorkloadTime',
  description: 'A load and its share of the time',
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
  id: 'ElecFactors',
  description: 'Your own impacts of one kWh, in the unit of the criterion per kWh, instead of those of the location',
  examples: [{ gwp: 0.1 }],
})

const usageFields = {
  ...snake(plainUsage),
  time_workload: z
    .union([percent, WorkloadLevelsBody], { error: 'expected a percentage, 0 to 100, or a list of loads' })
    .exactOptional()
    .meta({
      description: 'Load while in use: a percentage, 0 to 100, or a list of loads with their shares of the time',
      examples: [60],
    }),
  elec_factors: ElectricityFactorsBody.exactOptional(),
}

/** The usage as in the GraphQL input. */
function usageOf({ time_workload, elec_factors, ...usage }: z.output<z.ZodObject<typeof usageFields>>) {
  return {
    ...camel(usage),
    ...(Array.isArray(time_workload) && { workloadLevels: time_workload }),
    ...(typeof time_workload === 'number' && { timeWorkload: time_workload }),
    ...(elec_factors && {
      elecFactors: Object.entries(elec_factors).map(([code, value]) => ({ criterion: code.toUpperCase(), value })),
    }),
  }
}

function usageBody(id: string, description: string) {
  return object(usageFields).transform(usageOf).meta({ id, description })
}

const usage = { usage: usageBody('Usage', 'How a thing is used').exactOptional() }

function body<Shape extends z.ZodRawShape>(id: string, description: string, shape: Shape, as?: Printed) {
  return printedToo({ ...snake(shape), ...usage }, as)
    .transform(camel)
    .meta({ id, description })
}

/** An object that also takes a field as data sheets print it, where there is one. */
function printedToo<Shape extends z.ZodRawShape>(shape: Shape, as: Printed | undefined) {
  if (as === undefined) return object(shape)
  const inSnake = { ...as, field: snakeCase(as.field), printed: snakeCase(as.printed) }
  return asPrinted(object({ ...shape, ...printedShape(inSnake) }), inSnake) as unknown as z.ZodObject<Shape>
}

/** GraphQL has kinds of cases in upper case. An unknown one is ignored. */
const CaseTypeBody = leavingOut(
  z.string('expected a string').transform((type) => type.trim().toUpperCase()),
  (type) => {
    if (typeof type !== 'string') return undefined
    const isKnown = CASE_TYPES.some((each) => each === type.trim().toLowerCase())
    return isKnown ? undefined : `expected one of ${CASE_TYPES.join(', ')}`
  },
)

const caseType = CaseTypeBody.exactOptional().meta({
  description: `Kind of case: ${CASE_TYPES.join(' or ')}; any other is left out, with a warning`,
  examples: ['rack'],
  enum: [...CASE_TYPES],
})

export const CpuBody = body('CPU', 'Processors of one kind', componentShapes.cpu)
export const GpuBody = body('GPU', 'Graphics cards of one kind', componentShapes.gpu)
export const RamBody = body('RAM', 'Memory modules of one kind', componentShapes.ram, PRINTED.ram)
export const PowerSupplyBody = body('PowerSupply', 'Power supplies of one kind', componentShapes.powerSupply)
export const CaseBody = body('Case', 'Cases of one kind', { ...componentShapes.case, caseType })
export const MotherboardBody = body(
  'Motherboard',
  'Motherboards. Only their number (`units`) affects the result',
  componentShapes.motherboard,
)
export const AssemblyBody = body(
  'Assembly',
  'Assemblies. Only their number (`units`) affects the result',
  componentShapes.assembly,
)

/** Drives of the kind in the path; a `type` in the body has no effect. */
function driveBody<Shape extends z.ZodRawShape>(id: string, description: string, shape: Shape, as?: Printed) {
  return printedToo({ ...snake(shape), ...usage, type: z.unknown().exactOptional() }, as)
    .transform((drive) => {
      const { type: _, ...named } = camel(drive)
      return named
    })
    .meta({ id, description })
}

export const SsdBody = driveBody('SSD', 'Solid-state drives of one kind', componentShapes.ssd)
export const HddBody = driveBody('HDD', 'Hard disk drives of one kind', componentShapes.hdd, PRINTED.hdd)

/** Drives of either kind; `nvme` is an ssd. Without a kind they are ssd; with a blank one they are ignored. */
const DiskBody = leavingOut(
  assuming(
    object({
      type: optional(
        oneOf(['ssd', 'hdd'], { nvme: 'ssd' }),
        'Kind of drive; nvme is read as ssd. Default: ssd, with a warning. An empty text leaves out the drive, with a warning',
      ),
      ...snake(componentShapes.ssd),
      ...usage,
    })
      .transform(({ type, ...drive }) => {
        if (type !== 'hdd') return { ssd: camel(drive) }
        const { units, capacity, usage } = drive
        return {
          hdd: {
            ...(units !== undefined && { units }),
            ...(capacity !== undefined && { capacity }),
            ...(usage !== undefined && { usage }),
          },
        }
      })
      .meta({ id: 'Disk', description: 'Drives of one kind' }),
    (disk) =>
      isObject(disk) && (disk.type ?? null) === null
        ? { field: 'type', message: 'not given; ssd is the default' }
        : undefined,
  ),
  (disk) => (isObject(disk) && isBlank(disk.type) ? 'expected a type: ssd or hdd' : undefined),
)

function isBlank(type: unknown): boolean {
  return typeof type === 'string' && type.trim() === ''
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A server. */
export const ServerBody = object({
  model: object({ ...serverModelShape, type: caseType })
    .meta({ id: 'ModelServer', description: 'The model of a server' })
    .exactOptional(),
  configuration: object({
    cpu: CpuBody.exactOptional(),
    gpu: GpuBody.exactOptional(),
    ram: optional(shortList(RamBody), 'All memory of the server, one entry for each kind of module'),
    disk: optional(
      shortList(DiskBody.optional()).transform((disks) => disks.filter((disk) => disk !== undefined)),
      'All drives of the server, one entry for each kind. Default: the drives of the archetype',
    ),
    power_supply: PowerSupplyBody.exactOptional(),
  })
    .transform(camel)
    .meta({ id: 'ConfigurationServer', description: 'The components of a server' })
    .exactOptional(),
  usage: usageBody('UsageServer', 'How a server is used').exactOptional(),
}).meta({ id: 'Server', description: 'A server. Every field is optional' })

/** How a cloud instance is used. */
const CloudUsageBody = object({
  ...usageFields,
  instance_per_server: optional(
    count,
    'Number of instances on the host. It has no effect on the figures; the answer repeats it',
    1,
  ),
})
  .transform(({ instance_per_server: _, ...usage }) => usageOf(usage))
  .meta({ id: 'UsageCloud', description: 'How a cloud instance is used' })

/** A cloud instance. */
export const CloudInstanceBody = object({ ...snake(cloudInstanceShape), usage: CloudUsageBody.exactOptional() })
  .transform(camel)
  .meta({ id: 'Cloud', description: 'An instance type of a provider, and how it is used' })

/** Terminals and peripherals by kind: the same fields, under the schema name that clients know. */
export const TERMINAL_BODIES = {
  laptop: body('Laptop', 'A laptop', terminalShape),
  desktop: body('Desktop', 'A desktop computer', terminalShape),
  smartphone: body('Smartphone', 'A smartphone', terminalShape),
  television: body('Television', 'A television', terminalShape),
  tablet: body('Tablet', 'A tablet', terminalShape),
  box: body('Box', 'A home internet router or a set-top box', terminalShape),
  vr_headset: body('VrHeadset', 'A virtual reality headset', terminalShape),
  monitor: body('Monitor', 'A monitor', terminalShape),
  usb_stick: body('UsbStick', 'A USB stick', terminalShape),
  external_ssd: body('ExternalSSD', 'An external solid-state drive', terminalShape),
  external_hdd: body('ExternalHDD', 'An external hard disk drive', terminalShape),
  vr_controller: body('VrController', 'A controller of a virtual reality headset', terminalShape),
  smartwatch: body('Smartwatch', 'A smartwatch', terminalShape),
} satisfies Record<Lowercase<TerminalKind>, z.ZodType>

const FunctionalBlockBody = body('FunctionalBlock', 'A functional block of an IoT device', functionalBlockShape)

/** An IoT device. */
export const IotDeviceBody = object({
  units: optional(units, 'How many', 1),
  functional_blocks: optional(
    shortList(FunctionalBlockBody),
    'All functional blocks. Default: the blocks of the archetype',
  ),
  ...usage,
})
  .transform(camel)
  .meta({ id: 'IoT', description: 'An IoT device, by its functional blocks' })

const WorkloadPowerBody = object(snake(workloadPowerShape))
  .transform(camel)
  .meta({ id: 'WorkloadPower', description: 'Power measured at a load' })

/** A CPU, with power measured at some loads. */
export const ConsumptionProfileBody = object({
  cpu: CpuBody.exactOptional(),
  workload: optional(filled(shortList(WorkloadPowerBody), SOME_POINTS), 'Measured points that the curve is fitted to'),
}).meta({ id: 'ConsumptionProfileCPU', description: 'A CPU, and power measured at some loads' })

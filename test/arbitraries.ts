import fc from 'fast-check'
import { EQUIPMENT_KINDS } from '../src/engine/devices/equipment.ts'
import { TERMINAL_KINDS } from '../src/engine/devices/terminal.ts'
import { CRITERION_CODES } from '../src/engine/values/criteria.ts'
import { releases, world } from './world.ts'

/*
 * Requests that may be made, as the variables of GraphQL. Numbers are such as people send: whole, or with few decimals.
 */

const { tables } = world.references
/** The rows that every release has. */
function inEvery<Row>(rowsOf: (of: typeof tables) => readonly Row[], keyOf: (row: Row) => string): readonly Row[] {
  const keys = releases.all.map(({ references }) => new Set(rowsOf(references.tables).map(keyOf)))
  return rowsOf(tables).filter((row) => keys.every((known) => known.has(keyOf(row))))
}

function decimal(min: number, max: number, digits = 2): fc.Arbitrary<number> {
  const scale = 10 ** digits
  return fc.integer({ min: min * scale, max: max * scale }).map((each) => each / scale)
}

function maybe<Shape extends object>(shape: { [Key in keyof Shape]: fc.Arbitrary<Shape[Key]> }) {
  return fc.record(shape, { requiredKeys: [] })
}

export const anyCriterion = fc.constantFrom(...CRITERION_CODES.map((code) => code.toUpperCase()))

const anyLocation = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...tables.locations.map(({ code }) => code)) },
  { weight: 1, arbitrary: fc.constantFrom('fr', 'Germany', 'Nowhere', '', 'EU') },
)

const anyLoad = fc.oneof(
  decimal(0, 100, 1).map((timeWorkload) => ({ timeWorkload })),
  fc.tuple(decimal(0, 100, 1), decimal(0, 100, 1), fc.integer({ min: 0, max: 100 })).map(([first, second, share]) => ({
    workloadLevels: [
      { timePercentage: share, loadPercentage: first },
      { timePercentage: 100 - share, loadPercentage: second },
    ],
  })),
  fc.constant({}),
)

export const anyUsage = fc
  .tuple(
    maybe({
      avgPower: decimal(0, 2000),
      usageLocation: anyLocation,
      useTimeRatio: decimal(0, 1),
      hoursLifeTime: decimal(1, 100_000, 0),
      elecFactors: fc.uniqueArray(
        fc.record({ criterion: fc.constantFrom('GWP', 'PE', 'LU', 'FE'), value: decimal(-5, 5) }),
        { selector: ({ criterion }) => criterion, maxLength: 3 },
      ),
      hoursUseTime: decimal(0, 5000, 0),
      yearsUseTime: decimal(0, 4, 1),
    }),
    anyLoad,
  )
  .map(([usage, load]) => ({ ...usage, ...load }))

const anyDeviceUsage = fc
  .tuple(anyUsage, maybe({ otherConsumptionRatio: decimal(0, 2) }))
  .map(([usage, other]) => ({ ...usage, ...other }))

const anyCpuName = fc.oneof(
  fc.constantFrom(...tables.cpus.map(({ name }) => name)),
  fc.constantFrom('Intel(R) Xeon(R) Gold 6138 CPU @ 2.00GHz', 'epyc 7763', 'Xeon Platinum 9999', 'no such thing', ''),
)
const anyFamily = fc.constantFrom(...new Set(tables.cpus.flatMap(({ family }) => family ?? [])), 'Skylake', 'Zzyzx')
const units = fc.integer({ min: 0, max: 16 })
const withUsage = { usage: anyUsage }

export const anyCpu = maybe({
  units,
  name: anyCpuName,
  family: anyFamily,
  manufacturer: fc.constantFrom('Intel', 'AMD', 'amd', 'Nobody'),
  modelRange: fc.constantFrom('Xeon Gold', 'Xeon E3', 'EPYC', 'xeon platinum', 'Thing'),
  coreUnits: fc.integer({ min: 1, max: 192 }),
  threads: fc.integer({ min: 1, max: 384 }),
  tdp: decimal(1, 500, 1),
  dieSize: decimal(0, 2000, 1),
  dieSizePerCore: decimal(0, 80, 1),
  ...withUsage,
})

const anyMaker = fc.constantFrom('Samsung', 'micron', 'SK Hynix', 'Toshiba', 'Intel', 'Zyx')

export const anyRam = maybe({
  units,
  capacity: decimal(0, 512, 0),
  density: decimal(0.01, 5),
  process: fc.constantFrom(18, 20, 25, 30, 99),
  manufacturer: anyMaker,
  ...withUsage,
})

export const anySsd = maybe({
  units,
  capacity: decimal(0, 20_000, 0),
  density: decimal(0.1, 200, 1),
  layers: fc.constantFrom(32, 64, 96, 7),
  manufacturer: anyMaker,
  ...withUsage,
})

const anyHdd = maybe({ units, capacity: decimal(0, 20_000, 0), ...withUsage })
const anyPowerSupply = maybe({ units, unitWeight: decimal(0, 10), ...withUsage })

const anyGpu = maybe({
  units,
  name: fc.constantFrom('NVIDIA L4', 'nvidia a100', 'No Such Card'),
  tdp: decimal(1, 1200, 0),
  vram: decimal(0, 200, 0),
  vramDies: fc.integer({ min: 1, max: 16 }),
  gpuSurface: decimal(0, 5000, 0),
  weight: decimal(0, 5),
  transportBoat: decimal(0, 30_000, 0),
  ...withUsage,
})

/** One of exactly one kind. */
export const anyComponent = fc.oneof(
  anyCpu.map((cpu) => ({ cpu })),
  anyGpu.map((gpu) => ({ gpu })),
  anyRam.map((ram) => ({ ram })),
  anySsd.map((ssd) => ({ ssd })),
  anyHdd.map((hdd) => ({ hdd })),
  anyPowerSupply.map((powerSupply) => ({ powerSupply })),
  maybe({ units, caseType: fc.constantFrom('RACK', 'BLADE'), ...withUsage }).map((each) => ({ case: each })),
  maybe({ units, ...withUsage }).map((motherboard) => ({ motherboard })),
)

export const anyServer = maybe({
  archetype: fc.constantFrom(
    ...inEvery(
      (of) => of.serverArchetypes,
      ({ id }) => id,
    ).map(({ id }) => id),
  ),
  model: maybe({ type: fc.constantFrom('RACK', 'BLADE') }),
  configuration: maybe({
    cpu: anyCpu,
    gpu: anyGpu,
    ram: fc.array(anyRam, { maxLength: 3 }),
    disk: fc.array(
      fc.oneof(
        anySsd.map((ssd) => ({ ssd })),
        anyHdd.map((hdd) => ({ hdd })),
      ),
      { maxLength: 3 },
    ),
    powerSupply: anyPowerSupply,
  }),
  usage: anyDeviceUsage,
})

const anyInstanceType = fc.constantFrom(
  ...inEvery(
    (of) => of.cloudInstances,
    ({ provider, instanceType }) => `${provider}/${instanceType}`,
  ).map(({ provider, instanceType }) => ({ provider, instanceType })),
)

export const anyCloudInstance = fc
  .tuple(
    anyInstanceType,
    anyDeviceUsage,
    maybe({ region: fc.constantFrom('eu-west-3', 'us-east-1', 'westeurope', 'mars') }),
    fc.boolean(),
  )
  .map(([type, usage, region, isUsed]) => ({ ...type, ...(isUsed && { usage: { ...usage, ...region } }) }))

export const anyTerminal = fc
  .record({ kind: fc.constantFrom(...TERMINAL_KINDS.filter((kind) => kind !== 'SMARTWATCH')) })
  .chain(({ kind }) => maybe({ units, usage: anyUsage }).map((described) => ({ kind, ...described })))

/** Figures of the caller, with bounds or without. */
const anyOwn = fc.oneof(
  fc.record({ making: decimal(0.1, 5000, 1) }),
  fc.record({ kwhYear: decimal(0, 5000, 1) }),
  fc.record({
    making: decimal(10, 5000, 1),
    kwhYear: decimal(0, 5000, 1),
    covers: fc.constantFrom('MAKING', 'EMBEDDED'),
  }),
  decimal(10, 5000, 1).map((making) => ({ making, low: making / 2, high: making * 3 })),
)

const withOwn = <Input extends object>(input: fc.Arbitrary<Input>) =>
  fc.tuple(input, fc.option(anyOwn, { nil: undefined })).map(([given, own]) => (own ? { ...given, own } : given))

const anyEquipment = fc.record({ kind: fc.constantFrom(...EQUIPMENT_KINDS) }).chain(({ kind }) =>
  maybe({
    units,
    ports: fc.integer({ min: 1, max: 1000 }),
    disks: fc.array(
      anyHdd.map((hdd) => ({ hdd })),
      { maxLength: 2 },
    ),
    own: anyOwn,
    usage: anyUsage,
  }).map((described) => ({ kind, ...described })),
)

const anyBlock = fc.constantFrom(...tables.functionalBlocks.map(({ block, hslLevel }) => ({ type: block, hslLevel })))

export const anyIotDevice = maybe({
  archetype: fc.constantFrom(...tables.iotArchetypes.map(({ id }) => id)),
  units,
  functionalBlocks: fc.array(anyBlock, { maxLength: 4 }),
  usage: anyUsage,
})

/** An asset of any kind, as the input of a fleet has it. */
export const anyAsset = fc.oneof(
  withOwn(anyServer).map((server) => ({ server })),
  anyCloudInstance.map((cloudInstance) => ({ cloudInstance })),
  withOwn(anyTerminal).map((terminal) => ({ terminal })),
  withOwn(anyEquipment).map((equipment) => ({ equipment })),
  anyComponent.map((component) => ({ component })),
  anyIotDevice.map((iotDevice) => ({ iotDevice })),
)

/** A duration in hours, or the whole lifetime. */
export const anyDuration = fc.option(decimal(1, 200_000, 0), { nil: null })

import { exact } from '../../engine/values/range.ts'
import { snakeCase } from '../../engine/values/spelling.ts'
import type { References } from '../references.ts'
import type { ArchetypeOf, DeviceArchetype, GpuTableRow, StatedRange } from '../tables.ts'

/** An archetype's value for one attribute; no cell if unknown. */
export interface ArchetypeEntry {
  readonly name: string
  readonly cell: StatedRange | string | undefined
}

/** An archetype's values for one component, for its use, or (without a name) for the whole. */
export interface ArchetypeGroup {
  readonly name: string | undefined
  readonly entries: readonly ArchetypeEntry[]
}

/**
 * A row of an archetype table in groups. `within` is the provider of a cloud instance or the device of a terminal.
 * Throws NotFoundError for an unknown id.
 */
export function archetypeConfig(
  references: References,
  of: ArchetypeOf,
  id: string,
  within: string | undefined,
): readonly ArchetypeGroup[] {
  switch (of) {
    case 'server':
      return serverConfig(references, id)
    case 'cloud_instance': {
      const {
        provider: _,
        instanceType: __,
        platform,
        source,
        derived: ___,
        doubt: ____,
        ...size
      } = references.cloudInstance(references.provider(within ?? ''), id)
      const numbers = Object.entries(size).map(([name, value]) => [name, exact(value)] as const)
      return [group(undefined, [...numbers, ['platform', platform], ['source', source]])]
    }
    case 'terminal': {
      const { group: router, device, type, usage } = references.terminalOf(within ?? '', id)
      const entries = [
        ['router_type', router],
        ['device_type', device],
        ['type', type],
      ] as const
      return [group(undefined, entries), usageOf(usage)]
    }
    case 'iot_device': {
      const { blocks, usage } = references.iotDevice(id)
      return [
        // Blocks that the device does not have are shown empty.
        ...blockNames(references).map((name) =>
          group(name.toUpperCase(), [['hsl_level', blocks.find(({ type }) => type === name)?.hslLevel]]),
        ),
        usageOf(usage),
      ]
    }
    default: {
      const model = of === 'gpu' ? references.gpuModel(id) : undefined
      if (model !== undefined) return [gpuConfig(model)]
      const { attributes, attributeNames } = references.component(of, id)
      const named = (prefix: string) =>
        attributeNames
          .filter((name) => name.startsWith(prefix))
          .map((name) => [name.slice(prefix.length), attributes[name]] as const)
      const own = attributeNames.filter((name) => !/^(usage|power_profile)_/.test(name))
      const profile = named('power_profile_')
      return [
        group(
          undefined,
          own.map((name) => [name, attributes[name]]),
        ),
        group('USAGE', named('usage_')),
        ...(profile.length > 0 ? [group('CONSUMPTION_PROFILE', profile)] : []),
      ]
    }
  }
}

function serverConfig(references: References, id: string): readonly ArchetypeGroup[] {
  const { manufacturer, caseType, cpu, ram, ssd, hdd, gpu, powerSupply, usage, warning } = references.server(id)
  return [
    group(undefined, [['manufacturer', manufacturer]]),
    group('CASE', [['case_type', caseType]]),
    group('CPU', [
      ['units', cpu.units],
      ['core_units', cpu.coreUnits],
      ['die_size_per_core', cpu.dieSizePerCore],
      ['name', cpu.name],
      ['threads', cpu.threads],
    ]),
    group('RAM', [
      ['units', ram.units],
      ['capacity', ram.capacity],
    ]),
    group('SSD', [
      ['units', ssd.units],
      ['capacity', ssd.capacity],
    ]),
    group('HDD', [
      ['units', hdd.units],
      ['capacity', hdd.capacity],
    ]),
    group('GPU', [
      ['units', gpu.units],
      ['name', gpu.name],
      ['vram', gpu.vram],
    ]),
    group('POWER_SUPPLY', [
      ['units', powerSupply.units],
      ['unit_weight', powerSupply.unitWeight],
    ]),
    group('USAGE', [
      ['time_workload', usage.timeWorkload],
      ['use_time_ratio', usage.useTimeRatio],
      ['hours_life_time', usage.hoursLifeTime],
      ['other_consumption_ratio', usage.otherConsumptionRatio],
    ]),
    group('WARNINGS', [[undefined, warning]]),
  ]
}

/** Every functional block published at some level. */
function blockNames({ tables }: References): readonly string[] {
  return [...new Set(tables.functionalBlocks.map(({ block }) => block))]
}

/** A model of the GPU table, which is also an archetype. */
function gpuConfig({
  name,
  manufacturer,
  source: _,
  dieSource: __,
  isModule: ___,
  ...figures
}: GpuTableRow): ArchetypeGroup {
  const numbers = Object.entries(figures).map(
    ([key, value]) => [key, typeof value === 'number' ? exact(value) : value] as const,
  )
  return group(undefined, [['name', name], ['manufacturer', manufacturer], ...numbers])
}

function usageOf({ useTimeRatio, hoursLifeTime, avgPower }: DeviceArchetype['usage']): ArchetypeGroup {
  return group('USAGE', [
    ['use_time_ratio', useTimeRatio],
    ['hours_life_time', hoursLifeTime],
    ['avg_power', avgPower],
  ])
}

function group(
  name: string | undefined,
  entries: readonly (readonly [string | undefined, ArchetypeEntry['cell']])[],
): ArchetypeGroup {
  return {
    name,
    entries: entries.map(([entry, cell]) => ({ name: snakeCase(entry ?? ''), cell })),
  }
}

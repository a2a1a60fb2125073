import type { GpuModel } from '../../engine/figures/figures.ts'
import { exact } from '../../engine/figures/range.ts'
import type { References } from '../references.ts'
import type { ArchetypeComponent, StatedRange } from '../tables.ts'

/** What an archetype says of one attribute; no cell where it is not known. */
export interface ArchetypeEntry {
  readonly name: string
  readonly cell: StatedRange | string | undefined
}

/** What an archetype says of one component, of its use, or (without a name) of the whole. */
export interface ArchetypeGroup {
  readonly name: string | undefined
  readonly entries: readonly ArchetypeEntry[]
}

export type ArchetypeOf = 'server' | 'cloud_instance' | 'terminal' | 'iot_device' | ArchetypeComponent

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
        ...size
      } = references.cloudInstance(references.provider(within ?? ''), id)
      const numbers = Object.entries(size).map(([name, value]) => [name, exact(value)] as const)
      return [group(undefined, [...numbers, ['platform', platform], ['source', source]])]
    }
    case 'terminal': {
      const { device, type, usage } = references.terminal(within ?? '', id, undefined)
      const entries = [
        ['device_type', device],
        ['type', type],
      ] as const
      return [
        group(undefined, entries),
        group('USAGE', [
          ['use_time_ratio', usage.useTimeRatio],
          ['hours_life_time', usage.hoursLifeTime],
          ['avg_power', usage.avgPower],
        ]),
      ]
    }
    case 'iot_device': {
      const { blocks, usage } = references.iotDevice(id)
      return [
        ...blocks.map(({ type, hslLevel }) => group(type.toUpperCase(), [['hsl_level', hslLevel]])),
        group('USAGE', [
          ['use_time_ratio', usage.useTimeRatio],
          ['hours_life_time', usage.hoursLifeTime],
          ['avg_power', usage.avgPower],
        ]),
      ]
    }
    default: {
      const model = of === 'gpu' ? references.gpuModel(id) : undefined
      if (model !== undefined) return [gpuConfig(model)]
      const { attributes, attributeNames } = references.component(of, id)
      const own = attributeNames.filter((name) => !name.startsWith('usage_'))
      const usage = attributeNames.filter((name) => name.startsWith('usage_'))
      return [
        group(
          undefined,
          own.map((name) => [name, attributes[name]]),
        ),
        group(
          'USAGE',
          usage.map((name) => [name.slice('usage_'.length), attributes[name]]),
        ),
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

/** A model of the GPU table, which is an archetype too. */
function gpuConfig({ name, manufacturer, ...figures }: GpuModel): ArchetypeGroup {
  const numbers = Object.entries(figures).map(([key, value]) => [key, exact(value)] as const)
  return group(undefined, [['name', name], ['manufacturer', manufacturer], ...numbers])
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

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

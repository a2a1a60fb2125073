import type { IotDeviceBill } from '../../engine/devices/iot-device.ts'
import type { FunctionalBlockBill } from '../../engine/parts/functional-block.ts'
import { InputError, type InputFault } from '../../input/check-input.ts'
import type { FunctionalBlockInput, IotDeviceInput } from '../../input/iot-device-input.ts'
import type { Loaders } from '../loaders.ts'
import type { IotArchetype } from '../tables.ts'
import { label } from './resolve-server.ts'
import { resolveUsage } from './resolve-usage.ts'

/** A connected object: the blocks that the caller lists, else those of its archetype. */
export async function resolveIotDevice(loaders: Loaders, input: IotDeviceInput): Promise<IotDeviceBill> {
  const { references } = loaders
  const archetype = references.iotDevice(input.archetype ?? references.defaults.iotDevice)
  const listed = input.functionalBlocks?.map((block) => ({
    ...block,
    type: block.type.trim().toLowerCase().replaceAll(/[ -]/g, '_'),
    hslLevel: block.hslLevel.trim().toUpperCase().replaceAll(/[ _]/g, '-'),
  }))
  const faults = unknownBlocks(loaders, listed ?? [])
  if (faults.length > 0) throw new InputError(faults)
  const blocks = await Promise.all(
    (listed ?? archetype.blocks).map((block) => resolveBlock(loaders, block, listed === undefined, archetype)),
  )
  return {
    archetype: archetype.id,
    ...(input.units !== undefined && { units: input.units }),
    parts: label(blocks),
    usage: await resolveUsage(loaders, input.usage, archetype.usage),
  }
}

async function resolveBlock(
  loaders: Loaders,
  { type, hslLevel, units, usage }: FunctionalBlockInput,
  isTypical: boolean,
  archetype: IotArchetype,
): Promise<FunctionalBlockBill> {
  const unpublished = { block: type, hslLevel, manufacture: {}, endOfLife: {} }
  return {
    kind: 'FUNCTIONAL_BLOCK',
    given: units === undefined ? {} : { units },
    isTypical,
    factors: loaders.references.functionalBlock(type, hslLevel) ?? unpublished,
    usage: await resolveUsage(loaders, usage, archetype.usage),
  }
}

/** Blocks and levels that no table has; a level that is known, but not published for its block, is no fault. */
function unknownBlocks({ references }: Loaders, blocks: readonly FunctionalBlockInput[]): readonly InputFault[] {
  const rows = references.tables.functionalBlocks
  const known = {
    type: new Set(rows.map(({ block }) => block)),
    hslLevel: new Set(rows.map(({ hslLevel }) => hslLevel)),
  }
  return blocks.flatMap((block, index) =>
    (['type', 'hslLevel'] as const).flatMap((key) =>
      known[key].has(block[key])
        ? []
        : [
            {
              path: ['input', 'functionalBlocks', index, key],
              message: `expected one of ${[...known[key]].toSorted().join(', ')}`,
              code: 'invalid_value',
              value: block[key],
            },
          ],
    ),
  )
}

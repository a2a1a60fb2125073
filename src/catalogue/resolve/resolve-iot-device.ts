import type { FunctionalBlockBill } from '../../engine/components/functional-block.ts'
import type { IotDeviceBill } from '../../engine/devices/iot-device.ts'
import type { FunctionalBlockInput, IotDeviceInput } from '../../input/device-input.ts'
import { type Fault, FaultError, under } from '../../input/fault.ts'
import type { Loaders } from '../loaders.ts'
import { nearestNames } from '../matching/nearest-names.ts'
import { perObject } from '../per-object.ts'
import type { IotArchetype } from '../tables.ts'
import { cellsOfRow } from './cells-of-row.ts'
import { blockFactors } from './component-factors.ts'
import { label } from './resolve-server.ts'
import { resolveUsage } from './resolve-usage.ts'

/** An IoT device, with the blocks in the input, else those of its archetype. */
export async function resolveIotDevice(loaders: Loaders, input: IotDeviceInput, at = 'input'): Promise<IotDeviceBill> {
  const { references } = loaders
  const archetype = under(['archetype'], () => references.iotDevice(input.archetype ?? references.defaults.iotDevice))
  // An empty list counts as absent.
  const given = input.functionalBlocks?.length ? input.functionalBlocks : undefined
  const listed = given?.map((block) => ({
    ...block,
    type: block.type.trim().toLowerCase().replaceAll(/[ -]/g, '_'),
    hslLevel: block.hslLevel.trim().toUpperCase().replaceAll(/[ _]/g, '-'),
  }))
  const faults = unknownBlocks(loaders, listed ?? [])
  if (faults.length > 0) throw new FaultError(faults)
  const blocks = await Promise.all(
    (listed ?? archetype.blocks).map((block, index) =>
      resolveBlock(loaders, block, listed === undefined, archetype, `${at}.functionalBlocks[${index}]`),
    ),
  )
  return {
    archetype: archetype.id,
    ...(input.units !== undefined && { units: input.units }),
    componentBills: label(blocks),
    usage: await resolveUsage(loaders, input.usage, typicalUsage(archetype), `${at}.usage`, { isInDataCentre: false }),
    at,
  }
}

async function resolveBlock(
  loaders: Loaders,
  { type, hslLevel, units, usage }: FunctionalBlockInput,
  isTypical: boolean,
  archetype: IotArchetype,
  at: string,
): Promise<FunctionalBlockBill> {
  const published = loaders.references.functionalBlock(type, hslLevel)
  return {
    kind: 'FUNCTIONAL_BLOCK',
    given: units === undefined ? {} : { units },
    isTypical,
    ...(archetype.source !== undefined && { source: archetype.source }),
    factors: published ? blockFactors(published) : { block: type, hslLevel, manufacture: {}, endOfLife: {} },
    usage: await resolveUsage(loaders, usage, typicalUsage(archetype), `${at}.usage`),
    at,
  }
}

/** Blocks and levels that no table has. A known level without figures for its block is not a fault. */
function unknownBlocks({ references }: Loaders, blocks: readonly FunctionalBlockInput[]): readonly Fault[] {
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
              path: ['functionalBlocks', index, key],
              message: `expected one of ${[...known[key]].toSorted().join(', ')}`,
              code: 'INVALID_VALUE',
              nearest: nearestNames(block[key], known[key]),
              value: block[key],
            },
          ],
    ),
  )
}

const typicalUsage = perObject(({ id, usage }: IotArchetype) => cellsOfRow({ table: 'iot-archetypes', row: id }, usage))

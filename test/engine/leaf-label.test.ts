import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { createContext } from '../../schema/context.ts'
import { resolveAsset } from '../../src/catalogue/kinds.ts'
import type { Assessable } from '../../src/engine/assessment/asset.ts'
import { groupOf } from '../../src/engine/readings/drivers.ts'
import { graphOf } from '../../src/engine/readings/graph.ts'
import { leafLabel } from '../../src/engine/readings/leaf-label.ts'
import { input } from '../../src/engine/values/attribute.ts'
import { type Leaf, leafId } from '../../src/engine/values/leaf.ts'
import { adviceOn } from '../../src/input/advice.ts'
import { componentShapes } from '../../src/input/component-input.ts'
import { StorageInput, serverModelShape } from '../../src/input/device-input.ts'
import type { AssetInput } from '../../src/input/fleet-input.ts'
import { FacilityInput, usageShape } from '../../src/input/usage-input.ts'
import { releases, world } from '../world.ts'

const ASSETS: readonly AssetInput[] = [
  { server: {} },
  {
    server: {
      archetype: 'dellR740',
      model: { type: 'blade' },
      usage: { usageLocation: 'FRA', yearsUseTime: 1, facility: { pue: 1.3, pueMin: 1.2, pueMax: 1.4 } },
      configuration: {
        cpu: { family: 'skylake', coreUnits: 12, units: 2 },
        ram: [{ capacity: 32 }],
        gpu: { vram: 80, vramDies: 6, tdp: 300 },
        disk: [{ ssd: {} }, { hdd: {} }],
      },
    },
  },
  { cloudInstance: { provider: 'aws', instanceType: 'p3.2xlarge', usage: { region: 'eu-west-3' } } },
  { terminal: { kind: 'LAPTOP' } },
  { component: { cpu: { name: 'Intel Xeon Gold 6138' } } },
  { component: { gpu: { name: 'A10G' } } },
  { component: { case: {} } },
  { component: { powerSupply: {} } },
  { iotDevice: {} },
  { storage: { kind: 'SSD', gigabytes: 10 } },
  { storage: { kind: 'HDD', gigabytes: 10 } },
  { network: { gigabytes: 1, reach: 'INTERNET' } },
]

/** All that enters impacts and water of some assets. */
async function everyLeaf(): Promise<readonly Leaf[]> {
  const { loaders } = createContext({ ...world, release: releases.newest }, { release: releases.newest })
  const leaves = new Map<string, Leaf>()
  for (const described of ASSETS) {
    const asset = await resolveAsset(loaders, described)
    const span = { duration: 1000, allocation: 'LINEAR', boundary: 'DATA_CENTRE' } as const
    const readings = [(of: Assessable) => of.impact('gwp', span).total, (of: Assessable) => of.water(1000)]
    for (const read of readings) {
      for (const node of graphOf(() => read(asset.again())?.result)?.nodes ?? [])
        if ('id' in node) leaves.set(node.id, node.leaf)
    }
  }
  return [...leaves.values()]
}

describe('what enters a figure', async () => {
  const leaves = await everyLeaf()

  test.each([
    [input('input.configuration.cpu', 'tdp', 65, 'W', 'cpu').leaf, 'Thermal design power of the CPU, as given'],
    [
      input('input.items[3].server.configuration.ram[0]', 'capacity', 16, 'GB', 'ram').leaf,
      'Capacity of a memory module, as given',
    ],
    [
      { table: 'server-archetypes', row: 'dellR740', column: 'power_supply_unit_weight' },
      'Weight of a power supply (typical: dellR740)',
    ],
    [
      { table: 'cpus', row: 'average', property: 'cpu_die_size', average: 'ALL' },
      'Die size of the CPU (average of similar models)',
    ],
    [
      { table: 'component-factors', row: 'cpu', column: 'per_die_area', criterion: 'gwp' },
      'Making CPUs, per die area: gwp',
    ],
    [{ table: 'constants', row: 'wafer_kerf' }, 'Width of the saw cut around a die'],
    [{ table: 'power-model', row: 'archetype' }, 'Model of the power of a typical CPU'],
  ] as const)('%o is shown as "%s"', (leaf, label) => {
    expect(leaf && leafLabel(leaf)).toBe(label)
  })

  test('has plain words of its own, no name of a field or a column', () => {
    expect(leaves.length).toBeGreaterThan(100)
    // Names of rows stand in brackets or behind "of"; what is before them is words.
    const wordsOf = (label: string) => label.replace(/\(.*\)|\b(of|by) [\w.-]+(?=$|:)/g, '')
    const odd = leaves
      .map((leaf) => [leafId(leaf), leafLabel(leaf)])
      .filter(([leaf, label = '']) => {
        return label === leaf || /[a-z]_[a-z]|[a-z]{2,}[A-Z]/.test(wordsOf(label))
      })
    expect(odd).toEqual([])
    for (const leaf of leaves.filter(({ table }) => table === 'constants'))
      expect(leafLabel(leaf).toLowerCase()).not.toBe(leaf.row?.replaceAll('_', ' '))
  })

  test('has advice in words, and the fields that it is about apart: each is one of the input', () => {
    const shapes: Readonly<Record<string, z.ZodRawShape>> = {
      ...componentShapes,
      usage: usageShape,
      facility: FacilityInput.shape,
      model: serverModelShape,
      storage: StorageInput.shape,
    }
    const known = (path: string) => {
      const [field = '', thing = ''] = path.split('.').reverse()
      return shapes[thing] !== undefined && field in shapes[thing]
    }
    const groups = leaves.filter(({ table }) => table !== 'defaults').map((leaf) => adviceOn(groupOf(leaf).property))
    const advised = groups.filter(({ advice }) => advice !== undefined)
    expect(advised.length).toBeGreaterThan(30)
    expect(advised.filter(({ advice = '' }) => /[a-z]{2,}[A-Z]|_/.test(advice) || !advice.endsWith('.'))).toEqual([])
    expect(groups.flatMap(({ inputs }) => inputs).filter((path) => !known(path))).toEqual([])
    expect(groups.every(({ advice, inputs }) => (advice === undefined) === (inputs.length === 0))).toBe(true)
  })
})

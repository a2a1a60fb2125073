import { expect, test } from 'vitest'
import { resolveAsset } from '../../src/catalogue/kinds.ts'
import { createLoaders } from '../../src/catalogue/loaders.ts'
import { CloudInstance } from '../../src/engine/devices/cloud-instance.ts'
import type { Server, ServerBill } from '../../src/engine/devices/server.ts'
import type { AssetInput } from '../../src/input/fleet-input.ts'
import { releases } from '../world.ts'

/** The class of processors by which the power of a server is computed, counted over the rows of the tables. */

const { references } = releases.find('2026.12')
const loaders = createLoaders(references)
const classOf = ({ power }: ServerBill) => power?.powerClass.name ?? 'none'
const resolve = (input: object) => resolveAsset(loaders, input as AssetInput)

const ofServer = async (input: object) => classOf(((await resolve({ server: input })) as Server).bill)

function count(classes: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const each of classes) counts[each] = (counts[each] ?? 0) + 1
  return counts
}

test.each([
  ['the family with its model range', { family: 'Skylake', modelRange: 'Xeon Gold' }, undefined, 'xeon2'],
  ['nothing, if the family has servers and desktops', { family: 'Skylake' }, undefined, 'unknown'],
  ['a family of servers alone', { family: 'Rome' }, undefined, 'epyc'],
  ['the archetype, where the processor says nothing', { units: 1 }, 'dellC4130', 'xeon1a'],
  ['the name rather than the archetype', { name: 'EPYC 9654' }, 'dellC4130', 'epyc'],
  ['nothing', { tdp: 150 }, undefined, 'unknown'],
])('A processor has its class by %s', async (_, cpu, archetype, expected) => {
  expect(await ofServer({ ...(archetype && { archetype }), configuration: { cpu } })).toBe(expected)
})

test('every processor of the release has the class of its name', () => {
  const classes = references.tables.cpus.map((row) => {
    const name = { given: row.name, name: row.name, row, outcome: 'same', nearest: [] } as const
    return references.serverPower?.of({ name }, undefined).bill.powerClass.name ?? 'none'
  })
  expect(count(classes)).toEqual({
    entry: 1346,
    xeon2: 228,
    xeon3: 209,
    epyc: 165,
    xeon1: 145,
    xeon1a: 138,
    arm: 36,
    unknown: 477,
  })
})

test('the class of every instance is that of its host; two hosts name no processor', async () => {
  const hosts = new Map<string, string>()
  const classes: string[] = []
  for (const { provider, instanceType } of references.tables.cloudInstances) {
    const instance = await resolve({ cloudInstance: { provider, instanceType } })
    if (!(instance instanceof CloudInstance)) throw new Error('Expected an instance')
    const { bill } = instance.platform
    classes.push(classOf(bill))
    hosts.set(bill.archetype, classOf(bill))
  }
  expect(count(classes)).toEqual({
    xeon3: 1243,
    epyc: 976,
    arm: 749,
    xeon2: 552,
    xeon1a: 231,
    xeon1: 72,
    entry: 7,
    unknown: 13,
  })
  expect(count(hosts.values())).toEqual({
    xeon3: 116,
    epyc: 97,
    xeon2: 68,
    arm: 64,
    xeon1a: 27,
    xeon1: 13,
    entry: 4,
    unknown: 2,
  })
})

import { expect, test } from 'vitest'
import { ask, askNewest, type Data } from '../world.ts'

const EXPLAINED = `{ impact(criterion: PE) { total { explanation { nodes { leaf sources { title } } } } } }`

/** The titles of the sources of an input that is inferred from several rows, in order. */
async function sourcesOf(component: object, leaf: RegExp): Promise<readonly string[]> {
  const { asset } = await askNewest(`query ($input: AssetInput!) { asset(input: $input) ${EXPLAINED} }`, {
    input: { component },
  })
  const node = asset.impact.total.explanation.nodes.find((each: Data) => leaf.test(each.leaf))
  return node.sources.map(({ title }: Data) => title).sort()
}

const RAM = 'RAM'
const MICRON_1Z = 'Disruptive product: what technology node for the first DDR5 DIMM?'
const MICRON_1A = 'Micron ships first 1-alpha DRAM memory chips'
const MICRON_1B = 'Micron ships the most advanced DRAM with the 1-beta node'

test.each([
  ['DDR3', { generation: 'DDR3' }, [RAM]],
  ['DDR4', { generation: 'DDR4' }, [MICRON_1Z, RAM]],
  ['DDR5', { generation: 'DDR5' }, [MICRON_1Z, MICRON_1A, MICRON_1B]],
  ['Samsung', { manufacturer: 'Samsung' }, [RAM]],
  ['Micron', { manufacturer: 'Micron', generation: 'DDR4' }, [MICRON_1Z]],
  ['one row, of SK hynix', { manufacturer: 'SK hynix', process: 26 }, [RAM]],
  ['memory of any maker, with bounds of DDR3 to DDR5', {}, [MICRON_1Z, MICRON_1A, MICRON_1B, RAM]],
  ['HBM, whose density a row of its own states', { generation: 'HBM' }, [RAM]],
])('the density of %s lists exactly the sources of its rows', async (_, known, titles) => {
  expect(await sourcesOf({ ram: { capacity: 32, ...known } }, /^ram-densities/)).toEqual([...titles].sort())
})

test('the density of a drive lists exactly the sources of the rows of its maker', async () => {
  const of = (manufacturer: string) => sourcesOf({ ssd: { capacity: 1000, manufacturer } }, /^ssd-densities/)
  expect(await of('Samsung')).toEqual(['64-layer 3D NAND chips revealed at ISSCC', 'Choe, Flash Memory Summit 2019'])
  expect(await of('Intel')).toEqual(['Intel/Micron 64L 3D NAND analysis'])
})

test('a die by its family lists exactly the sources of the processors of that family', async () => {
  const of = (known: object) => sourcesOf({ cpu: known }, /^cpus\.(average|line|proportion)/)
  expect(await of({ family: 'Kaby Lake' })).toEqual(['Kaby Lake'])
  expect(await of({ family: 'Rome', coreUnits: 16 })).toEqual(['CPU specs database'])
})

test('a release without methods lists no sources of averages, as it was published', async () => {
  const { asset } = await ask(`{ asset(input: { component: { ram: { capacity: 32 } } }) ${EXPLAINED} }`)
  const nodes: Data[] = asset.impact.total.explanation.nodes
  expect(nodes.find(({ leaf }) => leaf === 'ram-densities.average.all.all')).toMatchObject({ sources: [] })
})

import { expect, test } from 'vitest'
import { Assessor } from '../../src/library/index.ts'
import { askNewest, releases } from '../world.ts'

const SIZES = [
  'm5.large',
  'm5.xlarge',
  'm5.24xlarge',
  'm5d.large',
  'm5d.xlarge',
  'i3.large',
  'i3.2xlarge',
  'd2.xlarge',
  'd2.8xlarge',
  'g4dn.xlarge',
  'g4dn.12xlarge',
  't3.nano',
  't3.micro',
]

test.for([
  ['', {}],
  [' with measured power', { avgPower: 100 }],
] as const)('sizes of a family%s in one list have the rating that each has on its own', async ([, measured]) => {
  const assetOf = (instanceType: string) => ({
    cloudInstance: { provider: 'aws', instanceType, usage: { region: 'eu-west-3', ...measured } },
  })
  const items = SIZES.map((size) => ({ asset: assetOf(size), duration: 1 }))
  const options = { criteria: ['gwp'], boundary: 'DATA_CENTRE', quality: true } as const
  const { items: rated } = await new Assessor(releases.newest).assessMany(items, options)
  const ratings = new Set<number>()
  for (const [index, size] of SIZES.entries()) {
    const { asset } = await askNewest(
      `query ($asset: AssetInput!) { asset(input: $asset) { impact(criterion: GWP, duration: 1, boundary: DATA_CENTRE) {
        total { quality { dataQualityRating } } } } }`,
      { asset: assetOf(size) },
    )
    const item = rated[index]
    if (item === undefined || 'fault' in item) throw new Error(size)
    expect(item.facts.quality, size).toBeCloseTo(asset.impact.total.quality.dataQualityRating, 9)
    ratings.add(item.facts.quality as number)
  }
  expect(ratings.size).toBeGreaterThan(5)
})

import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { scratch } from '../bulk/scratch.ts'
import { runHere } from './run-here.ts'

test('what is said of an unknown region is what happens: the mean of the regions is used', async () => {
  const columns = 'ProviderName,ChargeCategory,ServiceName,ChargeDescription,ConsumedQuantity,ConsumedUnit,RegionId'
  const file = scratch('nowhere.csv')
  writeFileSync(file, `${columns}\nAWS,Usage,EC2,m5.xlarge,24,Hours,mars-north-1\n`)
  const { stderr } = await runHere(['assess', file, '-o', scratch('nowhere.out.csv')])
  expect(stderr).toContain(
    "Place missing or unknown (mean of the provider's regions used, without a provider the default",
  )
  expect(stderr).toContain('Region unknown: 1 assessed lines')
})

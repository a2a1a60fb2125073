import { expect, test } from 'vitest'
import { openAssessor } from '../../src/bulk/open-assessor.ts'
import { loadReleases } from '../../src/catalogue/tables/load-releases.ts'
import { driftOf, Releases } from '../../src/library/index.ts'

const assessor = openAssessor()
const { newest } = new Releases(loadReleases())
const laptop = { terminal: { kind: 'LAPTOP' as const } }

/** What a program in plain JavaScript may give. */
test.for([
  [{ duration: -1 }, ['duration'], 'TOO_SMALL', 'above 0'],
  [{ duration: Number.NaN }, ['duration'], 'INVALID_TYPE', ''],
  [{ duration: '8760' }, ['duration'], 'INVALID_TYPE', ''],
  [{ criteria: ['co2'] }, ['criteria', 0], 'INVALID_VALUE', 'gwp, adp'],
  [{ criteria: 'gwp' }, ['criteria'], 'INVALID_TYPE', 'list'],
  [{ boundary: 'EARTH' }, ['boundary'], 'INVALID_VALUE', 'EQUIPMENT, DATA_CENTRE'],
  [{ allocation: 'ALL' }, ['allocation'], 'INVALID_VALUE', 'LINEAR'],
  [{ strict: 'yes' }, ['strict'], 'INVALID_TYPE', 'true or false'],
] as const)('options that give no figure are refused: %j', async ([given, path, code, named]) => {
  const options = given as object
  const refusal = { faults: [{ path, code, message: expect.stringContaining(named) }] }
  await expect(assessor.assess(laptop, options)).rejects.toMatchObject(refusal)
  await expect(assessor.assessMany([{ asset: laptop }], options)).rejects.toMatchObject(refusal)
  await expect(assessor.explain(laptop, options)).rejects.toMatchObject(refusal)
  await expect(assessor.figure(laptop, options)).rejects.toMatchObject(refusal)
  await expect(driftOf(laptop, newest, newest, options)).rejects.toMatchObject(refusal)
})

test('an item with a quantity or a duration that cannot be is faulty, and stops no other', async () => {
  const { items, totals } = await assessor.assessMany([
    { asset: laptop, quantity: -3 },
    { asset: laptop, quantity: Number.POSITIVE_INFINITY },
    { asset: laptop, quantity: 2, duration: 0 },
    { asset: laptop, quantity: 0.5 },
  ])
  expect(items.map((item) => ('fault' in item ? item.fault.message : 'assessed'))).toEqual([
    'quantity: expected a number, 0 to 1000000000000',
    'quantity: expected a number, 0 to 1000000000000',
    'duration: expected a number of hours above 0',
    'assessed',
  ])
  expect(totals).toMatchObject({ units: 4.5, assessed: 0.5, counted: 0.5, faulty: 3 })
  expect(totals.energy).toBeCloseTo(0.5 * ((await assessor.assess(laptop)).energy ?? 0), 9)
})

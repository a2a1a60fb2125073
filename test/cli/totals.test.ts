import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runHere } from './run-here.ts'

const BILL = 'test/importers/files/bill.csv'
const folder = mkdtempSync(join(tmpdir(), 'impactql-totals-'))
const file = (name: string) => join(folder, `${name}.json`)

const run = (...args: readonly string[]) => runHere(args)

beforeAll(async () => {
  const asked = ['assess', BILL, '--criteria', 'gwp,pe', '--boundary', 'EQUIPMENT', '--likely']
  await run(...asked, '--totals', file('whole'))
  for (const share of [1, 2, 3]) {
    await run(...asked, '--partition', `${share}/3`, '--totals', file(`share-${share}`))
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const json = (name: string) => JSON.parse(readFileSync(file(name), 'utf8'))

/** The totals of a file, changed. */
function changed(name: string, change: Readonly<Record<string, unknown>>): string {
  const path = file(`changed-${Math.random()}`)
  writeFileSync(path, JSON.stringify({ ...json(name), ...change }))
  return path
}

test('shares that are missing, there twice or of another run are refused', async () => {
  const [one, two, three] = [1, 2, 3].map((share) => file(`share-${share}`)) as [string, string, string]
  const refused = [
    [[one, three], 'Parts are missing: 2/3'],
    [[one, two, two, three], 'Part 2/3 is given twice'],
    [[one, two, changed('share-3', { partition: '3/4' })], 'The parts belong to different runs: 1/3 and 3/4'],
    [[one, two, three, file('whole')], 'Some files have the totals of a part'],
    [[one, changed('share-2', { release: '2020.01' }), three], 'The files use different data releases'],
    [
      [one, changed('share-2', { fingerprint: '0123456789ab' }), three],
      `The files use different data releases: ${json('share-1').release} (${json('share-1').fingerprint})`,
    ],
    [[one, changed('share-2', { impacts: {} }), three], 'The parts have different criteria'],
    [
      [one, changed('share-2', { samples: { gwp: { embedded: [1] } } }), three],
      'Expected 1024 samples of gwp, embedded',
    ],
    [[BILL], 'expected the totals that assess --totals writes'],
    [[changed('whole', { impacts: { beauty: {} } })], 'expected the totals that assess --totals writes'],
    [[join(folder, 'nowhere.json')], 'ENOENT'],
    [[join(folder, 'nowhere-*.json')], 'no file matches this pattern'],
  ] as const
  for (const [files, message] of refused) {
    expect(await run('totals', ...files)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining(message),
    })
  }
})

test('totals of a service, which have no fingerprint, add up with others of the same release', async () => {
  const without = changed('share-2', { fingerprint: undefined })
  const { status, stdout } = await run('totals', file('share-1'), without, file('share-3'))
  expect(status).toBe(0)
  const { fingerprint, ...added } = JSON.parse(stdout)
  expect(fingerprint).toBeUndefined()
  const { fingerprint: _, ...whole } = JSON.parse((await run('totals', file('share-?'))).stdout)
  expect(added).toEqual(whole)
})

test('the totals of all shares are those of the whole', async () => {
  const { status, stdout } = await run('totals', ...[3, 1, 2].map((share) => file(`share-${share}`)))
  expect(status).toBe(0)
  // As a pattern that no shell has expanded, in a folder whose name has brackets, beside another folder.
  const odd = join(folder, 'run [1] {a} (b)')
  mkdirSync(join(odd, 'share-9'), { recursive: true })
  for (const n of [1, 2, 3]) copyFileSync(file(`share-${n}`), join(odd, `share-${n}`))
  expect(await run('totals', join(odd, 'share-*'))).toEqual(await run('totals', file('share-?')))
  expect(await run('totals', file('share-?'))).toEqual(await run('totals', ...[1, 2, 3].map((n) => file(`share-${n}`))))
  const [added, whole] = [JSON.parse(stdout), json('whole')]
  const { impacts, energy, energyRange, energyKwh, assumptions, ...counts } = whole
  expect(energyKwh).toBe(energy)
  // Each by its name and by its old name.
  expect(counts).toMatchObject({ rows: 14, rowsSkipped: 7, skipped: 7, rowsFaulty: 1, faulty: 1, units: 30 })
  const { coverage, ...others } = counts
  expect(added).toMatchObject(others)
  const { cost, byReason, byService, ...rows } = coverage
  expect(added.coverage).toMatchObject({ rows: 14, assessedRows: 6, excludedRows: 6, unknownRows: 2 })
  expect(added.coverage.cost).toBeCloseTo(cost, 10)
  expect(added.coverage.byReason.map(({ reason }: { reason: string }) => reason).toSorted()).toEqual(
    byReason.map(({ reason }: { reason: string }) => reason).toSorted(),
  )
  expect(added.coverage.byService).toHaveLength(byService.length)
  expect(added.coverage.currencies).toEqual(rows.currencies)
  expect(added.energy).toBeCloseTo(energy, 10)
  expect(energyRange.value).toBe(energy)
  for (const [at, { reason, units, shares }] of assumptions.entries()) {
    expect(added.assumptions[at]).toMatchObject({ reason, units })
    expect(added.assumptions[at].shares.gwp).toBeCloseTo(shares.gwp, 12)
  }
  for (const criterion of ['gwp', 'pe']) {
    for (const phase of ['embedded', 'use', 'total']) {
      for (const bound of ['value', 'min', 'max']) {
        const figure = impacts[criterion][phase][bound]
        expect(added.impacts[criterion][phase][bound] / figure).toBeCloseTo(1, 12)
      }
    }
  }
  for (const bound of ['value', 'min', 'max']) {
    expect(added.energyRange[bound] / energyRange[bound]).toBeCloseTo(1, 12)
  }
})

test('the likely ranges of the whole come from the samples of all shares', async () => {
  const shares = [1, 2, 3].map((share) => file(`share-${share}`))
  const { impacts, energyRange } = JSON.parse((await run('totals', ...shares)).stdout)
  for (const end of ['low', 'median', 'high'])
    expect(energyRange.likely[end] / json('whole').energyRange.likely[end]).toBeCloseTo(1, 12)
  for (const criterion of ['gwp', 'pe']) {
    for (const phase of ['embedded', 'use', 'total']) {
      const { likely } = json('whole').impacts[criterion][phase]
      expect(likely.low).toBeLessThan(likely.high)
      for (const end of ['low', 'median', 'high'])
        expect(impacts[criterion][phase].likely[end] / likely[end]).toBeCloseTo(1, 12)
    }
  }
  const without = JSON.parse(
    (await run('totals', ...shares.with(0, changed('share-1', { samples: undefined })))).stdout,
  )
  expect(without.impacts.gwp.total).toMatchObject({ value: expect.any(Number), likely: null })
  expect(without.energyRange).toMatchObject({ value: energyRange.value, likely: null })
  expect(json('whole').samples).toBeUndefined()
})

test('what one share has no figure for, the whole has of the others, and says of how many units', async () => {
  const shares = [1, 2, 3].map((share) => file(`share-${share}`))
  const at = shares.findIndex((_, index) => json(`share-${index + 1}`).impacts.pe.use !== null)
  const given = json(`share-${at + 1}`)
  const { pe, gwp } = given.impacts
  const units = given.assessed
  const withoutUse = {
    ...pe,
    use: null,
    total: pe.embedded,
    isPartial: true,
    lacking: [{ phase: 'USE', units }],
    coverage: [pe.coverage[0], { phase: 'USE', units: 0, of: units, share: 0 }],
  }
  const lacking = changed(`share-${at + 1}`, { impacts: { gwp, pe: withoutUse } })
  const { impacts, assessed } = JSON.parse((await run('totals', ...shares.with(at, lacking))).stdout)
  const whole = json('whole').impacts
  expect(impacts.pe.use?.value ?? 0).toBeCloseTo(whole.pe.use.value - pe.use.value, 8)
  expect(impacts.pe.total.value).toBeCloseTo(whole.pe.total.value - pe.use.value, 8)
  expect(impacts.pe).toMatchObject({ isPartial: true, lacking: [{ phase: 'USE', units }] })
  expect(impacts.pe.coverage[1]).toMatchObject({ phase: 'USE', units: assessed - units, of: assessed })
  expect(impacts.gwp).toMatchObject({ isPartial: false, lacking: [] })
})

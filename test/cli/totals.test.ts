import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runHere } from './run-here.ts'

const BILL = 'test/importers/files/bill.csv'
const folder = mkdtempSync(join(tmpdir(), 'impactql-totals-'))
const file = (name: string) => join(folder, `${name}.json`)

const run = (...args: readonly string[]) => runHere(args)

beforeAll(async () => {
  await run('assess', BILL, '--criteria', 'gwp,pe', '--totals', file('whole'))
  for (const share of [1, 2, 3]) {
    await run('assess', BILL, '--criteria', 'gwp,pe', '--partition', `${share}/3`, '--totals', file(`share-${share}`))
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
    [[one, three], 'Shares are missing: 2/3'],
    [[one, two, two, three], 'The share 2/3 is there twice'],
    [[one, two, changed('share-3', { partition: '3/4' })], 'Shares of two runs: 1/3 and 3/4'],
    [[one, two, three, file('whole')], 'Some of the files are shares of a run'],
    [[one, changed('share-2', { release: '2020.01' }), three], 'Figures of two data releases'],
    [[one, changed('share-2', { impacts: {} }), three], 'Shares of other criteria'],
    [[BILL], 'expected the totals that assess --totals writes'],
    [[changed('whole', { impacts: { beauty: {} } })], 'expected the totals that assess --totals writes'],
    [[join(folder, 'nowhere.json')], 'ENOENT'],
  ] as const
  for (const [files, message] of refused) {
    expect(await run('totals', ...files)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining(message),
    })
  }
})

test('the totals of all shares are those of the whole', async () => {
  const { status, stdout } = await run('totals', ...[3, 1, 2].map((share) => file(`share-${share}`)))
  expect(status).toBe(0)
  const [added, whole] = [JSON.parse(stdout), json('whole')]
  const { impacts, energyKwh, ...counts } = whole
  expect(counts).toMatchObject({ rows: 14, skipped: 9, faulty: 1, units: 28 })
  expect(added).toMatchObject(counts)
  expect(added.energyKwh).toBeCloseTo(energyKwh, 10)
  for (const criterion of ['gwp', 'pe']) {
    for (const phase of ['embedded', 'use', 'total']) {
      for (const bound of ['value', 'min', 'max']) {
        const figure = impacts[criterion][phase][bound]
        expect(added.impacts[criterion][phase][bound] / figure).toBeCloseTo(1, 12)
      }
    }
  }
})

test('what one share has no figure for, the whole has none for; a share of which nothing is assessed takes none away', async () => {
  const [one, two, three] = [1, 2, 3].map((share) => file(`share-${share}`)) as [string, string, string]
  const unknown = { ...json('share-1').impacts, pe: { embedded: null, use: null, total: null } }
  const { impacts } = JSON.parse((await run('totals', changed('share-1', { impacts: unknown }), two, three)).stdout)
  expect(impacts.pe).toEqual({ embedded: null, use: null, total: null })
  expect(impacts.gwp.total.value).toBeGreaterThan(0)
  const none = Object.fromEntries(['gwp', 'pe'].map((code) => [code, { embedded: null, use: null, total: null }]))
  const empty = changed('share-2', { units: 3, assessed: 0, faulty: 3, impacts: none, energyKwh: null })
  const rest = JSON.parse((await run('totals', one, empty, three)).stdout)
  const [first, last] = [json('share-1'), json('share-3')].map((each) => each.impacts.gwp.total?.value ?? 0)
  expect(rest.impacts.gwp.total.value).toBeCloseTo(first + last, 12)
})

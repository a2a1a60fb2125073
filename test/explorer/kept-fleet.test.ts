import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { DESK, PHONE, useExplorer } from './support/explorer.ts'
import { textOf } from './support/text-of.ts'

/** A fleet is kept as a file, which opens again with the same figures. */
const { open } = useExplorer()

const FLEET = '/explorer?mode=fleet&location=FRA&load=30&duration=2y&criteria=gwp'
const TABLE = 'Name;Type;Qty\nBüro;laptop;20\nodd;lapptop;5\n'

it('that is damaged is refused in words, and nothing that was there is lost', async () => {
  const page = await open(FLEET)
  const field = page.getByLabel('Fleet file')
  await field.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('kind\nlaptop\n') })
  await page.getByRole('heading', { name: 'a.csv: 1 of 1 assets' }).waitFor()
  const damaged = { name: 'b.impactql.json', mimeType: 'application/json' }
  for (const text of [
    '{"impactqlFleet":1,"files":[',
    '{"impactqlFleet":2,"files":[]}',
    '{"impactqlFleet":1,"files":[7]}',
  ]) {
    await field.setInputFiles({ ...damaged, buffer: Buffer.from(text) })
    await page.getByText('b.impactql.json is damaged, or from a later version of impactql.').waitFor()
  }
  await page.getByRole('heading', { name: 'a.csv: 1 of 1 assets' }).waitFor()
})

it.each([
  ['light, 1440', { viewport: DESK, colorScheme: 'light' as const }],
  ['dark, 390', { viewport: PHONE, colorScheme: 'dark' as const }],
])('brings back files, what was mended, conditions and figures: %s', async (_where, options) => {
  const folder = mkdtempSync(join(tmpdir(), 'impactql-kept-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const page = await open(FLEET, options)
  const bytes = Buffer.from(TABLE, 'latin1')
  await page.getByLabel('Fleet file').setInputFiles({ name: 'liste.csv', mimeType: 'text/csv', buffer: bytes })
  await page.getByRole('form', { name: 'Correct line 3' }).getByRole('button', { name: 'laptop' }).click()
  await page.getByRole('heading', { name: 'liste.csv: 25 of 25 assets' }).waitFor()
  const figure = async (of: typeof page) =>
    textOf(of.getByRole('listitem').filter({ hasText: 'Carbon footprint' }).locator('.figure'))
  const before = await figure(page)
  const [kept] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save this fleet' }).click(),
  ])
  expect(kept.suggestedFilename()).toBe('liste.impactql.json')
  await kept.saveAs(join(folder, 'liste.impactql.json'))
  const later = await open('/explorer?mode=fleet', options)
  await later.getByLabel('Fleet file').setInputFiles(join(folder, 'liste.impactql.json'))
  await later.getByRole('heading', { name: 'liste.csv: 25 of 25 assets' }).waitFor()
  await expect.poll(() => figure(later)).toBe(before)
  const address = new URL(later.url()).searchParams
  expect(['location', 'load', 'duration', 'release'].map((name) => address.get(name))).toEqual([
    'FRA',
    '30',
    '2y',
    '2026.12',
  ])
  await later.getByRole('button', { name: 'Büro', exact: true }).waitFor()
  await expect
    .poll(() => later.locator('#release-note').textContent())
    .toBe('The tables behind the figures: the newest')
})

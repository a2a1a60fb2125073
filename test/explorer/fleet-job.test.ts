import { hash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { useExplorer } from './support/explorer.ts'

/** The service assesses files that are too large for the page, as jobs. */
const { serve, open, ask, url } = useExplorer()

const FLEET = '/explorer?mode=fleet&location=FRA&load=30&duration=1y&criteria=gwp'

/** Likely ranges of thousands of rows take a while on a machine that does other things as well. */
const PATIENCE = { timeout: 250_000 }

/** Servers that all differ, in no place of their own. */
function servers(count: number): string {
  const rows = Array.from({ length: count }, (_, at) => `host-${at},server,${1 + (at % 3)},${16 + at}`)
  return ['label,kind,quantity,ram_capacity', ...rows, ''].join('\n')
}

async function upload(page: Page, name: string, text: string): Promise<void> {
  await page.getByLabel('Fleet file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
}

/** The exact total of one of these servers over a year, under the conditions of the page or in another place. */
async function total(capacity: number, { units = 1, location = 'FRA' } = {}): Promise<number> {
  const { server } =
    await ask(`{ server(input: {configuration: {ram: [{units: ${units}, capacity: ${capacity / units}}]},
    usage: {usageLocation: "${location}", timeWorkload: 30}}) { impact(criterion: GWP, duration: 8760, boundary: DATA_CENTRE) { total { value(exact: true) } } } }`)
  return server.impact.total.value
}

describe('a fleet of many different rows', () => {
  it('that is nothing the service can read has a fault in words', async () => {
    const page = await open(FLEET)
    await upload(page, 'fleet.parquet', `PAR1${'x'.repeat(100)}PAR1`)
    await page.getByText(/The file cannot be assessed/).waitFor()
    await page.getByRole('button', { name: 'Assess the file again' }).waitFor()
  })

  it('is a job with its progress, its totals, and a result to take along', async () => {
    const page = await open(FLEET)
    await upload(page, 'fleet.csv', servers(2100))
    await page.getByRole('progressbar').waitFor()
    await page.getByRole('heading', { name: 'fleet.csv: 4,200 of 4,200 assets' }).waitFor(PATIENCE)
    const electricity = page.getByRole('listitem').filter({ hasText: 'Electricity' })
    await electricity.getByText(/Likely range: [+−]?[\d.,]+ to/).waitFor()
    const link = page.getByRole('link', { name: 'Every row with its figures' })
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
    const [head = '', first = '', ...others] = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\n')
    expect(others).toHaveLength(2099)
    const cells = first.split(',')
    const value = Number(cells[head.split(',').indexOf('gwp_total')])
    expect(cells[0]).toBe('host-0')
    expect(value).toBeCloseTo(await total(16), 6)
  })

  it('has the same view as a smaller one: rows as they come into sight, groups, faults, and how a row is computed', async () => {
    const page = await open(FLEET)
    const rows = Array.from({ length: 2101 }, (_, at) => {
      const place = at === 7 ? 'Nowhere' : at % 3 === 0 ? 'DEU' : ''
      const many = ['1', '2', '3 pcs'][at % 3]
      return `host-${at},server,${many},${16 + at},${['shop', 'web', 'lab'][at % 3]},${place}`
    })
    await upload(
      page,
      'fleet.csv',
      ['label,kind,quantity,ram_capacity,team,location', ...rows, 'x,toaster,,,,', ''].join('\n'),
    )
    // The result lacks the toaster.
    await page.getByRole('heading', { name: '2,100 of 2,102 rows' }).waitFor(PATIENCE)
    await page.getByRole('heading', { name: '2 rows are not in the totals' }).waitFor()
    await page.getByText('line 9, host-7: Unknown location "Nowhere"').waitFor()
    const table = page.getByRole('region', { name: 'Rows of the file' })
    const totals = await table
      .getByRole('row')
      .evaluateAll((rows) => rows.slice(1, 6).map((row) => Number(row.children[8]?.textContent?.replaceAll(',', ''))))
    expect(totals).toEqual(totals.toSorted((one, other) => other - one))
    await page.getByLabel('Order').selectOption('as in the file')
    await table.getByRole('row', { name: /^host-0/ }).waitFor()
    expect(await table.getByRole('row').count()).toBeLessThan(60)
    const ranged = page.waitForRequest((request) => request.headers().range !== undefined)
    await table.evaluate((element) => {
      element.scrollTop = 40 * 1500
    })
    expect((await ranged).url()).toMatch(/result$/)
    const row = table.getByRole('row', { name: /^host-1500/ })
    await row.waitFor()
    const cells = await row.getByRole('cell').allInnerTexts()
    // One of it in Germany; figures have four digits.
    expect(cells.slice(0, 5)).toEqual(['Server', 'Germany', '30 %', '8,760', '1'])
    await row.getByRole('button', { name: 'host-1500' }).click()
    // Memory of so many GB is read as 48 modules.
    const own = Math.round(await total(16 + 1500, { units: 48, location: 'DEU' })).toLocaleString('en')
    await page
      .getByRole('dialog')
      .getByText(new RegExp(`^total = ${own} kg CO₂eq`))
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Group by').selectOption('team')
    await page.getByText('Table and downloads').first().click()
    const groups = await page.locator('[aria-labelledby="fleet-groups-title"] tbody tr').allInnerTexts()
    // host-7 is of team web, and has no figures.
    // The highest first. One server of the lab, in France, is at a good third of one of the shop, in Germany.
    expect(groups.map((group) => group.split('\t').slice(0, 3))).toEqual([
      ['lab', '700', '2,100'],
      ['shop', '701', '701'],
      ['web', '699', '1,398'],
    ])
  })

  it('has faults that are corrected in place, one by one or all at once', async () => {
    const page = await open(FLEET)
    const rows = Array.from({ length: 2101 }, (_, at) => {
      const [kind, place] = [at === 4 ? 'lapptop' : 'server', at === 7 ? 'Grance' : at === 9 ? 'Swedn' : '']
      return `host-${at},${kind},1,${16 + at},${place}`
    })
    await upload(page, 'fleet.csv', ['label,kind,quantity,ram_capacity,location', ...rows, ''].join('\n'))
    await page.getByRole('heading', { name: '3 rows are not in the totals' }).waitFor(PATIENCE)
    const form = page.getByRole('form', { name: 'Correct line 9, host-7' })
    await form.getByLabel('location').fill('FRA')
    await form.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('heading', { name: '2 rows are not in the totals' }).waitFor(PATIENCE)
    await page.getByRole('button', { name: 'Correct 2 typing errors' }).click()
    await page.getByRole('heading', { name: 'fleet.csv: 2,101 of 2,101 assets' }).waitFor(PATIENCE)
    expect(await page.getByText('not in the totals').count()).toBe(0)
  })

  it('that was sent without likely ranges says so', async () => {
    const sent = await fetch(url('/v2/jobs?criteria=gwp'), {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: servers(2),
    })
    const { id } = (await sent.json()) as { readonly id: string }
    const page = await open(`${FLEET}&job=${id}`)
    await page.getByRole('heading', { name: /: 3 of 3 assets$/ }).waitFor(PATIENCE)
    await page.getByRole('table', { name: /^The ten largest items/ }).waitFor()
    expect(await page.getByText('Likely range: not requested').count()).toBe(2)
    expect(await page.getByText(/Likely range: 90 of 100 runs/).count()).toBe(0)
  })

  it('counts and names its faulty rows as the view of a file does', async () => {
    const kinds = ['server', 'toaster', 'server', 'lapptop', 'server', 'serrver']
    const table = ['label,kind', ...kinds.map((kind, at) => `host-${at},${kind}`), ''].join('\n')
    const sent = await fetch(url('/v2/jobs?criteria=gwp'), {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: table,
    })
    const { id } = (await sent.json()) as { readonly id: string }
    const page = await open(`${FLEET}&job=${id}`)
    await page.getByRole('heading', { name: '3 of 6 rows' }).waitFor(PATIENCE)
    // The service does not say the lines of a file.
    await page.getByText('row 2, host-1: Unknown kind "toaster"').waitFor()
    await upload(page, 'few.csv', table)
    await page.getByRole('heading', { name: 'few.csv: 3 of 6 assets' }).waitFor()
    await page.getByRole('heading', { name: '3 of 6 rows' }).waitFor()
    await page.getByText('line 3, host-1: Unknown kind "toaster"').waitFor()
  })

  it('is found again by its link, without its file, until it is removed', async () => {
    const sent = await fetch(url('/v2/jobs?likely=true&boundary=DATA_CENTRE&criteria=gwp'), {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: servers(2),
    })
    const { id } = (await sent.json()) as { readonly id: string }
    const page = await open(`${FLEET}&job=${id}`, { mayComplain: /404/ })
    await page.getByRole('heading', { name: /^Job of \w+ \d+, \d+: 3 of 3 assets$/ }).waitFor(PATIENCE)
    await page
      .getByText(/Likely range: [+−]?[\d.,]+ to/)
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'Every row with its figures' }).waitFor()
    const row = page.getByRole('region', { name: 'Rows of the file' }).getByRole('row', { name: /^host-1/ })
    await row.waitFor()
    expect((await row.getByRole('cell').allInnerTexts()).slice(0, 5)).toEqual([
      ...['Server', 'Europe (assumed)', '50 %', '35,040', '2'],
    ])
    // The form has what it was run with, not what the address says.
    expect(await page.getByLabel('Location').inputValue()).toBe('')
    expect(await page.getByLabel('Load', { exact: true }).inputValue()).toBe('50')
    expect(await page.getByLabel('Duration').inputValue()).toBe('')
    await row.getByRole('button', { name: 'host-1' }).click()
    await page.getByRole('dialog').getByText('host-1: how it is computed').waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Load', { exact: true }).fill('60')
    await page.getByText('Add the file again to assess it with those above.').waitFor()
    await page.evaluate((id) => fetch(`/v2/jobs/${id}`, { method: 'DELETE' }), id)
    await page.reload()
    const gone = page.getByRole('region', { name: 'This result cannot be shown' })
    await gone.getByRole('alert').getByText('There is no such job, or it was removed.').waitFor()
    await gone.getByText(/Add the file above/).waitFor()
    await upload(page, 'few.csv', servers(2))
    await page.getByRole('heading', { name: 'few.csv: 3 of 3 assets' }).waitFor()
    expect(new URL(page.url()).searchParams.get('job')).toBeNull()
  })

  it('is found by its number alone, with the conditions it was run with', async () => {
    const usage = (place: string) => ({ usage: { usageLocation: place, timeWorkload: 30 } })
    const rows = ['one', 'two'].map((label) => JSON.stringify({ label, quantity: 2, asset: { server: usage('FRA') } }))
    const sent = await fetch(url('/v2/jobs?likely=true&boundary=EQUIPMENT&criteria=gwp,pe&duration=17520'), {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: rows.join('\n'),
    })
    const { id } = (await sent.json()) as { readonly id: string }
    const page = await open(`/explorer?job=${id}`)
    await page.getByRole('heading', { name: /^Job of \w+ \d+, \d+: 4 of 4 assets$/ }).waitFor(PATIENCE)
    const row = page.getByRole('row', { name: /^one/ }).last()
    await row.waitFor()
    expect((await row.getByRole('cell').allInnerTexts()).slice(0, 5)).toEqual([
      ...['Server', 'France', '30 %', '17,520', '2'],
    ])
    const { searchParams } = new URL(page.url())
    const given = ['mode', 'location', 'load', 'duration', 'boundary', 'criteria', 'job']
    expect(given.map((name) => searchParams.get(name))).toEqual([
      ...['fleet', 'FRA', '30', '2y', 'equipment', 'gwp,pe', id],
    ])
    expect(await page.getByLabel('Load', { exact: true }).inputValue()).toBe('30')
    expect(await page.getByText('These figures are from before your last change.').count()).toBe(0)
    // The back button leaves the page.
    expect(await page.evaluate(() => history.length)).toBe(2)
  })

  it('is two files that are held against each other, by the rows of the result', async () => {
    const page = await open(FLEET)
    const table = (from: number) => {
      const rows = Array.from({ length: 1500 }, (_, at) => {
        return `host-${from + at},server,1,${16 + from + at}`
      })
      return ['label,kind,quantity,ram_capacity', ...rows, ''].join('\n')
    }
    const files = [
      ['last.csv', table(0)],
      ['this.csv', table(1000).replace(/host-1000,.*/, 'host-0,server,3,16')],
    ].map(([name = '', text = '']) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) }))
    await page.getByLabel('Fleet file').setInputFiles(files)
    await page.getByRole('button', { name: 'Before and after' }).click(PATIENCE)
    await page.getByRole('heading', { name: /^From last\.csv to this\.csv: [+−][\d.,]+ t CO₂eq/ }).waitFor(PATIENCE)
    await page.getByText('1,000 added, 1,000 removed, 1 changed, 499 as before').waitFor(PATIENCE)
    const exact = await total(16)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download differences as CSV' }).click(),
    ])
    const line = readFileSync(await file.path(), 'utf8')
      .split('\r\n')
      .find((each) => each.startsWith('host-0,changed'))
    const [, , before, after, difference] = (line ?? '').split(',').map(Number)
    expect(before).toBeCloseTo(exact, 6)
    expect(after).toBeCloseTo(3 * exact, 6)
    expect(difference).toBeCloseTo(2 * exact, 6)
    await page.getByRole('button', { name: 'One fleet' }).click()
    await page.getByRole('heading', { name: /^2 files: 3,002 of 3,002 assets$/ }).waitFor(PATIENCE)
  })

  it('that cannot be compared says so, and how to do it instead', async () => {
    const page = await open(FLEET)
    await page.getByText('tables of up to 20 MB each, and bills with up to 2,000 different machines').waitFor()
    await upload(page, 'new fleet.parquet', `PAR1${'x'.repeat(100)}PAR1`)
    await page.getByText("impactql diff before.csv 'new fleet.parquet'").waitFor()
  })

  it('is sent, watched and taken along with the API key where the service needs one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'impactql-explorer-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
    const at = await serve({ API_KEYS: hash('sha256', 'open-sesame'), JOBS_FOLDER: folder })
    const page = await open(FLEET, { at, mayComplain: /401/ })
    await page.getByLabel('API key', { exact: true }).fill('open-sesame')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'A whole fleet from files' }).waitFor()
    await upload(page, 'fleet.csv', servers(2001))
    const [file] = await Promise.all([
      page.waitForEvent('download', PATIENCE),
      page.getByRole('button', { name: 'Every row with its figures' }).click(PATIENCE),
    ])
    expect(
      readFileSync(await file.path(), 'utf8')
        .trimEnd()
        .split('\n'),
    ).toHaveLength(2002)
  })

  it('is cancelled when it is no longer wanted', async () => {
    const page = await open(FLEET)
    const gone = page.waitForRequest((request) => request.method() === 'DELETE', PATIENCE)
    await upload(page, 'fleet.csv', servers(2500))
    // A share of the work: the service has the job. The page shows that it reads and sends the file before that.
    await page.getByText(/… \d+ %/).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(new URL((await gone).url()).pathname).toMatch(/^\/v2\/jobs\/[0-9a-f]{32}$/)
    await page.getByRole('button', { name: 'Assess the file' }).waitFor()
  })

  it('is assessed again when it is asked to, once the conditions have changed', async () => {
    const page = await open(FLEET)
    await upload(page, 'fleet.csv', servers(2050))
    await page.getByText('France, 30 % load').waitFor(PATIENCE)
    expect(new URL(page.url()).searchParams.get('job')).toMatch(/^[0-9a-f]{32}$/)
    await page.getByLabel('Load', { exact: true }).fill('60')
    await page.getByText('These figures are from before your last change.').waitFor()
    await page.getByRole('button', { name: 'Assess the file again' }).click()
    await page.getByText('France, 60 % load').waitFor(PATIENCE)
  })
})

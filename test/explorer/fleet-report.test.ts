import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { violationsOf } from './support/axe.ts'
import { DESK, PHONE, useExplorer } from './support/explorer.ts'
import { textOf } from './support/text-of.ts'

/** A fleet for people who decide: groups as areas, and one page of paper. */
const { open, ask } = useExplorer()

const FLEET = '/explorer?mode=fleet&location=FRA&load=30&duration=1y'
const TABLE = [
  'label,kind,quantity,tag:team',
  'racks,server,40,web',
  'desks,laptop,120,office',
  ...Array.from({ length: 30 }, (_, at) => `screens-${at},monitor,${at + 1},team-${at}`),
  'odd,lapptop,2,web',
  '',
].join('\n')

const VIEWPORTS = [
  ['light, 1440', { viewport: DESK, colorScheme: 'light' as const }],
  ['dark, 390', { viewport: PHONE, colorScheme: 'dark' as const }],
] as const

async function upload(page: Page): Promise<void> {
  await page
    .getByLabel('Fleet file')
    .setInputFiles({ name: 'fleet.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) })
  await page
    .getByText(/Likely range: [+−]?[\d.,]+ to/)
    .first()
    .waitFor()
}

describe('the groups of a fleet', () => {
  it.each(VIEWPORTS)('are areas as well, whose sizes are their shares: %s', async (_where, options) => {
    const page = await open(`${FLEET}&criteria=gwp`, { ...options, bypassCSP: true })
    await upload(page)
    await page.getByRole('button', { name: 'Treemap' }).click()
    const picture = page.getByRole('img', { name: 'Total by kind, in t CO₂eq' })
    const tiles = await picture.locator('rect').evaluateAll((all) =>
      all.map((each) => {
        const [width, height] = ['width', 'height'].map((name) => Number(each.getAttribute(name)) + 2)
        return { area: (width ?? 0) * (height ?? 0), words: each.parentElement?.dataset.value ?? '' }
      }),
    )
    const whole = tiles.reduce((sum, { area }) => sum + area, 0)
    expect(tiles).toHaveLength(3)
    for (const { area, words } of tiles) {
      const share = Number(/([\d.]+) %$/.exec(words)?.[1])
      // Shares are written to two digits.
      expect(Math.abs((area / whole) * 100 - share)).toBeLessThan(0.5)
    }
    expect(await violationsOf(page)).toEqual([])
    const [width, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(width).toBeLessThanOrEqual(shown as number)
  })
})

describe('a fleet on paper', () => {
  it('has the figures of the screen, and counts that are not rounded', async () => {
    const page = await open(`${FLEET}&criteria=gwp`)
    const table = 'label,kind,quantity\ntwo,desktop,2\n'
    await page
      .getByLabel('Fleet file')
      .setInputFiles({ name: 'one.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
    const shown = page.getByText(/^Likely range: [\d.]+ to 1\d\d\.\d$/).first()
    await shown.waitFor()
    const range = (await textOf(shown)).replace('Likely range: ', '')
    await page.emulateMedia({ media: 'print' })
    const text = await textOf(page.getByRole('region', { name: 'Report for print' }))
    expect(text).toContain(`likely ${range}, for 2 of 2 assets`)
    expect(text.split(range)).toHaveLength(3)
  })

  it('shows a share and a bar of what is too small to be measured', async () => {
    const page = await open(`${FLEET}&criteria=gwp`)
    const table = 'label,kind,quantity,location\nall,laptop,1234567,\nodd,monitor,3,SWE\n'
    await page
      .getByLabel('Fleet file')
      .setInputFiles({ name: 'many.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
    await page.getByRole('heading', { name: 'many.csv: 1,234,570 of 1,234,570 assets' }).waitFor()
    await page.getByRole('row', { name: /^all 1,234,567 .* 100\.0 %$/ }).waitFor()
    await page.getByRole('row', { name: /^odd 3 .* <0\.1 %$/ }).waitFor()
    const bars = page.getByRole('img', { name: /^Embodied and use by kind/ }).locator('rect.bar')
    const widths = await bars.evaluateAll((all) => all.map((each) => Number(each.getAttribute('width'))))
    expect(widths).toHaveLength(4)
    for (const width of widths) expect(width).toBeGreaterThanOrEqual(1)
    await page.emulateMedia({ media: 'print' })
    await page.locator('.report-bar i').nth(7).waitFor({ state: 'attached' })
    const onPaper = await page
      .locator('.report-bar i')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width))
    expect(onPaper).toHaveLength(8)
    for (const width of onPaper) expect(width).toBeGreaterThanOrEqual(1)
  })

  it.each(VIEWPORTS)('is one page in tonnes, with method, coverage and date: %s', async (_where, options) => {
    const page = await open(`${FLEET}&criteria=gwp,adp,pe`, options)
    await upload(page)
    await page.getByRole('heading', { name: '32 of 33 rows' }).waitFor()
    await page.getByLabel('Title of the printed page').fill('Equipment of 2026')
    await page.emulateMedia({ media: 'print' })
    const report = page.getByRole('region', { name: 'Report for print' })
    const text = await textOf(report)
    const { fleet } = await ask(`{ fleet(items: [
      {quantity: 40, asset: {server: {usage: {usageLocation: "FRA", timeWorkload: 30}}}}
      {quantity: 120, asset: {terminal: {kind: LAPTOP, usage: {usageLocation: "FRA"}}}}
      {quantity: 465, asset: {terminal: {kind: MONITOR, usage: {usageLocation: "FRA"}}}}
    ]) { impact(criterion: GWP, duration: 8760, boundary: DATA_CENTRE) { total { value(exact: true) } } } }`)
    expect(text).toContain(`${Number((fleet.impact.total.value / 1000).toPrecision(3))} t CO₂eq`)
    expect(text).toMatch(
      /^.*Carbon footprint over 1 year: [\d.]+ t CO₂eq, likely [\d.]+ to [\d.]+, for 625 of 627 assets\./s,
    )
    // Only the reader of the page can open its address.
    expect(text).not.toContain('127.0.0.1')
    expect(text).toMatch(/^Equipment of 2026/)
    // 18.95 of 40 servers are 19.0 beside 4.7 of screens.
    const largest = await report.getByRole('table').last().locator('td:nth-child(3)').allInnerTexts()
    for (const figure of largest) expect(figure).toMatch(/^\d+\.\d+$/)
    expect(text).toContain('1 row is faulty and not counted')
    expect(text).toContain(new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(new Date()))
    expect(text).toContain('data release 2026.12')
    expect(text).toMatch(/Electricity: [\d.]+ MWh, likely [\d.]+ to [\d.]+\./)
    // A table has things of many kinds: the share of one kind says nothing of it.
    expect(text).not.toMatch(/lie in ours/)
    expect(text).toMatch(/Comparison with published figures: \/calibration of the service\./)
    expect(await page.getByRole('heading', { name: '32 of 33 rows' }).isVisible()).toBe(false)
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    // A4, in points.
    expect(pdf).toMatch(/\/MediaBox\s*\[0 0 59[45][.\d]* 84[12][.\d]*\]/)
  })
})

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { violationsOf } from './support/axe.ts'
import { DESK, PHONE, useExplorer } from './support/explorer.ts'

/** Two files compared: what is added, removed and changed from one to the other. */
const { open, ask } = useExplorer()

const FLEET = '/explorer?mode=fleet&location=FRA&load=30&criteria=gwp'
const LAST_YEAR = 'label,kind,quantity\nsame,laptop,20\nold,desktop,5\nmore,server,1\n'
const THIS_YEAR = 'label,kind,quantity\nsame,laptop,20\nnew,monitor,3\nmore,server,4\n'

async function compared(page: Page): Promise<void> {
  const files = [
    ['last.csv', LAST_YEAR],
    ['this.csv', THIS_YEAR],
  ].map(([name = '', text = '']) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) }))
  await page.getByLabel('Fleet file').setInputFiles(files)
  await page.getByRole('button', { name: 'Before and after' }).click()
  await page.getByRole('heading', { name: /^From last\.csv to this\.csv/ }).waitFor()
}

const words = (value: number, digits = 3) => {
  const text = new Intl.NumberFormat('en', { maximumSignificantDigits: 5 }).format(Number(value.toPrecision(digits)))
  return `${value > 0 ? '+' : ''}${text.replace('-', '−')}`
}

describe('two fleet files', () => {
  it('over the lifetimes of things, which differ, have no likely range, and it says so', async () => {
    const page = await open(`${FLEET}&duration=`)
    await compared(page)
    await page.getByText('Likely range: none. Both sides need one duration').waitFor()
  })

  it('are held against each other by their labels, with difference and likely range', async () => {
    const page = await open(`${FLEET}&duration=1y`)
    await compared(page)
    const usage = 'usage: {usageLocation: "FRA", timeWorkload: 30}'
    const terminal = (kind: string) => `{terminal: {kind: ${kind}, usage: {usageLocation: "FRA"}}}`
    const server = `{server: {${usage}}}`
    const laptops = `{quantity: 20, asset: ${terminal('LAPTOP')}}`
    const fleet = (...items: readonly string[]) => `[${laptops}, ${items.join(', ')}]`
    const before = fleet(`{quantity: 5, asset: ${terminal('DESKTOP')}}`, `{quantity: 1, asset: ${server}}`)
    const after = fleet(`{quantity: 3, asset: ${terminal('MONITOR')}}`, `{quantity: 4, asset: ${server}}`)
    // With all rows, those that are the same on both sides as well.
    const { comparison } =
      await ask(`{ comparison(items: [{label: "a", fleet: ${before}}, {label: "b", fleet: ${after}}],
      criterion: GWP, duration: 8760, boundary: DATA_CENTRE) {
      items { impact { total { value(exact: true) } } }
      pairs { difference { quantiles(at: [0.05, 0.95]) { value } } } } }`)
    const [was, is] = comparison.items.map((each: { impact: { total: { value: number } } }) => each.impact.total.value)
    const [low, high] = comparison.pairs[0].difference.quantiles.map((each: { value: number }) => each.value)
    const share = `${words(((is - was) / was) * 100)} %`
    await page
      .getByRole('heading', { name: `From last.csv to this.csv: ${words(is - was)} kg CO₂eq (${share})` })
      .waitFor()
    await page.getByText('1 added, 1 removed, 1 changed, 1 as before').waitFor()
    const likely = [low, high].map((each) => new Intl.NumberFormat('en').format(Number(each.toPrecision(3))))
    await page.getByText(`Likely range: in 90 of 100 cases between ${likely[0]} and ${likely[1]}`).waitFor()
    const { fleet: one } = await ask(`{ fleet(items: [{asset: ${server}}]) { items {
      impact(criterion: GWP, duration: 8760, boundary: DATA_CENTRE) { total { value(exact: true) } } } } }`)
    const more = page.getByRole('row', { name: /^more changed/ })
    await more.getByRole('cell', { name: words(3 * one.items[0].impact.total.value, 4), exact: true }).waitFor()
    for (const row of ['more changed', 'new added'])
      await page.getByRole('row', { name: new RegExp(`^${row} .* \\+[\\d,.]+ to \\+[\\d,.]+$`) }).waitFor()
    await page.getByRole('row', { name: /^old removed .* −[\d,.]+ to −[\d,.]+$/ }).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download differences as CSV' }).click(),
    ])
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(lines.map((line) => line.split(',').slice(0, 2).join(' ')).toSorted()).toEqual(
      ['more changed', 'new added', 'old removed', 'row change'].toSorted(),
    )
  })

  it('can be swapped, and be one fleet again', async () => {
    const page = await open(`${FLEET}&duration=1y`)
    await compared(page)
    await page.getByRole('button', { name: 'Swap' }).click()
    await page.getByRole('heading', { name: /^From this\.csv to last\.csv: −/ }).waitFor()
    await page.getByRole('button', { name: 'One fleet' }).click()
    await page.getByRole('heading', { name: '2 files: 53 of 53 assets' }).waitFor()
  })

  it('may be one Terraform plan, with both of its sides', async () => {
    const page = await open(`${FLEET}&duration=1y`)
    await page.getByLabel('Fleet file').setInputFiles('test/importers/files/plan.json')
    await page.getByRole('button', { name: 'Compare before and after' }).click()
    await page.getByRole('heading', { name: /^From plan\.json, before to plan\.json: / }).waitFor()
    await page.getByText(/\d+ added, \d+ removed, \d+ changed, \d+ as before/).waitFor()
  })

  it.each([
    ['light, 1440', { viewport: DESK, colorScheme: 'light' as const }],
    ['dark, 390', { viewport: PHONE, colorScheme: 'dark' as const }],
  ])('are accessible, and fit: %s', async (_where, options) => {
    const page = await open(`${FLEET}&duration=1y`, { ...options, bypassCSP: true })
    await compared(page)
    await page.getByText(/Likely range: in 90 of 100/).waitFor()
    await page.getByRole('img', { name: 'Largest differences, in kg CO₂eq' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    const [width, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(width).toBeLessThanOrEqual(shown as number)
  })
})

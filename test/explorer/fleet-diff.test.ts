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

async function compared(page: Page, last = LAST_YEAR, now = THIS_YEAR): Promise<void> {
  const files = [
    ['last.csv', last],
    ['this.csv', now],
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
  it('over the lifetimes of things have the likely range of their difference, too', async () => {
    const page = await open(`${FLEET}&duration=`)
    await compared(page, 'label,kind,quantity\na,laptop,2\n', 'label,kind,quantity\na,laptop,3\nb,monitor,1\n')
    const terminal = (kind: string, quantity: number) =>
      `{quantity: ${quantity}, wholeLife: true, asset: {terminal: {kind: ${kind}, usage: {usageLocation: "FRA"}}}}`
    const [before, after] = [terminal('LAPTOP', 2), `${terminal('LAPTOP', 3)}, ${terminal('MONITOR', 1)}`]
    const { comparison } =
      await ask(`{ comparison(items: [{label: "a", fleet: [${before}]}, {label: "b", fleet: [${after}]}],
      criterion: GWP, boundary: DATA_CENTRE) { pairs { difference { quantiles(at: [0.05, 0.95]) { value } } } } }`)
    const ends = comparison.pairs[0].difference.quantiles.map(({ value }: { value: number }) => words(value))
    await page.getByText(`Likely range: ${ends.join(' to ')}`).waitFor()
    await page.getByRole('row', { name: /^b added .* \+[\d,.]+ to \+[\d,.]+$/ }).waitFor()
  })

  it('of which one lacks a phase that the other has are not compared, and it says what is unknown', async () => {
    const page = await open('/explorer?mode=fleet&criteria=pe&duration=1y')
    const head = 'label,kind,quantity,location\n'
    await compared(
      page,
      `${head}moved,laptop,20,FRA\nmore,laptop,1,FRA\n`,
      `${head}moved,laptop,20,HKG\nmore,laptop,3,FRA\n`,
    )
    await page.getByRole('heading', { name: 'From last.csv to this.csv: not comparable', exact: true }).waitFor()
    await page
      .getByText(/^Not comparable: .*; use is unknown for all or part of what changes in this\.csv\.$/)
      .waitFor()
    // A laptop in France uses 225.78 MJ a year: 20 kWh of 11.289 MJ each. Its making is unknown, as is all of one in
    // Hong Kong. Before are 21 of them, after 3.
    const figures = page
      .getByRole('region', { name: /^From last/ })
      .getByRole('list')
      .first()
    expect((await figures.innerText()).split(/\s*\n\s*/).map((each) => each.toLowerCase())).toEqual([
      'before, as far as known',
      '4,740 mj',
      'after, as far as known',
      '677 mj',
    ])
    expect(
      await page
        .getByRole('region', { name: /^From last/ })
        .getByText(/Likely range:|%/)
        .count(),
    ).toBe(0)
    const moved = page.getByRole('row', {
      name: /^moved changed 4,516 unknown not comparable: .*use is unknown for all/,
    })
    await moved.getByText(/part of moved \(after\)$/).waitFor()
    // The other row can be compared, and it alone is drawn.
    await page.getByRole('row', { name: /^more changed 226 677 \+452 \+[\d.]+ to \+[\d,.]+$/ }).waitFor()
    expect(
      await page
        .getByRole('img', { name: /^Largest differences/ })
        .locator('desc')
        .textContent(),
    ).toBe('more: 451.6')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download differences as CSV' }).click(),
    ])
    expect(readFileSync(await file.path(), 'utf8')).toMatch(
      /^moved,changed,4515\.6\d*,,,,,MJ,"?the embodied impact is unk/m,
    )
  })

  it('that both lack making differ as far as known, without a percentage', async () => {
    const page = await open('/explorer?mode=fleet&criteria=pe&location=FRA&duration=1y')
    await compared(page, 'label,kind,quantity\na,laptop,1\n', 'label,kind,quantity\na,laptop,3\n')
    await page.getByRole('heading', { name: 'From last.csv to this.csv: +452 MJ', exact: true }).waitFor()
    await page.getByText(/^The difference covers only the known phases: the embodied impact is unknown for/).waitFor()
    await page.getByText(/Likely range: [+−]?[\d.,]+ to/).waitFor()
  })

  it.each([
    ['at a desk', { viewport: DESK, colorScheme: 'light' as const }],
    ['on a phone, in the dark', { viewport: PHONE, colorScheme: 'dark' as const }],
  ])('are held against each other by their labels, with difference and likely range: %s', async (_where, options) => {
    const page = await open(`${FLEET}&duration=1y`, options)
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
    const likely = [low, high].map((each) => words(each))
    await page.getByText(`Likely range: ${likely[0]} to ${likely[1]}`).waitFor()
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

  it('are printed as their difference with its table, and the address', async () => {
    const page = await open(`${FLEET}&duration=1y`, { colorScheme: 'dark' })
    await compared(page)
    await page.getByRole('row', { name: /^more changed .* to / }).waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('heading', { name: /^From last\.csv to this\.csv: [+−]/ }).isVisible()).toBe(true)
    expect(await page.getByRole('row', { name: /^more changed/ }).isVisible()).toBe(true)
    expect(await page.getByRole('img', { name: /^Largest differences/ }).isVisible()).toBe(true)
    expect(await page.getByText(page.url(), { exact: true }).isVisible()).toBe(true)
    expect(await page.locator('form, button, input').filter({ visible: true }).count()).toBe(0)
  })

  it('have a table on a phone that shows the difference of each row, and covers no column', async () => {
    const page = await open(`${FLEET}&duration=1y`, { viewport: PHONE })
    await compared(page)
    const table = page.getByRole('region', { name: 'Differences', exact: true })
    const widths = await table.evaluate((scroller) => {
      const edges = [...scroller.querySelectorAll('thead th')].map((head) => head.getBoundingClientRect())
      const sorted = edges.toSorted((one, other) => one.left - other.left)
      return {
        covered: sorted.map(({ left }, at) => (sorted[at - 1]?.right ?? 0) - left).filter((width) => width > 0),
        beyond: (edges[4]?.right ?? Number.NaN) - scroller.getBoundingClientRect().right,
      }
    })
    expect(widths.covered).toEqual([])
    expect(widths.beyond).toBeLessThanOrEqual(0)
  })

  it('can be swapped, and be one fleet again', async () => {
    const page = await open(`${FLEET}&duration=1y`)
    await compared(page)
    await page.getByRole('button', { name: 'Swap' }).click()
    await page.getByRole('heading', { name: /^From this\.csv to last\.csv: −/ }).waitFor()
    await page.getByRole('button', { name: 'One fleet' }).click()
    await page.getByRole('heading', { name: '2 files: 53 of 53 assets' }).waitFor()
  })

  it('that are bills are held against each other by resource, however many lines each has', async () => {
    const page = await open(`${FLEET}&duration=1y`)
    const lines = (all: readonly (readonly [resource: string, type: string, hours: number])[]) =>
      [
        'ChargeCategory,ConsumedQuantity,ConsumedUnit,EffectiveCost,BillingCurrency,ProviderName,RegionId,ResourceId,ServiceName,SkuMeter',
        ...all.map(
          ([resource, type, hours]) =>
            `Usage,${hours},Hours,10,USD,AWS,eu-west-3,${resource},Amazon Elastic Compute Cloud,BoxUsage:${type}`,
        ),
        'Tax,1,Units,10,USD,AWS,,,Tax,',
        '',
      ].join('\n')
    const september = lines([
      ['i-same', 'm5.large', 24],
      ['i-same', 'm5.large', 24],
      ['i-grown', 'm5.xlarge', 100],
      ['i-old', 'c5.large', 50],
    ])
    const october = lines([
      ['i-same', 'm5.large', 48],
      ['i-grown', 'm5.xlarge', 100],
      ['i-grown', 'm5.2xlarge', 30],
      ['i-new', 'c5.xlarge', 70],
    ])
    await page.getByLabel('Fleet file').setInputFiles(
      [
        ['september.csv', september],
        ['october.csv', october],
      ].map(([name = '', text = '']) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })),
    )
    await page.getByRole('button', { name: 'Before and after' }).click()
    await page.getByText('1 added, 1 removed, 1 changed, 1 as before').waitFor()
    await page.getByText('Assessed of september.csv: 80 % of cost, 4 of 5 lines').waitFor()
    await page.getByText('Assessed of october.csv: 80 % of cost, 4 of 5 lines').waitFor()
    const ofHours = async (type: string, hours: number): Promise<number> => {
      const { cloudInstance } = await ask(`{ cloudInstance(input: {provider: "aws", instanceType: "${type}",
        usage: {region: "eu-west-3", timeWorkload: 30}}) {
        impact(criterion: GWP, duration: 1, boundary: DATA_CENTRE) { total { value(exact: true) } } } }`)
      return hours * cloudInstance.impact.total.value
    }
    const grown = await ofHours('m5.2xlarge', 30)
    const old = await ofHours('c5.large', 50)
    const fresh = await ofHours('c5.xlarge', 70)
    // All with the decimals of the largest.
    const decimals = 3 - Math.floor(Math.log10(Math.max(grown, old, fresh)))
    const cell = (value: number) => `${value > 0 ? '+' : '−'}${Math.abs(value).toFixed(decimals)}`
    const shown = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) })
    await shown('i-grown changed')
      .getByRole('cell', { name: cell(grown), exact: true })
      .waitFor()
    await shown('i-old removed')
      .getByRole('cell', { name: cell(-old), exact: true })
      .waitFor()
    await shown('i-new added')
      .getByRole('cell', { name: cell(fresh), exact: true })
      .waitFor()
    // With the decimals of either month, both below 1 kg.
    const change = (grown + fresh - old).toFixed(3)
    await page.getByRole('heading', { name: `From september.csv to october.csv: +${change} kg` }).waitFor()
    await page.getByText(/Likely range: [+−]?[\d.,]+ to/).waitFor()
    await page.getByRole('columnheader', { name: 'Resource' }).waitFor()
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
    await page.getByText(/Likely range: [+−]?[\d.,]+ to/).waitFor()
    await page.getByRole('img', { name: 'Largest differences, in kg CO₂eq' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    const [width, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(width).toBeLessThanOrEqual(shown as number)
  })
})

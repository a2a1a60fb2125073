import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { violationsOf } from './support/axe.ts'
import { DESK, PHONE, useExplorer } from './support/explorer.ts'
import { textOf } from './support/text-of.ts'

/** Cloud bills: what of them is assessed, what is left out and why, and their groups. */
const { open } = useExplorer()

const FLEET = '/explorer?mode=fleet&duration=1y&criteria=gwp'

const HEAD =
  'ChargeCategory,ConsumedQuantity,ConsumedUnit,EffectiveCost,BillingCurrency,ProviderName,RegionId,SubAccountName,ChargePeriodStart,ResourceId,ServiceName,SkuMeter,ChargeDescription,Tags'
const EC2 = 'Amazon Elastic Compute Cloud'

/** Of a bill of 100 USD, 71 are assessed; CloudWatch is nothing to count, and a Rekognition nobody knows. */
const BILL = [
  HEAD,
  `Usage,744,Hours,40,USD,AWS,eu-west-3,shop,2026-09-01,i-1,${EC2},BoxUsage:m5.xlarge,,"{""team"": ""web""}"`,
  `Usage,100,Hours,20,USD,AWS,eu-north-1,lab,2026-10-01,i-2,${EC2},BoxUsage:m5.xlarge,,"{""team"": ""data""}"`,
  `Usage,744,Hours,11,USD,AWS,eu-west-3,shop,2026-10-01,i-1,${EC2},BoxUsage:m5.large,,"{""team"": ""web""}"`,
  'Usage,1000,Requests,12,USD,AWS,eu-west-3,shop,2026-10-01,,AmazonCloudWatch,CW:Requests,$0.01 per 1000 requests,',
  'Usage,3,Images,9,USD,AWS,eu-west-3,shop,2026-10-01,,Amazon Rekognition,ImagesProcessed,per image,',
  'Tax,1,Units,8,USD,AWS,,,2026-10-01,,Tax,,,',
  '',
].join('\n')

async function upload(page: Page, text: string): Promise<void> {
  await page
    .getByLabel('Fleet file')
    .setInputFiles({ name: 'bill.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
}

async function downloaded(page: Page, name: string): Promise<readonly string[]> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
  return readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
}

describe('a cloud bill', () => {
  it('in two currencies counts lines, and says why', async () => {
    const page = await open(FLEET)
    await upload(page, BILL.replace('20,USD', '20,EUR'))
    await page.getByRole('heading', { name: 'bill.csv: 3 of 6 lines' }).waitFor()
    await page.getByText('The bill has costs in EUR, USD, which are not added up.').waitFor()
  })

  it('says how much of its cost is assessed, and what is left out by cost, service and reason', async () => {
    const page = await open(FLEET)
    await upload(page, BILL)
    await page.getByRole('heading', { name: 'bill.csv: 71 % of cost, 3 of 6 lines' }).waitFor()
    await page
      .getByText('Left out: AmazonCloudWatch 12 % of cost, Amazon Rekognition 9 % of cost, Tax 8 % of cost.')
      .waitFor()
    await page.getByText('Cost assessed: 71 USD of 100 USD.').waitFor()
    await page.getByRole('row', { name: /^Charged by the request.* PER_REQUEST 1 12 USD$/ }).waitFor()
    await page.getByRole('row', { name: 'A tax, not usage TAX 1 8 USD' }).waitFor()
    await page.getByText('Unknown lines, by name: 1').click()
    await page.getByText(/1 line: no hardware is known: Amazon Rekognition/).waitFor()
    await page.getByRole('img', { name: 'Assessed and not assessed, by service, in USD' }).waitFor()
  })

  it('is put together by service, region, account, month and each of its tags', async () => {
    const page = await open(FLEET)
    await upload(page, BILL)
    const groupBy = page.getByLabel('Group by')
    await groupBy.waitFor()
    const offered = await groupBy.getByRole('option').allTextContents()
    expect(offered.slice(0, 6)).toEqual(['service', 'region', 'account', 'month', 'kind', 'place'])
    for (const [by, names] of [
      ['region', ['eu-west-3, France', 'eu-north-1, Sweden']],
      ['account', ['shop', 'lab']],
      // Months stand in their order: that of the most is not the first.
      ['month', ['2026-09', '2026-10']],
      ['Tags.team', ['web', 'data']],
    ] as const) {
      await groupBy.selectOption(by)
      const picture = page.getByRole('figure').filter({ hasText: `Embodied and use by ${by}` })
      await expect.poll(() => picture.locator('.row-name').allTextContents()).toEqual(names)
    }
  })

  it('has the months of dates with the day first, once any date tells', async () => {
    const page = await open(FLEET)
    await upload(page, BILL.replace('2026-09-01', '13/09/2026').replaceAll('2026-10-01', '01/10/2026'))
    await page.getByLabel('Group by').selectOption('month')
    const picture = page.getByRole('figure').filter({ hasText: 'Embodied and use by month' })
    await expect.poll(() => picture.locator('.row-name').allTextContents()).toEqual(['2026-09', '2026-10'])
  })

  it('gives every line with its figures, or with the reason that it has none', async () => {
    const page = await open(FLEET)
    await upload(page, BILL)
    await page.getByRole('heading', { name: /bill.csv: 71 %/ }).waitFor()
    const [head = '', ...lines] = await downloaded(page, 'Download lines with their reasons')
    expect(head).toMatch(/^row,label,status,reason,why,service,cost,currency,quantity,/)
    const cells = lines.map((line) => line.split(',').slice(0, 8))
    expect(cells.map(([row, , status, reason]) => [row, status, reason])).toEqual([
      ['line 2', 'assessed', ''],
      ['line 3', 'assessed', ''],
      ['line 4', 'assessed', ''],
      ['line 5', 'left out', 'PER_REQUEST'],
      ['line 6', 'left out', 'UNKNOWN_USAGE'],
      ['line 7', 'left out', 'TAX'],
    ])
    const total = await textOf(page.getByRole('listitem').filter({ hasText: 'Carbon footprint' }).locator('.figure'))
    const sum = lines.reduce((all, line) => all + Number(line.split(',')[head.split(',').indexOf('total')] ?? 0), 0)
    expect(total).toBe(new Intl.NumberFormat('en').format(Number(sum.toPrecision(3))))
  })

  it.each([
    ['light, 1440', { viewport: DESK, colorScheme: 'light' as const }],
    ['dark, 390', { viewport: PHONE, colorScheme: 'dark' as const }],
  ])('is accessible, and fits: %s', async (_where, options) => {
    const page = await open(FLEET, { ...options, bypassCSP: true })
    await upload(page, BILL)
    await page.getByRole('heading', { name: 'bill.csv: 71 % of cost, 3 of 6 lines' }).waitFor()
    await page
      .getByText(/Likely range: [+−]?[\d.,]+ to/)
      .first()
      .waitFor()
    expect(await violationsOf(page)).toEqual([])
    const [width, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(width).toBeLessThanOrEqual(shown as number)
  })
})

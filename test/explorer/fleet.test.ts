import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useExplorer } from './support/explorer.ts'
import { textOf } from './support/text-of.ts'

/** Files of many, read in the page. */
const { open, ask } = useExplorer()

const FLEET = '/explorer?mode=fleet&location=FRA&load=30&duration=1y&criteria=gwp'

const BILL = `ChargeCategory,ConsumedQuantity,ConsumedUnit,ProviderName,RegionId,ResourceId,ServiceName,SkuMeter
Usage,744,Hours,Amazon Web Services,eu-west-3,i-1,Amazon Elastic Compute Cloud,BoxUsage:m5.xlarge
Usage,100.5,Hours,Amazon Web Services,eu-north-1,i-2,Amazon Elastic Compute Cloud,BoxUsage:m5.xlarge
Usage,20,Hours,Amazon Web Services,eu-north-1,i-2,Amazon Elastic Compute Cloud,BoxUsage:m5.xlarge
Tax,1,Units,Amazon Web Services,,,,
`

/** The exact total of an asset over some hours. */
const instance = async (usage: string, hours: number): Promise<number> => {
  const { cloudInstance } =
    await ask(`{ cloudInstance(input: {provider: "aws", instanceType: "m5.xlarge", usage: {${usage}}}) {
    impact(criterion: GWP, duration: ${hours}) { total { value(exact: true) } } } }`)
  return cloudInstance.impact.total.value
}

async function totalOf(file: { name: string; text: string }): Promise<{ readonly shown: string; readonly page: Page }> {
  const page = await open(FLEET)
  await upload(page, file.name, file.text)
  const total = page.getByRole('listitem').filter({ hasText: 'Carbon footprint' })
  return { shown: await textOf(total), page }
}

describe('a fleet file', () => {
  it.each([
    ['fleet.xlsx', 'PK\u0003\u0004xx', /save it as CSV/],
    ['empty.csv', '', /empty/],
    ['other.csv', 'a,b\n1,2\n', /Unknown columns/],
  ])('that cannot be read is refused with what to do: %s', async (name, text, words) => {
    const page = await open(FLEET)
    await upload(page, name, text)
    await page.getByText(words).waitFor()
  })

  it('that a page does not read is for the command line where the service has no jobs', async () => {
    const page = await open(FLEET, { mayComplain: /404/ })
    await page.route('**/v2/jobs?*', (route) => route.fulfill({ status: 404, json: { detail: 'Not Found' } }))
    await upload(page, 'bill.parquet', `PAR1${'x'.repeat(100)}PAR1`)
    await page.getByText('Use the command line: impactql assess bill.parquet -o impacts.csv').waitFor()
  })

  it('waits while the location is nothing that there is', async () => {
    const page = await open(FLEET)
    const field = page.getByRole('combobox', { name: 'Location', exact: true })
    await field.fill('Atlantis')
    await field.press('Enter')
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await upload(page, 'fleet.csv', 'provider,instance_type\naws,m5.xlarge\n')
    await page.getByText('Correct the marked fields').waitFor()
    await field.fill('swed')
    await field.press('Enter')
    await page.getByText('In Sweden, at 30 % load').waitFor()
  })

  it('that is a bill counts the hours of its instances, with what is left out', async () => {
    const { shown, page } = await totalOf({ name: 'bill.csv', text: BILL })
    const expected =
      744 * (await instance('region: "eu-west-3", timeWorkload: 30', 1)) +
      120.5 * (await instance('region: "eu-north-1", timeWorkload: 30', 1))
    expect(shown).toContain(`${Number(expected.toPrecision(3))} kg CO₂eq`)
    await page.getByRole('heading', { name: 'bill.csv: 864.5 of 864.5 hours of instances' }).waitFor()
    expect(await page.getByRole('table').getByRole('row').nth(2).innerText()).toMatch(/^i-2\s+120\.5/)
    await page.getByText('1 row: a tax, not usage').waitFor()
  })

  it('that has durations of its own is assessed over them, and over that of the page where it has none', async () => {
    const { shown, page } = await totalOf({
      name: 'fleet.csv',
      text: 'label,provider,instance_type,hours,quantity\na,aws,m5.xlarge,100,2\nb,aws,m5.xlarge,,1\n',
    })
    const usage = 'usageLocation: "FRA", timeWorkload: 30'
    const expected = 2 * (await instance(usage, 100)) + (await instance(usage, 8760))
    expect(shown).toContain(`${Number(expected.toPrecision(3))} kg CO₂eq`)
    await page.getByText('over 1 year, where a row has none of its own').waitFor()
    const { cloudInstance } = await ask(
      `{ cloudInstance(input: {provider: "aws", instanceType: "m5.xlarge", usage: {${usage}}}) { energy(duration: 8960) { value(exact: true) } } }`,
    )
    const electricity = page.getByRole('listitem').filter({ hasText: 'Electricity' })
    expect(await textOf(electricity)).toContain(`${Number(cloudInstance.energy.value.toPrecision(3))} kWh`)
  })

  it('is assessed from the data release that is chosen', async () => {
    const page = await open(`${FLEET}&release=boavizta-2.4.1`)
    await upload(page, 'fleet.csv', 'provider,instance_type\naws,m5.xlarge\n')
    await page.getByText('data release boavizta-2.4.1').waitFor()
    const { release } = await ask(
      `{ release(id: "boavizta-2.4.1") { cloudInstance(input: {provider: "aws", instanceType: "m5.xlarge", usage: {usageLocation: "FRA", timeWorkload: 30}}) {
        impact(criterion: GWP, duration: 8760) { total { value(exact: true) } } } } }`,
    )
    const total = page.getByRole('listitem').filter({ hasText: 'Carbon footprint' })
    expect(await textOf(total)).toContain(`${Number(release.cloudInstance.impact.total.value.toPrecision(3))} kg CO₂eq`)
  })
})

async function upload(page: Page, name: string, text: string): Promise<void> {
  await page.getByLabel('Fleet file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
}

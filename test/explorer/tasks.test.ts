import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { PHONE, useExplorer } from './support/explorer.ts'
import { instanceImpacts } from './support/instance-impacts.ts'
import { unfold } from './support/unfold.ts'

/** What people come for, done by labels and roles alone. */
const { open: openWith, ask } = useExplorer()

const VIEWS = [
  ['at a desk', { colorScheme: 'light' }],
  ['on a phone, in the dark', { colorScheme: 'dark', viewport: PHONE }],
] as const

/** Waits for a sentence of the answer. */
const answer = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text }).first().waitFor()

/** Takes the first match of a field with suggestions. */
async function choose(page: Page, label: string | RegExp, text: string, at = 0): Promise<void> {
  const field = page.getByRole('combobox', { name: label }).nth(at)
  await field.fill(text)
  await field.press('Enter')
}

async function download(page: Page, name: RegExp): Promise<{ readonly name: string; readonly text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
}

describe.each(VIEWS)('a person %s', (_where, options) => {
  const open = (path: string) => openWith(path, options)

  it('compares m5.xlarge with m6g.xlarge in France, and takes the figures along', async () => {
    const page = await open('/explorer')
    await choose(page, 'Instance type', 'm5.xlarge', 0)
    await choose(page, 'Instance type', 'm6g.xlarge', 1)
    await choose(page, 'Location', 'fran')
    await expect.poll(() => page.getByRole('combobox', { name: 'Location', exact: true }).inputValue()).toBe('France')
    await page.getByLabel('Load', { exact: true }).fill('30')
    await page.getByLabel('Duration', { exact: true }).fill('1')
    const [gwp, other] = (await Promise.all(['m5.xlarge', 'm6g.xlarge'].map((type) => instanceImpacts(ask, type)))).map(
      ([impact]) => impact,
    )
    const [more = 0, less = 0] = [gwp?.total?.exact, other?.total?.exact]
    const percent = Math.round((1 - less / more) * 100)
    await answer(
      page,
      new RegExp(`m6g\\.xlarge is lower: ${less.toFixed(1)} against ${more.toFixed(1)} kg CO₂eq, ${percent} % less`),
    )
    await page
      .getByText(/^Over 8,760 hours \(a year\), in France, including the data centre, at a load of 30 %/)
      .waitFor()
    const { cloudInstance } = await ask(
      `{ cloudInstance(input: {provider: "aws", instanceType: "m5.xlarge", usage: {usageLocation: "FRA", timeWorkload: 30}}) {
        energy(duration: 8760) { value(exact: true) } } }`,
    )
    const [own, all] = [1, 1.14].map((pue) => Number((cloudInstance.energy.value * pue).toPrecision(3)))
    await page.getByText(`${own} kWh + 14 % for cooling and losses (PUE 1.14) = ${all} kWh`).waitFor()
    const { name, text } = await download(page, /CSV/)
    expect(name).toBe('impactql-m5.xlarge-vs-m6g.xlarge-france-1y-2026.12.csv')
    const [head = '', first = ''] = text.split('\r\n')
    expect(head).toBe(
      'subject,component,quantity,location,load,duration_hours,boundary,criterion,unit,phase,value,min,max,low,high,computed_for,data_release,address',
    )
    const { value, min, max } = gwp?.embedded ?? {}
    expect(first.split(',').slice(9, 13)).toEqual(['embedded', `${value}`, `${min}`, `${max}`])
    expect(first).toMatch(
      /^m5\.xlarge,,1,France,30,8760,DATA_CENTRE,GWP,kg CO2 eq\.?,embedded,(?:[\d.]+,){5}"Over 8,760 hours \(a year\), in FRA[^"]+",[\w.]+,"?http/,
    )
  })

  it('compares a laptop with a desktop over 4 years in Germany', async () => {
    const page = await open('/explorer?location=FRA')
    await choose(page, 'Location', 'Deutschland')
    for (const _ of ['laptop', 'desktop']) await page.getByRole('button', { name: 'Laptop or other device' }).click()
    await page.getByLabel('Device', { exact: true }).nth(1).selectOption({ label: 'Desktop computer, without monitor' })
    await page.getByLabel('Duration', { exact: true }).fill('4')
    // Nothing of a laptop depends on a load.
    expect(await page.getByLabel('Load', { exact: true }).count()).toBe(0)
    await answer(page, /Laptop is lower/)
    await page.getByText(/^Over 35,040 hours.*, in Germany/).waitFor()
    const { terminal } = await ask(
      '{ terminal(input: {kind: LAPTOP, usage: {usageLocation: "DEU"}}) { impact(criterion: GWP, duration: 35040) { total { value(exact: true) } } } }',
    )
    await answer(page, new RegExp(`: ${Math.round(terminal.impact.total.value)} against`))
  })

  it('compares what is stored with what is moved, and takes the request of it along', async () => {
    const page = await open('/explorer?location=FRA')
    await page.getByRole('button', { name: 'Storage', exact: true }).click()
    await page.getByLabel('Amount').nth(0).fill('500')
    await page.getByRole('button', { name: 'Network', exact: true }).click()
    await page.getByLabel('Amount').nth(1).fill('100')
    const { asset } = await ask(
      '{ asset(input: {storage: {kind: SSD, gigabytes: 500, usage: {usageLocation: "FRA"}}}) { impact(criterion: GWP, duration: 8760, boundary: DATA_CENTRE) { total { value } } } }',
    )
    await page.getByText(`${asset.impact.total.value} kg CO₂eq`).first().waitFor()
    const taken = await unfold(page, 'Export')
    await taken.getByText('/v2/assess').first().waitFor()
  })

  it('compares a server with two Xeon Gold 6138 in Sweden with the same in Poland', async () => {
    const page = await open('/explorer?location=')
    await page.getByRole('button', { name: 'Server' }).click()
    await choose(page, 'Processor model', 'Intel(R) Xeon(R) Gold 6138 CPU @ 2.00GHz')
    await page.getByRole('group', { name: 'Processors' }).getByLabel('Quantity').fill('2')
    await choose(page, 'Location (override)', 'swed')
    await page.getByRole('button', { name: /variant/ }).click()
    await choose(page, 'Location (override)', 'Polska', 1)
    await answer(page, /Server with Intel Xeon Gold 6138, in Sweden is lower/)
    const { name, text } = await download(page, /CSV/)
    expect(name).toContain('sweden-poland')
    expect(text).toContain('Server with Intel Xeon Gold 6138, in Poland')
    const names = await page.locator('.total-name').allInnerTexts()
    expect(names).toEqual([expect.stringMatching(/in Sweden$/), expect.stringMatching(/in Poland$/)])
  })

  it('assesses a fleet from a CSV file, with its totals, its largest items and its faults', async () => {
    const page = await open('/explorer')
    await page.getByRole('button', { name: 'Fleet', exact: true }).click()
    const csv = [
      'label,kind,quantity,provider,instance_type,location,load',
      'web,cloudInstance,10,aws,m5.xlarge,SWE,25',
      'desks,laptop,120,,,,',
      'odd,lapptop,1,,,,',
      'gone,cloudInstance,1,aws,m5.xlrge,,',
    ].join('\n')
    await page
      .getByLabel('Fleet file')
      .setInputFiles({ name: 'assets.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByRole('heading', { name: 'assets.csv: 130 of 132 assets' }).waitFor()
    const rows = await page.getByRole('table').getByRole('row').allInnerTexts()
    expect(rows[1]).toMatch(/^desks\s+120\s/)
    expect(rows[2]).toMatch(/^web\s+10\s/)
    await page.getByText(/line 4, odd: .*laptop/).waitFor()
    await page.getByText(/line 5, gone: m5\.xlrge not found/).waitFor()
    const data = await ask(
      `{ fleet(items: [
        {quantity: 10, asset: {cloudInstance: {provider: "aws", instanceType: "m5.xlarge", usage: {usageLocation: "SWE", timeWorkload: 25}}}}
        {quantity: 120, asset: {terminal: {kind: LAPTOP}}}
      ]) { impact(criterion: GWP, duration: 8760, boundary: DATA_CENTRE) { total { value(exact: true) } } } }`,
    )
    const { name, text } = await download(page, /totals as CSV/)
    expect(name).toBe('impactql-assets-europe-2026.12.csv')
    const total = text.split('\r\n').find((line) => line.startsWith('GWP,') && line.includes(',total,'))
    expect(Number(total?.split(',')[3])).toBeCloseTo(data.fleet.impact.total.value, 6)
  })

  it('takes the chart of a comparison along as SVG and PNG, with its figures', async () => {
    const page = await open('/explorer?s=server&location=FRA&load=30&duration=1y&criteria=gwp')
    await answer(page, /What matters most/)
    const phases = page.getByRole('region', { name: 'Embodied and use' })
    const title = phases.getByRole('heading', { name: 'Embodied and use' })
    if (!(await phases.getByRole('img').first().isVisible())) await title.click()
    await phases.getByText(/^Table and downloads/).click()
    const svg = await download(page, /^SVG: Carbon footprint/)
    expect(svg.name).toBe('impactql-carbon-footprint-in-kg-co-eq.svg')
    expect(svg.text).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/)
    // It keeps its colours outside of the page.
    expect(svg.text).not.toContain('class=')
    const { server } = await ask(`{ server(input: {usage: {usageLocation: "FRA", timeWorkload: 30}}) {
      impact(criterion: GWP, duration: 8760, boundary: DATA_CENTRE) { use { value } } } }`)
    expect(svg.text).toContain(`>${server.impact.use.value.toLocaleString('en')} (`)
    const png = await download(page, /^PNG: Carbon footprint/)
    expect(png.name).toBe('impactql-carbon-footprint-in-kg-co-eq.png')
    expect(png.text.slice(1, 4)).toBe('PNG')
  })

  it('enters nonsense in every field, and reads so at each of them in the words of a form', async () => {
    const page = await open('/explorer?s=cloud;provider=aws&s=server&location=FRA&load=30&duration=1y')
    const wrong = async (label: string, text: string, words: RegExp, at = 0) => {
      const field = page.getByLabel(label, { exact: true }).nth(at)
      await field.fill(text)
      await field.press('Tab')
      await expect.poll(() => field.getAttribute('aria-invalid'), { message: label, timeout: 10_000 }).toBe('true')
      const described = await field.getAttribute('aria-describedby')
      expect(await page.locator(`[id="${described}"]`).innerText()).toMatch(words)
    }
    await wrong('Instance type', 'm5.xlrge', /“m5\.xlrge” is not/)
    await page.getByRole('button', { name: 'm5.xlarge', exact: true }).click()
    expect(await page.getByLabel('Instance type').inputValue()).toBe('m5.xlarge')
    await wrong('Processor model', 'Xeon Gld 6138', /“Xeon Gld 6138” is not known/)
    await page.getByRole('button', { name: 'Intel Xeon Gold 6138', exact: true }).click()
    await wrong('Capacity each', '-3', /Enter a number of 0 or more/)
    await wrong('Location', 'Atlantis', /No place is called “Atlantis”/)
    await wrong('Location (override)', 'Nowhere', /No place is called “Nowhere”/)
    await wrong('Load', '300', /from 0 to 100/)
    await wrong('Load (override)', 'a third', /“a third” is not/)
    await wrong('Duration', '-1', /above 0/)
    const text = await page.locator('body').innerText()
    expect(text).not.toMatch(/GraphQL error|BAD_USER_INPUT|input\.|undefined|NaN/)
  })

  it('shares a comparison, reloads it, and goes back', async () => {
    const page = await open('/explorer')
    await answer(page, /is lower/)
    await choose(page, 'Location', 'eu-west-3')
    await page.getByText(/in France, .* at a load of 30 %/).waitFor()
    await page.reload()
    await page.getByText(/in France, .* at a load of 30 %/).waitFor()
    await answer(page, /is lower/)
    const other = await open(new URL(page.url()).pathname + new URL(page.url()).search)
    await other.getByText(/in France, .* at a load of 30 %/).waitFor()
    await page.goBack()
    await page.getByText(/in Germany, .* at a load of 30 %/).waitFor()
  })
})

describe('a place', () => {
  it.each([
    ['UK', 'United Kingdom'],
    ['us', 'United States'],
    ['de', 'Germany'],
    ['Holland', 'Netherlands'],
    ['Deutschland', 'Germany'],
    ['Czechia', 'Czech Republic'],
    ['eu-west-3', 'France'],
  ])('is found by %s', async (typed, name) => {
    const page = await openWith('/explorer?location=')
    const field = page.getByRole('combobox', { name: 'Location', exact: true })
    await field.fill(typed)
    await field.press('Enter')
    await expect.poll(() => field.inputValue()).toBe(name)
    expect(await field.getAttribute('aria-invalid')).toBeNull()
  })

  it('that nothing is called has no match', async () => {
    const page = await openWith('/explorer?location=')
    await page.getByRole('combobox', { name: 'Location', exact: true }).fill('Atlantis')
    await page.getByText('No match for “Atlantis”').waitFor()
  })
})

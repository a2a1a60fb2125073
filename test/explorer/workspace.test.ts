import { describe, expect, it } from 'vitest'
import { violationsOf } from './support/axe.ts'
import { EXAMPLE } from './support/example.ts'
import { useExplorer } from './support/explorer.ts'
import { settled } from './support/figures.ts'
import { unfold } from './support/unfold.ts'

/** How the form behaves while things are added, removed and cleared. */
const { open, ask } = useExplorer()

describe('the focus', () => {
  it('stays in a field whose only own value is cleared, and the fold stays open', async () => {
    const page = await open(EXAMPLE)
    await settled(page)
    await page.getByText('Use your own values').first().click()
    const lifetime = page.getByLabel('Lifetime', { exact: true }).first()
    await lifetime.fill('5')
    await page.getByText('Not up to date').waitFor({ state: 'detached' })
    await lifetime.press('Backspace')
    await expect.poll(() => new URL(page.url()).search).not.toContain('lifetime')
    await settled(page)
    expect(await lifetime.isVisible()).toBe(true)
    expect(await lifetime.evaluate((field) => field === document.activeElement)).toBe(true)
  })

  it('is on what takes the place of what was removed, and on the first button to add once nothing is left', async () => {
    const page = await open(EXAMPLE)
    await settled(page)
    const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent)
    await page.getByRole('button', { name: 'Remove m5.xlarge' }).click()
    await expect.poll(focused).toBe('subject-0')
    await page.getByRole('button', { name: 'Remove m6g.xlarge' }).click()
    await expect.poll(focused).toBe('+ Cloud instance')
  })

  it('returns from the list of impacts by Escape, which closes it, as a click outside does', async () => {
    const page = await open(`${EXAMPLE},wu`)
    await settled(page)
    const list = page.getByRole('group', { name: 'Impacts' })
    expect(await list.isVisible()).toBe(false)
    const summary = page.getByText(/^Choose impacts/)
    await summary.click()
    await list.waitFor()
    await page.keyboard.press('Escape')
    expect(await list.isVisible()).toBe(false)
    expect(await summary.evaluate((fold) => fold === document.activeElement)).toBe(true)
    await summary.click()
    await list.waitFor()
    await page.getByRole('heading', { level: 1 }).click()
    expect(await list.isVisible()).toBe(false)
  })
})

/** Instances of AWS that differ, as the address has them. */
function instances(count: number): string {
  const sizes = ['large', 'xlarge', '2xlarge', '4xlarge']
  const types = ['m5', 'c5', 'r5', 'm6g', 'c6g', 'r6g', 'm6i', 'c6i', 'r6i', 'm7g', 'c7g', 'r7g', 'm6a'].flatMap(
    (family) => sizes.map((size) => `${family}.${size}`),
  )
  return Array.from({ length: count }, (_, at) => `s=cloud;provider=aws;type=${types[at % types.length]}`).join('&')
}

const CONDITIONS = '&location=FRA&load=30&duration=1y&criteria=gwp'

it('Fifty things are compared, and the page says that no more are', async () => {
  const page = await open(`/explorer?${instances(51)}${CONDITIONS}`)
  await settled(page)
  expect(await page.locator('.total').count()).toBe(50)
  await page.getByText('You can compare 50 items at most. The link lists 51. The page shows the first 50').waitFor()
  await page.getByRole('button', { name: 'Remove m5.2xlarge' }).first().click()
  await page.getByText('You can compare 50 items at most').waitFor({ state: 'detached' })
  expect(await page.locator('.total').last().getAttribute('data-subject')).toBe('AW')
})

it('Twelve things have a verdict of one sentence, and curves that differ', async () => {
  const page = await open(`/explorer?${instances(12)}${CONDITIONS}`, { bypassCSP: true })
  await settled(page)
  await page.getByText(/^[\w.]+ is lowest with [\d.]+ kg CO₂eq: .* the next, and .* the highest\./).waitFor()
  await page.getByText(/It is the lowest in (\d+|fewer than 1|more than 99) of 100 runs of the model\./).waitFor()
  await unfold(page, 'Power by load')
  await page.locator('#power .curves').waitFor()
  const looks = await page.locator('#power .curves .curve').evaluateAll((curves) =>
    curves.map((curve) => {
      const { stroke, strokeWidth, strokeDasharray } = getComputedStyle(curve)
      return [stroke, strokeWidth, strokeDasharray].join(' ')
    }),
  )
  expect(looks).toHaveLength(12)
  expect(new Set(looks).size).toBe(12)
  expect(await violationsOf(page)).toEqual([])
})

it('Two and a half processors are a whole number that is asked for, at their field', async () => {
  const page = await open('/explorer?s=server&location=FRA&load=30&duration=1y&criteria=gwp')
  await settled(page)
  const processors = page.getByRole('group', { name: 'Processors' })
  const field = processors.getByLabel('Quantity')
  await field.fill('2.5')
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  await processors.getByText('Enter a whole number.').waitFor()
})

it('The link to a comparison is at its top', async () => {
  const page = await open(EXAMPLE)
  await settled(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy link', exact: true }).click()
  await page.getByText('Copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
})

it('Every word that leads to the glossary is explained there', async () => {
  const page = await open('/explorer?s=server&location=FRA&load=30&duration=1y&criteria=gwp,ir&by=ir')
  await settled(page)
  const links = await page.locator('a.term').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(new Set(links)).toEqual(
    new Set(
      ['#ionising-radiation', '#data-release', '#likely-range', '#pue', '#spread'].map((term) => `/glossary${term}`),
    ),
  )
  await page.goto(new URL('/glossary', page.url()).href)
  for (const link of links) expect(await page.locator(`[id="${link.split('#')[1]}"]`).count(), link).toBe(1)
})

describe('a headline', () => {
  it('of much is in tonnes', async () => {
    const page = await open('/explorer?s=server;quantity=1000&location=FRA&load=30&duration=1y&criteria=gwp')
    await settled(page)
    const { fleet } =
      await ask(`{ fleet(items: [{quantity: 1000, asset: {server: {usage: {usageLocation: "FRA", timeWorkload: 30}}}}]) {
      impact(criterion: GWP, duration: 8760, boundary: DATA_CENTRE) { total { value } } } }`)
    expect(await page.locator('.total-value').innerText()).toBe(
      `${(fleet.impact.total.value / 1000).toLocaleString('en')} t CO₂eq`,
    )
  })

  it('of very little needs no power of ten', async () => {
    const page = await open('/explorer?s=component;kind=ram;capacity=1&location=FRA&duration=1d&criteria=adp')
    await settled(page)
    expect(await page.locator('.total-value').innerText()).toMatch(/^[\d.]+ (mg|µg) Sb eq$/)
    expect(await page.locator('.summary').innerText()).not.toContain('× 10')
  })
})

it('Formulas name their parts in words, and are searched', async () => {
  const page = await open('/explorer?s=server&location=FRA&load=30&duration=1y&criteria=gwp')
  await settled(page)
  const region = await unfold(page, 'How it is computed')
  await region.getByText('Every formula, down to its sources').click()
  await region.getByText(/^total = /).waitFor()
  for (let depth = 0; depth < 4; depth++) {
    for (const fold of await region.locator('.tree details:not([open]) > summary').all()) await fold.click()
  }
  const text = await region.locator('.tree').innerText()
  expect(text).toContain('Memory = ')
  expect(text).not.toMatch(/item_1|item 1|ram_1|cpu_1|power_supply_1/)
  await region.getByRole('searchbox', { name: 'Search the formulas and inputs' }).fill('lifetime')
  await region
    .getByRole('status')
    .filter({ hasText: /^\d+ of \d+ match$/ })
    .waitFor()
  await region
    .getByText(/Lifetime/)
    .first()
    .waitFor()
  await region.getByRole('searchbox').fill('no such thing')
  await region.getByText(/^0 of \d+ match/).waitFor()
})

it('A chart has its link and a citation with the data release and the day', async () => {
  const page = await open('/explorer?s=server&location=FRA&load=30&duration=1y&criteria=gwp')
  await settled(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.locator('[data-criterion="GWP"] summary').click()
  await page.getByRole('button', { name: 'Cite: Carbon footprint, in kg CO₂eq' }).click()
  await page.getByText('Copied').waitFor()
  const { release } = await ask('{ release { id } }')
  const opensPanel = `${page.url()}#phases`
  const day = new Date().toISOString().slice(0, 10)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `Carbon footprint, in kg CO₂eq. impactql, data release ${release.id}. ${opensPanel} (${day})`,
  )
  await page.getByRole('button', { name: 'Link: Carbon footprint, in kg CO₂eq' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(opensPanel)
})

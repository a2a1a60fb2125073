import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { violationsOf } from './support/axe.ts'
import { EXAMPLE } from './support/example.ts'
import { DESK, PHONE, useExplorer } from './support/explorer.ts'
import { settled } from './support/figures.ts'
import { unfold } from './support/unfold.ts'

/** What would differ with other electricity, another load or lifetime, or another place. */
const { open: openWith, ask } = useExplorer()

const VIEWS = [
  ['at a desk', { colorScheme: 'light', viewport: DESK }],
  ['on a phone, in the dark', { colorScheme: 'dark', viewport: PHONE }],
] as const

/** The panel, unfolded. */
async function panel(page: Page, name: string) {
  const region = page.getByRole('region', { name, exact: true })
  await region.locator('summary').first().click()
  return region
}

/** The carbon footprint of an m5.xlarge over a year, with its data centre, from the API: rounded, or as it is. */
async function totalOf(usage: string, exact = false): Promise<number> {
  const { cloudInstance } = await ask(
    `{ cloudInstance(input: {provider: "aws", instanceType: "m5.xlarge", usage: {${usage}}}) {
      impact(criterion: GWP, duration: 8760, boundary: DATA_CENTRE) { total { value(exact: ${exact}) } } } }`,
  )
  return cloudInstance.impact.total.value
}

async function slide(page: Page, label: string | RegExp, value: number): Promise<void> {
  await page.getByRole('slider', { name: label }).evaluate((input: HTMLInputElement, to) => {
    input.value = String(to)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }, value)
}

describe.each(VIEWS)('a person %s', (_where, options) => {
  const open = (path: string) => openWith(path, { ...options, bypassCSP: true })

  it('sees what halved electricity changes, before and after, and shares it by the address', async () => {
    const page = await open(EXAMPLE)
    await settled(page)
    const region = await panel(page, 'What if')
    await region.getByText('Nothing is changed yet.').waitFor()
    await slide(page, 'Electricity', 50)
    const before = await totalOf('usageLocation: "FRA", timeWorkload: 30', true)
    const { location } = await ask('{ location(code: "FRA") { elecFactors(criteria: [GWP]) { factor { value } } } }')
    const half = location.elecFactors[0].factor.value / 2
    const after = await totalOf(
      `usageLocation: "FRA", timeWorkload: 30, elecFactors: [{criterion: GWP, value: ${half}}]`,
      true,
    )
    expect(after).toBeLessThan(before)
    const less = Math.round((1 - after / before) * 100)
    const words = new RegExp(
      `A · m5\\.xlarge: ${before.toFixed(1)} becomes ${after.toFixed(1)} kg CO₂eq, ${less} % less`,
    )
    await region.getByRole('status').filter({ hasText: words }).waitFor()
    await region.getByRole('img', { name: /before and after/ }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect(new URL(page.url()).searchParams.get('if')).toBe('electricity:50')
    await page.reload()
    await page
      .getByRole('region', { name: 'What if', exact: true })
      .getByRole('status')
      .filter({ hasText: words })
      .waitFor()
    await page.getByRole('button', { name: 'Reset all' }).click()
    await page.getByText('Nothing is changed yet.').waitFor()
  })

  it('moves load and PUE by keyboard, and another place', async () => {
    const page = await open(`${EXAMPLE}&if=pue:1.1,location:POL`)
    await settled(page)
    const region = page.getByRole('region', { name: 'What if', exact: true })
    await region.getByRole('slider', { name: 'Load' }).focus()
    await page.keyboard.press('End')
    const after = await totalOf('usageLocation: "POL", timeWorkload: 100, facility: {pue: 1.1}')
    await region
      .getByRole('status')
      .filter({ hasText: `becomes ${after} kg CO₂eq` })
      .waitFor()
    expect(new URL(page.url()).searchParams.get('if')).toBe('load:100,pue:1.1,location:POL')
  })
})

it('A what-if in the address that means nothing is left out', async () => {
  const page = await openWith(`${EXAMPLE}&if=load:much,location:Atlantis,bogus:3`)
  await settled(page)
  expect(await page.getByText('becomes').count()).toBe(0)
})

it('The electricity of a machine can be entered, and is what the table of values leads to', async () => {
  const page = await openWith(
    '/explorer?s=cloud;provider=aws;type=m5.xlarge&location=POL&load=30&duration=1y&criteria=gwp',
  )
  await settled(page)
  const values = await unfold(page, 'Assumptions and sources')
  await values.getByRole('button', { name: /own value ?: Electricity: carbon footprint/ }).click()
  await page.keyboard.type('0.1')
  const total = await totalOf('usageLocation: "POL", timeWorkload: 30, elecFactors: [{criterion: GWP, value: 0.1}]')
  await expect.poll(() => page.locator('.total .figure').innerText()).toBe(String(total))
  expect(page.url()).toContain('electricity=0.1')
})

describe.each(VIEWS)('a person %s', (_where, options) => {
  const open = (path: string) => openWith(path, { ...options, bypassCSP: true })

  it('sees the same thing in ten places, the lowest first', async () => {
    const page = await open(EXAMPLE)
    await settled(page)
    const region = await panel(page, 'Elsewhere')
    const picture = region.getByRole('img', { name: /m5\.xlarge in ten places/ })
    await picture.waitFor()
    const words = await picture.locator('desc').textContent()
    const sweden = await totalOf('usageLocation: "SWE", timeWorkload: 30', true)
    const poland = await totalOf('usageLocation: "POL", timeWorkload: 30', true)
    expect(words).toContain(`Sweden: ${sweden.toFixed(1)} (`)
    expect(words).toContain(`Poland: ${poland.toFixed(1)} (`)
    expect(words?.indexOf('Sweden')).toBeLessThan(words?.indexOf('Poland') ?? 0)
    expect(await violationsOf(page)).toEqual([])
    await region.getByRole('button', { name: 'What if all of this ran in Sweden?' }).click()
    expect(new URL(page.url()).searchParams.get('if')).toBe('location:SWE')
  })

  it('finds the lower types with the same vCPU and memory, with their saving and how certain it is', async () => {
    const page = await open(
      '/explorer?s=cloud;provider=aws;type=m5.xlarge&location=FRA&load=30&duration=1y&criteria=gwp',
    )
    await settled(page)
    const region = await panel(page, 'Lower impact at the same size')
    const first = region.getByRole('listitem').first()
    await first.waitFor()
    const [, name = '', saving = ''] =
      /^(\S+) saves (\d+) %, lower in .+ runs of the model\. \d+ GB\./.exec(await first.innerText()) ?? []
    const usage = 'usage: {usageLocation: "FRA", timeWorkload: 30}'
    const total = `impact(criterion: GWP, duration: 8760, boundary: DATA_CENTRE) { total { value(exact: true) } }`
    const { own, other } = await ask(`{
      own: cloudInstance(input: {provider: "aws", instanceType: "m5.xlarge", ${usage}}) { ${total} }
      other: cloudInstance(input: {provider: "aws", instanceType: "${name}", ${usage}}) { vcpu { value } memory { value } ${total} }
    }`)
    expect(Number(saving)).toBe(Math.round((1 - other.impact.total.value / own.impact.total.value) * 100))
    expect([other.vcpu.value, other.memory.value]).toEqual([4, 16])
    await region.getByText('Another architecture: programs must be built for it.').first().waitFor()
    expect(await violationsOf(page)).toEqual([])
    await region.getByRole('button', { name: new RegExp(`Compare with ${name.replace('.', '\\.')}`) }).click()
    await page.getByRole('group', { name: `B: ${name}` }).waitFor()
  })
})

it('A type that nothing beats says so', async () => {
  const page = await openWith(
    '/explorer?s=cloud;provider=aws;type=m9g.xlarge&location=FRA&load=30&duration=1y&criteria=gwp',
  )
  await settled(page)
  const region = await panel(page, 'Lower impact at the same size')
  await region.getByText(/No such type has a lower figure than m9g\.xlarge/).waitFor()
})

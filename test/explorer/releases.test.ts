import { describe, expect, it } from 'vitest'
import { EXAMPLE } from './support/example.ts'
import { useExplorer } from './support/explorer.ts'
import { settled, shownTotal } from './support/figures.ts'
import { textOf } from './support/text-of.ts'
import { unfold } from './support/unfold.ts'

/** The same question from another data release, and what changed between the two. */
const { open, ask } = useExplorer()

const INSTANCE =
  'cloudInstance: {provider: "aws", instanceType: "m5.xlarge", usage: {usageLocation: "FRA", timeWorkload: 30}}'

describe('a data release', () => {
  it('that nothing is called is refused at its field, with those that there are', async () => {
    const page = await open(`${EXAMPLE}&release=1999.01`)
    const field = page.getByLabel('Data release')
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    expect(await textOf(page.locator('#release-fault'))).toContain('Unknown data release “1999.01”.')
    await page.getByRole('button', { name: '2026.11', exact: true }).click()
    await settled(page)
    expect(await page.locator('#release-fault').count()).toBe(0)
  })

  it('is chosen in the page, named with the figures, kept in the address, and answers all that is shown', async () => {
    const page = await open(EXAMPLE)
    await settled(page)
    const offered = page.getByLabel('Data release').locator('option')
    expect(await offered.allTextContents()).toEqual(['2026.12 (draft)', '2026.11', 'boavizta-2.4.1'])
    await page.getByLabel('Data release').selectOption('boavizta-2.4.1')
    await page.getByText('data release boavizta-2.4.1').waitFor()
    await settled(page)
    const { release } = await ask(
      `{ release(id: "boavizta-2.4.1") { asset(input: {${INSTANCE}}) { impact(criterion: GWP, duration: 8760, boundary: DATA_CENTRE) { total { value } } } } }`,
    )
    expect((await shownTotal(page, 'A'))[0]).toBe(release.asset.impact.total.value)
    expect(await page.getByLabel('Provider').first().inputValue()).toBe('aws')
    expect(page.url()).toContain('release=boavizta-2.4.1')
    await page.getByText(/It is lower in \d+ of 100 runs of the model\./).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('impactql-m5.xlarge-vs-m6g.xlarge-france-1y-boavizta-2.4.1.csv')
    await unfold(page, 'Export')
    const query = await textOf(page.locator('section[aria-label="GraphQL query"] pre'))
    const variables = JSON.parse(await textOf(page.locator('section[aria-label="Its variables"] pre')))
    const copied = await ask(query, variables)
    expect(copied.release.cloudInstance.impacts[0].total.value).toBe(release.asset.impact.total.value)
    await page.reload()
    await page.getByText('data release boavizta-2.4.1').waitFor()
  })

  it('offers the criteria that it has figures in, and says of the others why there are none', async () => {
    const page = await open(EXAMPLE)
    await settled(page)
    await page.getByText('Choose impacts').click()
    const water = page.getByRole('checkbox', { name: /^Water use/ })
    expect(await water.count()).toBe(0)
    await page.getByText('Without figures in 2026.12').click()
    await page
      .getByText(/^Water use.*: Embodied: holds credits for recycling.*; Use: litres that power plants consume/)
      .waitFor()
    await page.getByLabel('Data release').selectOption('2026.11')
    await water.waitFor()
    await page.getByText('Without figures in 2026.11').waitFor()
  })

  it('is compared with the one before: by how much figures changed, and why', async () => {
    const page = await open(`${EXAMPLE}&release=2026.11`)
    await settled(page)
    const { drift } = await ask(
      `{ drift(asset: {${INSTANCE}}, from: "boavizta-2.4.1", to: "2026.11", duration: 8760, boundary: DATA_CENTRE) {
        from { value } to { value } ratio causes { leaf effect from to } } }`,
    )
    await page.getByRole('heading', { name: 'What changed from boavizta-2.4.1 to 2026.11' }).click()
    const changes = page.getByRole('region', { name: 'What changed' })
    const less = Math.round((1 - drift.ratio) * 100)
    await changes
      .getByText(`${drift.from.value} in boavizta-2.4.1, ${drift.to.value} in 2026.11: ${less} % less.`)
      .waitFor()
    const cause = drift.causes.find(({ leaf }: { leaf: string }) => leaf.startsWith('electricity.FRA'))
    const row = changes.getByRole('listitem').filter({ hasText: 'Electricity of France' }).first()
    expect(await textOf(row)).toContain(`−${Number(Math.abs(cause.effect).toPrecision(4))}`)
    expect(await textOf(row)).toContain(`${cause.from} became ${cause.to}`)
  })
})

import { describe, expect, it } from 'vitest'
import { EXAMPLE } from './support/example.ts'
import { useExplorer } from './support/explorer.ts'
import { readFigure, settled } from './support/figures.ts'
import { textOf } from './support/text-of.ts'
import { unfold } from './support/unfold.ts'

/** Every value behind the figures, and where it comes from. */
const { open } = useExplorer()

describe('the table of attributes', () => {
  it('has value, bounds, unit, status and source of each, and can be sorted and filtered', async () => {
    const page = await open(EXAMPLE)
    await settled(page)
    await unfold(page, 'Assumptions and sources')
    const table = page.getByRole('table', { name: 'Attributes of m5.xlarge' })
    const density = table.locator('tr', { hasText: 'Density' })
    // What causes most of the spread comes first.
    await expect
      .poll(async () => (await table.locator('.tag').allInnerTexts()).map((tag) => Number.parseInt(tag, 10)))
      .toEqual([expect.any(Number)])
    expect(await textOf(table.locator('tbody tr').first())).toMatch(/Power.*\n\d+ % of the spread/)
    expect(await textOf(density)).toMatch(/2\.7313 GB\/cm²\s+2\.375 to 3\.0875\s+Inferred\s+Average of 2 rows of DDR4/)
    await table.getByText('field * model * (processors + memory + rest) + drives + cards').waitFor()
    const electricity = table.locator('tr', { hasText: 'Electricity: carbon footprint' })
    expect(await electricity.getByRole('link').getAttribute('href')).toMatch(/^https:\/\//)

    await page.getByRole('button', { name: /^Yours/ }).click()
    expect(await table.locator('tbody tr').count()).toBe(2)
    await page.getByRole('button', { name: /^All/ }).click()
    await table.getByRole('button', { name: /^Value/ }).click()
    expect(await table.getByRole('columnheader', { name: 'Value' }).getAttribute('aria-sort')).toBe('ascending')
    const values = (await table.locator('tbody tr .value').allInnerTexts()).map(
      (value) => readFigure(value.replace(/ [^\d×].*/, '')) * (value.includes('µg') ? 1e-9 : 1),
    )
    const numbers = values.filter((value) => !Number.isNaN(value))
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
  })

  it('leads to the field that replaces a value, which is then the reader’s own', async () => {
    const page = await open('/explorer?s=server&location=FRA&load=30&duration=1y&criteria=gwp')
    await settled(page)
    await unfold(page, 'Assumptions and sources')
    const density = page.locator('tr', { hasText: 'GB/cm²' }).first()
    await density.getByRole('button', { name: 'Use your own value' }).click()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('subject-0-ramDensity')
    await page.keyboard.type('2')
    await settled(page)
    await expect.poll(() => textOf(page.locator('tr', { hasText: 'GB/cm²' }).first().locator('.status'))).toBe('Yours')
  })

  it('offers to describe the host of an instance', async () => {
    const page = await open(
      '/explorer?s=cloud;provider=aws;type=m5.xlarge&location=FRA&load=30&duration=1y&criteria=gwp',
    )
    await settled(page)
    await unfold(page, 'Assumptions and sources')
    await page.getByRole('button', { name: 'add that server to the comparison' }).click()
    await settled(page)
    expect(await page.locator('.total-name').allInnerTexts()).toEqual([
      expect.stringContaining('m5.xlarge'),
      expect.stringContaining('m5.metal'),
    ])
  })
})

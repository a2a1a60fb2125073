import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { EXAMPLE } from './support/example.ts'
import { useExplorer } from './support/explorer.ts'
import { settled } from './support/figures.ts'

/** Everything works by the keyboard alone: nothing here points, clicks or fills. */
const { open } = useExplorer()

/** More than any page has places to stop at. */
const MOST_STOPS = 900

/** Presses Tab until an element has the focus. */
async function reach(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  const element = await target.elementHandle()
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    if (await page.evaluate((wanted) => document.activeElement === wanted, element)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target}`)
}

/** What can be clicked or typed in on a page, and gets no focus in a walk by Tab from its top. */
async function outOfReach(page: Page): Promise<readonly string[]> {
  await page.evaluate(() => {
    ;(document.activeElement as HTMLElement | null)?.blur()
    addEventListener('focusin', ({ target }) => (target as Element).setAttribute('data-reached', ''))
  })
  for (let stops = 0; stops < MOST_STOPS; stops += 20) {
    for (let press = 0; press < 20; press++) await page.keyboard.press('Tab')
    const isRound = await page.evaluate(() => document.activeElement === document.body)
    if (isRound && stops > 0) break
  }
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [role="tab"]')]
      .filter(
        (each) => each.checkVisibility({ visibilityProperty: true }) && !each.matches(':disabled, [data-reached]'),
      )
      // Arrow keys move among these; the one that is chosen stops.
      .filter((each) => !each.matches('[role="tab"][aria-selected="false"], [role="option"] *'))
      .map((each) => each.outerHTML.slice(0, 200)),
  )
}

describe('by the keyboard alone', () => {
  // In the text fields of GraphiQL, Tab indents.
  it.each(['/', EXAMPLE, '/explorer?mode=fleet', '/sources', '/calibration'])(
    'Tab reaches everything that a pointer can use: %s',
    async (path) => {
      const page = await open(path)
      if (path === EXAMPLE) await settled(page)
      await page.getByRole('navigation', { name: 'Site' }).waitFor()
      expect(await outOfReach(page)).toEqual([])
    },
  )

  it('a visitor asks on the first page, reads values of its picture, and goes on to the comparison', async () => {
    const page = await open('/')
    await page.getByRole('searchbox').waitFor()
    await reach(page, page.getByRole('img', { name: /Embodied/ }))
    await page.locator('.value-box').getByText('Total').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.locator('.value-box').getByText('Embodied').waitFor()
    await reach(page, page.getByRole('tab', { name: 'Command' }))
    await page.keyboard.press('ArrowRight')
    await page.getByRole('tabpanel', { name: 'Library' }).waitFor()
    await reach(page, page.getByRole('searchbox'))
    await page.keyboard.type('m5.xlarge vs m6g.xlarge in France')
    await page.keyboard.press('Enter')
    await reach(page, page.getByRole('link', { name: 'See the comparison' }))
    await page.keyboard.press('Enter')
    await settled(page)
  })

  it('a reader has the values of the chart of the calibration', async () => {
    const page = await open('/calibration')
    // The drawing takes the place of the one that the page came with.
    await page.getByText('Table and downloads').waitFor()
    await reach(page, page.getByRole('img', { name: 'Our figures against published ones' }))
    await page.keyboard.press('ArrowRight')
    await page
      .locator('.value-box')
      .getByText(/laptop making.*published [\d.]+ kg CO2 eq\., ours [\d.]+ \([\d.]+ to [\d.]+\)/s)
      .waitFor()
    await page.getByText('Release 2026.11').first().waitFor()
  })

  it('a visitor changes a comparison: place, load, boundary, things, impacts, sliders, charts and formulas', async () => {
    const page = await open(EXAMPLE)
    await settled(page)
    await reach(page, page.getByRole('combobox', { name: 'Location', exact: true }))
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Germany')
    await page
      .getByRole('option', { name: /Germany/ })
      .first()
      .waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/location=DEU/)
    await reach(page, page.getByLabel('Load', { exact: true }))
    await page.keyboard.press('Control+A')
    await page.keyboard.type('60')
    await page.waitForURL(/load=60/)
    await reach(page, page.getByLabel('Counted'))
    await page.keyboard.press('ArrowDown')
    await page.waitForURL(/boundary=equipment/)
    await reach(page, page.getByRole('button', { name: 'Remove m6g.xlarge' }))
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('.subject').count()).toBe(1)
    await reach(page, page.getByRole('button', { name: /Device|Laptop|Terminal/i }).first())
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('.subject').count()).toBe(2)
    await settled(page)
    const impacts = page.getByText(/^Choose impacts/)
    await reach(page, impacts)
    await page.keyboard.press('Enter')
    await reach(page, page.getByRole('checkbox').nth(1))
    await page.keyboard.press('Space')
    await page.keyboard.press('Escape')
    await expect.poll(() => impacts.evaluate((summary) => summary === document.activeElement)).toBe(true)
    await settled(page)
    await reach(page, page.locator('#what-if summary').first())
    await page.keyboard.press('Enter')
    await reach(page, page.getByRole('slider').first())
    await page.keyboard.press('ArrowLeft')
    await page.waitForURL(/[?&]if=/)
    await reach(page, page.locator('#phases svg.drawing').first())
    await page.keyboard.press('ArrowRight')
    await page.locator('.value-box').getByText(/\d/).waitFor()
    const table = page.locator('#phases').getByText('Table and downloads').first()
    await reach(page, table)
    await page.keyboard.press('Enter')
    await reach(page, page.locator('#phases').getByRole('button', { name: 'SVG' }).first())
    const [picture] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect(picture.suggestedFilename()).toMatch(/\.svg$/)
    await reach(page, page.locator('#export > details > summary'))
    await page.keyboard.press('Enter')
    await reach(page, page.getByRole('link', { name: 'Open in GraphiQL' }))
  })

  it('a visitor assesses a file: columns, faults, groups, a row and its formulas', async () => {
    const page = await open('/explorer')
    await reach(page, page.getByRole('button', { name: 'Fleet', exact: true }))
    await page.keyboard.press('Enter')
    await reach(page, page.getByRole('button', { name: 'Try an example' }))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'example.csv: 132 of 132 assets' }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('fleet-file-title')
    await reach(page, page.getByText('Change files or columns'))
    await page.keyboard.press('Enter')
    await reach(page, page.getByText(/^Columns: /))
    await page.keyboard.press('Enter')
    await reach(page, page.getByLabel('Read hours as'))
    // The first of its options.
    await page.keyboard.press('Home')
    await page.getByText('Not read: hours').waitFor()
    await reach(page, page.getByRole('button', { name: 'Treemap' }))
    await page.keyboard.press('Enter')
    await reach(page, page.getByLabel('Group by'))
    await page.keyboard.press('ArrowDown')
    await page.getByText('Total by place').first().waitFor({ state: 'attached' })
    await reach(page, page.getByRole('region', { name: 'Rows of the file' }))
    const row = page.getByRole('button', { name: 'desks' })
    await reach(page, row)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => row.evaluate((button) => button === document.activeElement)).toBe(true)
    await reach(page, page.getByRole('button', { name: 'Remove example.csv' }))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'A whole fleet from files' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('fleet-file')
  })
})

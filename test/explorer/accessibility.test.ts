import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { violationsOf } from './support/axe.ts'
import { EXAMPLE } from './support/example.ts'
import { PHONE, useExplorer } from './support/explorer.ts'
import { settled } from './support/figures.ts'
import { textOf } from './support/text-of.ts'

/** For everyone, in both themes, at a desk and on a phone; nothing from elsewhere, and little of it. */
const { open, url } = useExplorer()

describe('for everyone', () => {
  const VIEWPORTS = [
    ['a desk, light', { colorScheme: 'light' }],
    ['a desk, dark', { colorScheme: 'dark' }],
    ['a phone, light', { colorScheme: 'light', viewport: PHONE }],
    ['a phone, dark', { colorScheme: 'dark', viewport: PHONE }],
  ] as const

  it.each(VIEWPORTS)('there is no violation that axe-core knows: %s', async (_where, options) => {
    const page = await open(`${EXAMPLE}&s=server&s=terminal;kind=LAPTOP;units=x`, { ...options, bypassCSP: true })
    await page.locator('.fault').first().waitFor()
    await page.locator('#changes').waitFor()
    await page.locator('.drivers li').first().waitFor({ state: 'attached' })
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll('details')) fold.open = true
    })
    await page.getByText('Model of server manufacturing').last().waitFor()
    await page.getByRole('combobox', { name: 'Location', exact: true }).click()
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    expect(await violationsOf(page)).toEqual([])
  })

  it.each(VIEWPORTS)('there is none in a fleet and its faults: %s', async (_where, options) => {
    const page = await open('/explorer?mode=fleet&location=FRA&duration=1y&criteria=gwp,adp,pe', {
      ...options,
      bypassCSP: true,
    })
    const text = 'label,kind,quantity\ndesks,laptop,120\nodd,lapptop,1\n'
    await page
      .getByLabel('Fleet file')
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await page.getByRole('heading', { name: '1 row is not in the totals' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    const [width, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(width).toBeLessThanOrEqual(shown as number)
  })

  it('a phone shows all of it without scrolling sideways', async () => {
    const page = await open(`${EXAMPLE}&s=server;cpu=Intel(R)+Xeon(R)+Gold+6138+CPU+@+2.00GHz`, { viewport: PHONE })
    await settled(page)
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll('details')) fold.open = true
    })
    // Addresses of sources, the longest words of the page, come with the drivers.
    await page.locator('.drivers a').first().waitFor()
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(widths[0]).toBeLessThanOrEqual(widths[1] as number)
    expect(await textOf(page.locator('.peek'))).toMatch(/A [\d.]+ · B [\d.]+ · C [\d,]+/)
  })
})

describe('the page', () => {
  it('keeps to its own host, without inline scripts and styles', async () => {
    const response = await fetch(url('/explorer'))
    expect(response.headers.get('content-security-policy')).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'",
    )
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe')
  })

  it('loads under 150 KB for a comparison, compressed', async () => {
    const page = await open(EXAMPLE)
    await settled(page)
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    )
    const files = ['/explorer', ...loaded.filter((path) => path.startsWith('/explorer/assets/'))]
    const bodies = await Promise.all(files.map(async (path) => (await fetch(url(path))).arrayBuffer()))
    const total = bodies.reduce((sum, body) => sum + gzipSync(Buffer.from(body)).length, 0)
    expect(files.length).toBeGreaterThan(2)
    expect(total).toBeLessThan(150_000)
  })
})

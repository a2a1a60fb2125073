import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { violationsOf } from './support/axe.ts'
import { DESK, PHONE, useExplorer } from './support/explorer.ts'

/** Several files at once: chosen, dropped, pasted. */
const { open } = useExplorer()

const FLEET = '/explorer?mode=fleet&duration=1y&criteria=gwp'

const LAB = 'label,kind,quantity\ndesks,laptop,20\nodd,lapptop,1\n'
const OFFICE = 'Name;Type;Qty\nscreens;monitor;30\nodd;dekstop;2\n'

interface Named {
  readonly name: string
  readonly text: string
}

async function choose(page: Page, ...files: readonly Named[]): Promise<void> {
  const chosen = files.map(({ name, text }) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) }))
  await page.getByLabel('Fleet file').setInputFiles(chosen)
}

/** Hands files or a text to the page as a browser does. */
async function hand(page: Page, how: 'drop' | 'paste', files: readonly Named[], text = ''): Promise<void> {
  await page.evaluate(
    ([how, files, text]) => {
      const data = new DataTransfer()
      for (const { name, text } of files) data.items.add(new File([text], name))
      if (text !== '') data.setData('text/plain', text)
      const event =
        how === 'drop'
          ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
          : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      const target = how === 'drop' ? document.querySelector('.drop') : document.body
      target?.dispatchEvent(event)
    },
    [how, files, text] as const,
  )
}

const BOTH = [
  { name: 'lab.csv', text: LAB },
  { name: 'office.csv', text: OFFICE },
]

describe('several fleet files', () => {
  it('are read each on its own: what is wrong with one is said at it, and the others count', async () => {
    const page = await open(FLEET)
    await choose(page, ...BOTH, { name: 'empty.csv', text: '' })
    await page.getByRole('listitem', { name: 'empty.csv' }).getByRole('alert').getByText(/empty/).waitFor()
    await page.getByRole('heading', { name: '2 files: 50 of 53 assets' }).waitFor()
    await page.getByText('lab.csv: 2 rows').waitFor()
  })

  it('are mended in place, each at its own line', async () => {
    const page = await open(FLEET)
    await choose(page, ...BOTH)
    await page.getByRole('heading', { name: '2 rows are not in the totals' }).waitFor()
    const odd = page.getByRole('form', { name: 'Correct office.csv, line 3' })
    await odd.getByRole('button', { name: 'desktop', exact: true }).click()
    await page.getByRole('heading', { name: '2 files: 52 of 53 assets' }).waitFor()
    await page.getByRole('form', { name: 'Correct lab.csv, line 3' }).getByRole('button', { name: 'laptop' }).click()
    await page.getByRole('heading', { name: '2 files: 53 of 53 assets' }).waitFor()
  })

  it('come by dropping and by pasting from a spreadsheet as well, and go one by one', async () => {
    const page = await open(FLEET)
    await page.getByRole('button', { name: 'Try an example' }).waitFor()
    await hand(page, 'drop', BOTH)
    await page.getByRole('heading', { name: '2 files: 50 of 53 assets' }).waitFor()
    await hand(page, 'paste', [], 'label\tkind\tquantity\nmore\tlaptop\t7\n')
    await page.getByRole('heading', { name: '3 files: 57 of 60 assets' }).waitFor()
    await page.getByText('Change files or columns').click()
    await page.getByRole('button', { name: 'Remove lab.csv' }).click()
    await page.getByRole('button', { name: 'Remove office.csv' }).click()
    await page.getByRole('heading', { name: 'pasted 1.csv: 7 of 7 assets' }).waitFor()
    await page.getByRole('button', { name: 'Remove pasted 1.csv' }).click()
    await expect.poll(() => page.getByRole('heading', { name: /assets/ }).count()).toBe(0)
  })

  it('have names and columns of any length, and the page of a phone stays as wide as it is', async () => {
    const page = await open(FLEET, { viewport: PHONE })
    const text = `kind,${'y'.repeat(50_000)}\nlaptop,1\n`
    await page
      .getByLabel('Fleet file')
      .setInputFiles({ name: `${'n'.repeat(200)}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) })
    await page.getByRole('heading', { name: /1 of 1 assets$/ }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    // What was asked is folded, so that the figures come first, and opens on request.
    const load = page.getByLabel('Load', { exact: true })
    expect(await load.isVisible()).toBe(false)
    await page.getByText('Change location, load or duration').click()
    await load.fill('x')
    await page.getByText('Correct the marked fields.').waitFor()
    expect(await load.isVisible()).toBe(true)
  })

  it.each([
    ['beside the area for it', '/explorer?mode=fleet&duration=1y&criteria=gwp'],
    ['on a comparison', '/explorer?s=server&duration=1y&criteria=gwp'],
  ])('open as a fleet when they are dropped %s', async (_where, path) => {
    const page = await open(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('.panel').first().waitFor()
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['label,kind,quantity\ndesks,laptop,3\n'], 'dropped.csv'))
      for (const type of ['dragover', 'drop']) {
        const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer })
        document.querySelector('h1')?.dispatchEvent(event)
      }
    })
    await page.getByRole('heading', { name: 'dropped.csv: 3 of 3 assets' }).waitFor()
  })

  it('are still there after a look at other things', async () => {
    const page = await open(FLEET)
    await choose(page, ...BOTH)
    await page.getByRole('heading', { name: '2 files: 50 of 53 assets' }).waitFor()
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await page.getByRole('button', { name: 'Fleet', exact: true }).click()
    await page.getByRole('heading', { name: '2 files: 50 of 53 assets' }).waitFor()
  })

  it('have figures that are marked as old while what was changed is wrong, or being assessed', async () => {
    const page = await open(FLEET)
    await choose(page, ...BOTH)
    await page.getByRole('heading', { name: '2 files: 50 of 53 assets' }).waitFor()
    const duration = page.getByLabel('Duration', { exact: true })
    await duration.fill('long')
    await page.getByText('These figures are from before your last change.').waitFor()
    await page.getByRole('heading', { name: '2 files: 50 of 53 assets' }).waitFor()
    await duration.fill('2')
    await page.getByText('Over 17,520 hours (2 years)').first().waitFor()
    expect(await page.getByText('These figures are from before your last change.').count()).toBe(0)
  })

  it.each([
    ['light, 1440', { viewport: DESK, colorScheme: 'light' as const }],
    ['dark, 390', { viewport: PHONE, colorScheme: 'dark' as const }],
  ])('are accessible, and fit: %s', async (_where, options) => {
    const page = await open(FLEET, { ...options, bypassCSP: true })
    await choose(page, ...BOTH)
    await page.getByRole('heading', { name: '2 files: 50 of 53 assets' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    const [width, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(width).toBeLessThanOrEqual(shown as number)
    // The field is reached by keyboard although its button is drawn by its label.
    await page.getByText('Change files or columns').click()
    await page.getByLabel('Fleet file').focus()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('fleet-file')
  })
})

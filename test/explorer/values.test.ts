import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { violationsOf } from './support/axe.ts'
import { EXAMPLE } from './support/example.ts'
import { PHONE, useExplorer } from './support/explorer.ts'
import { settled } from './support/figures.ts'
import { instanceImpacts } from './support/instance-impacts.ts'
import { textOf } from './support/text-of.ts'
import { unfold } from './support/unfold.ts'

/** Values of charts, under a pointer and by the keyboard. */
const { open, ask } = useExplorer()

const box = (page: Page) => page.locator('.value-box:not([hidden])')

/** Everything in the pictures of a page that has a value, one drawing after the other. */
const drawings = (page: Page) => page.locator('svg.drawing:visible')

async function example(path = EXAMPLE, options: Parameters<typeof open>[1] = {}): Promise<Page> {
  const page = await open(path, options)
  await settled(page)
  await page.locator('.drivers li').first().waitFor({ state: 'attached' })
  return page
}

describe('a value', () => {
  it('goes with Escape and with the pointer, and stays while the pointer is over it', async () => {
    const page = await example()
    const mark = page.locator('#phases [data-value]').first()
    await mark.hover()
    await box(page).waitFor()
    await page.keyboard.press('Escape')
    expect(await box(page).count()).toBe(0)
    await page.mouse.move(5, 5)
    await mark.hover()
    await box(page).hover()
    expect(await box(page).count()).toBe(1)
    await page.mouse.move(5, 5)
    await expect.poll(() => box(page).count()).toBe(0)
  })

  it('is that of the table behind the picture', async () => {
    const page = await example()
    await page.locator('#phases [data-value]').first().hover()
    const [impact] = await instanceImpacts(ask, 'm5.xlarge')
    const [embodied, range = ''] = (await textOf(box(page))).split(/(?= \()/)
    expect(embodied).toBe(`A · m5.xlarge, embodied\n${impact?.embedded?.value}`)
    expect(range).toMatch(/^ \([\d.]+ to [\d.]+\) kg CO₂eq$/)
    await unfold(page, 'Power by load')
    await page.locator('#power [data-value]').nth(3).hover()
    const watt = await textOf(box(page))
    const [, first = '', second = ''] =
      /^At 30 % load\nA · m5\.xlarge: ([\d.]+) W\nB · m6g\.xlarge: ([\d.]+) W$/.exec(watt) ?? []
    await page.locator('#power summary', { hasText: 'Table' }).click()
    expect(await page.locator('#power tbody tr').nth(3).locator('td').allInnerTexts()).toEqual([first, second])
  })

  it('is reached by the keyboard in every chart of a comparison', async () => {
    const page = await example()
    // What is folded is asked for as it opens.
    for (const title of ['Part by part', 'Power by load', 'How it is computed']) {
      const part = await unfold(page, title)
      await part.locator('svg.drawing').last().waitFor()
    }
    const count = await drawings(page).count()
    expect(count).toBeGreaterThan(7)
    // Each can be taken along, with its figures.
    const bare = await drawings(page).evaluateAll((all) =>
      all
        .filter((each) => each.closest('figure')?.querySelector('.picture-files') == null)
        .map((each) => each.textContent),
    )
    expect(bare).toEqual([])
    for (let at = 0; at < count; at++) {
      const drawing = drawings(page).nth(at)
      await drawing.focus()
      await box(page).waitFor()
      await page.keyboard.press('End')
      const words = await drawing.locator('[data-value]').last().getAttribute('data-value')
      await expect.poll(() => box(page).textContent()).toBe(words)
      await page.keyboard.press('Home')
      expect(await box(page).textContent()).toBe(
        await drawing.locator('[data-value]').first().getAttribute('data-value'),
      )
    }
    await page.keyboard.press('ArrowRight')
    const second = await drawings(page).last().locator('[data-value]').nth(1).getAttribute('data-value')
    expect(await box(page).textContent()).toBe(second)
    await page.keyboard.press('Tab')
    expect(await box(page).count()).toBe(0)
  })

  it('is reached in the charts of a fleet, as bars and as a treemap', async () => {
    const page = await open('/explorer?mode=fleet&location=FRA&duration=1y&criteria=gwp')
    const text = 'label,kind,quantity,team\ndesks,laptop,120,sales\nscreens,monitor,10,it\n'
    await page
      .getByLabel('Fleet file')
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await page.getByLabel('Group by').selectOption('team')
    await page.locator('[data-value^="sales, embodied"]').hover()
    expect(await textOf(box(page))).toMatch(/^sales, embodied\n[\d,]+ kg CO₂eq$/)
    // What is drawn below a pointer at rest shows its value, too.
    await page.mouse.move(5, 5)
    await page.getByRole('button', { name: 'Treemap' }).press('Enter')
    await drawings(page).last().focus()
    await box(page).waitFor()
    await page.keyboard.press('End')
    expect(await textOf(box(page))).toMatch(/^it\n[\d,.]+ kg CO₂eq, [\d.]+ %$/)
  })

  it('is shown by a touch, within the window of a phone', async () => {
    const page = await example(EXAMPLE, { viewport: PHONE, colorScheme: 'dark', hasTouch: true, bypassCSP: true })
    await page.getByRole('heading', { name: 'Embodied and use' }).tap()
    await page.locator('#phases [data-value]').first().tap()
    await box(page).waitFor()
    const bounds = await box(page).boundingBox()
    expect(bounds?.x).toBeGreaterThanOrEqual(0)
    expect((bounds?.x ?? 0) + (bounds?.width ?? 0)).toBeLessThanOrEqual(PHONE.width)
    expect(await violationsOf(page)).toEqual([])
  })
})

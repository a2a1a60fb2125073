import type { Page } from 'playwright-core'
import { textOf } from './text-of.ts'

/** What the summary shows of a subject: its total, with its likely range. */
export async function shownTotal(
  page: Page,
  letter: string,
): Promise<readonly [value: number, low: number, high: number]> {
  const total = page.locator(`.total[data-subject="${letter}"]`)
  await total.locator('.figure').waitFor()
  const value = await textOf(total.locator('.figure'))
  const bounds = await textOf(total.locator('.total-bounds'))
  const [, low = '', high = ''] = /^Likely range: (.+) to (.+)$/.exec(bounds) ?? []
  return [readFigure(value), readFigure(low), readFigure(high)]
}

/** Waits until the figures are those of what is in the form. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.total').first().waitFor()
  await page.waitForFunction(
    () =>
      document.querySelector('.summary')?.getAttribute('aria-busy') === 'false' &&
      document.querySelector('.total.stale') === null,
  )
}

/** The number in a text of the page: `10,210`, `9.1 × 10⁻⁶`. */
export function readFigure(text: string): number {
  const [mantissa = '', power = ''] = text.replaceAll(',', '').split(' × 10')
  const exponent = [...power].map((sign) => (sign === '⁻' ? '-' : String('⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(sign)))).join('')
  return Number(`${mantissa.trim()}e${exponent || '0'}`)
}

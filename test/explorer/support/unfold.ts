import type { Locator, Page } from 'playwright-core'

/** Opens a part of a comparison that is folded at first. */
export async function unfold(page: Page, title: string): Promise<Locator> {
  const part = page.getByRole('region', { name: title, exact: true })
  await part.locator('summary').first().press('Enter')
  return part
}

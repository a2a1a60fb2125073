import type { Page } from 'playwright-core'

/** The cells of the table behind a picture, a row each. */
export async function pictureRows(page: Page, picture: string): Promise<readonly (readonly string[])[]> {
  await page.locator(`${picture} summary`).click()
  return page
    .locator(`${picture} tbody tr`)
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')))
}

import { expect, it } from 'vitest'
import { violationsOf } from './support/axe.ts'
import { DESK, PHONE, useExplorer } from './support/explorer.ts'

/** A row of a fleet opens what its figure is made of. */
const { open, ask } = useExplorer()

const FLEET = 'label,kind,quantity,location\ndesks,laptop,20,DEU\nracks,server,3,\n'

it.each([
  ['light, 1440', { viewport: DESK, colorScheme: 'light' as const }],
  ['dark, 390', { viewport: PHONE, colorScheme: 'dark' as const }],
])('is explained by its formulas, opened and closed by keyboard: %s', async (_where, options) => {
  const page = await open('/explorer?mode=fleet&location=FRA&load=30&duration=1y&criteria=gwp', {
    ...options,
    bypassCSP: true,
  })
  await page.getByLabel('Fleet file').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(FLEET) })
  const button = page.getByRole('button', { name: 'racks', exact: true })
  await button.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'racks: how it is computed' })
  await dialog.getByText(/^Server, France\. Impact of 3: /).waitFor()
  await dialog.getByRole('img').waitFor()
  const { server } = await ask(`{ server(input: {usage: {usageLocation: "FRA", timeWorkload: 30}}) {
    impact(criterion: GWP, duration: 8760, boundary: DATA_CENTRE) { total { value(exact: true) } } } }`)
  const shown = new Intl.NumberFormat('en').format(Number(server.impact.total.value.toPrecision(4)))
  await dialog.getByText(`total = ${shown} kg CO₂eq`).waitFor()
  expect(await violationsOf(page)).toEqual([])
  const box = await dialog.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(options.viewport.width)
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
})

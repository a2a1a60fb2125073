import { describe, expect, it } from 'vitest'
import { violationsOf } from './support/axe.ts'
import { EXAMPLE } from './support/example.ts'
import { useExplorer } from './support/explorer.ts'

/** Every page from the narrowest phone to a wide screen, and magnified. */
const { open } = useExplorer()

const PAGES = [
  ...['/', EXAMPLE, '/explorer?mode=fleet', '/explorer?q=m5.xlrge', '/calibration', '/glossary', '/guide'],
  ...[
    '/guide/recipes',
    '/guide/rest',
    '/guide/settings',
    '/methodology',
    '/sources',
    '/docs',
    '/graphql',
    '/no-such-page',
  ],
]

const SIZES = [
  ['320 px', { viewport: { width: 320, height: 640 }, colorScheme: 'dark' }],
  ['1440 px at 200 %', { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2, colorScheme: 'light' }],
  ['1920 px', { viewport: { width: 1920, height: 1080 }, colorScheme: 'light' }],
] as const

it('At 320 px, nothing of a comparison lies over another', async () => {
  const page = await open(EXAMPLE, { viewport: { width: 320, height: 640 } })
  const boxes = await Promise.all(
    [page.getByText('Use your own values').first(), page.getByRole('button', { name: /^Add a variant/ }).first()].map(
      (each) => each.boundingBox(),
    ),
  )
  const [own, variant] = boxes.map((box) => box ?? { x: 0, y: 0, width: 0, height: 0 })
  expect((own?.y ?? 0) + (own?.height ?? 0)).toBeLessThanOrEqual(variant?.y ?? 0)
  const duration = page.getByRole('combobox', { name: /^Years, days, hours/ })
  const form = page.getByRole('form', { name: 'Question' })
  const [end, edge] = await Promise.all(
    [duration, form].map((each) => each.evaluate((element) => element.getBoundingClientRect().right)),
  )
  expect(end).toBeLessThanOrEqual(edge as number)
})

describe.each(SIZES)('at %s', (_size, options) => {
  it.each(PAGES)('%s does not scroll sideways, and axe-core finds nothing', async (path) => {
    const page = await open(path, { ...options, bypassCSP: true, mayComplain: /404/ })
    await page.getByRole('navigation', { name: 'Site' }).waitFor()
    if (path.startsWith('/explorer')) await page.locator('#results').waitFor({ state: 'attached' })
    if (path === EXAMPLE) await page.locator('.drivers li').first().waitFor({ state: 'attached' })
    if (path === '/docs') await page.getByRole('heading', { name: /^server/ }).waitFor()
    const [width, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(width).toBeLessThanOrEqual(shown as number)
    expect(await violationsOf(page)).toEqual([])
  })
})

import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { violationsOf } from './support/axe.ts'
import { DESK, PHONE, useExplorer } from './support/explorer.ts'
import { unfold } from './support/unfold.ts'

/** The pages beside the explorer. */
const { open, url } = useExplorer()

const PAGES = ['/', '/methodology', '/sources', '/glossary', '/docs', '/no-such-page'] as const

describe('every page', () => {
  it.each(PAGES)(
    'has the same header, and nothing that axe-core finds wrong, in both themes and on a phone: %s',
    async (path) => {
      const mayComplain = /404/
      for (const options of [{ colorScheme: 'light' }, { colorScheme: 'dark', viewport: PHONE }] as const) {
        const page = await open(path, { ...options, bypassCSP: true, mayComplain })
        await page.getByRole('navigation', { name: 'Site' }).waitFor()
        const links = await page.getByRole('navigation', { name: 'Site' }).getByRole('link').allInnerTexts()
        expect(links).toEqual(['Explorer', 'Guide', 'Methodology', 'Sources', 'Glossary', 'REST', 'GraphQL'])
        if (path === '/docs') await page.getByRole('heading', { name: /Servers/ }).waitFor()
        expect(await violationsOf(page), `${path} ${options.colorScheme}`).toEqual([])
        const [width, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
        expect(width).toBeLessThanOrEqual(shown as number)
      }
    },
  )

  it.each([...PAGES, '/explorer', '/calibration', '/graphql'])('is as wide as a phone: %s', async (path) => {
    const page = await open(path, { viewport: PHONE, isMobile: true, hasTouch: true, mayComplain: /404/ })
    await page.getByRole('navigation', { name: 'Site' }).waitFor()
    expect(await page.evaluate(() => innerWidth)).toBe(PHONE.width)
  })

  it('breaks no word of a table on a phone', async () => {
    const page = await open('/calibration', { viewport: PHONE })
    const lines = await page.getByRole('columnheader', { name: 'width', exact: true }).evaluateAll((heads) =>
      heads.map((head) => {
        const text = document.createRange()
        text.selectNodeContents(head)
        return text.getClientRects().length
      }),
    )
    expect(new Set(lines.filter((count) => count > 0))).toEqual(new Set([1]))
  })

  it('that is not there has words for a browser, and a way on', async () => {
    const page = await open('/no-such-page', { mayComplain: /404/ })
    await page.getByRole('heading', { name: 'There is no page here' }).waitFor()
    await page
      .getByRole('link', { name: /explorer/i })
      .last()
      .waitFor()
  })
})

it('The year of a source stands on one line', async () => {
  for (const viewport of [DESK, PHONE]) {
    const page = await open('/sources', { viewport })
    const heights = await page.locator('td.year').evaluateAll((cells) =>
      cells.map((cell) => {
        const text = document.createRange()
        text.selectNodeContents(cell)
        return text.getClientRects().length
      }),
    )
    expect(new Set(heights)).toEqual(new Set([1]))
    const [width, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(width).toBeLessThanOrEqual(shown as number)
  }
})

describe('the query editor', () => {
  it.each([{ colorScheme: 'light' }, { colorScheme: 'dark', viewport: PHONE }] as const)(
    'has nothing that axe-core finds wrong: $colorScheme',
    async (options) => {
      const page = await open('/graphql', { ...options, bypassCSP: true })
      await page.getByRole('button', { name: /Execute query/ }).click()
      await page.getByText('"data"').waitFor()
      expect(await violationsOf(page)).toEqual([])
    },
  )

  it('has the tab of the last visit, and no empty one', async () => {
    const page = await open('/graphql')
    const tabs = page.locator('.graphiql-tab-button')
    await page.getByText('Xeon Gold 6240R').first().waitFor()
    expect(await tabs.allInnerTexts()).toEqual(['Server'])
    for (const address of ['/graphql', page.url()]) {
      await page.goto(new URL(address, page.url()).href)
      await page.getByText('Xeon Gold 6240R').first().waitFor()
      expect(await tabs.allInnerTexts()).toEqual(['Server'])
    }
    await page.goto(new URL('/graphql#query=query+Release+{release{id}}', page.url()).href)
    await page.reload()
    await tabs.filter({ hasText: 'Release' }).waitFor()
    expect(await tabs.allInnerTexts()).toEqual(['Server', 'Release'])
  })

  it('loads under 2.3 MB, compressed', async () => {
    const body = Buffer.from(await (await fetch(url('/graphql'), { headers: { accept: 'text/html' } })).arrayBuffer())
    expect(gzipSync(body).length).toBeLessThan(2_300_000)
  })

  it('opens with the query of a comparison, keeps a history, and stores no headers', async () => {
    const page = await open('/explorer')
    await unfold(page, 'Export')
    await page.getByRole('link', { name: 'Open in GraphiQL' }).click()
    await page.getByRole('navigation', { name: 'Site' }).waitFor()
    await page.getByText('CloudInstanceImpacts').first().waitFor()
    await page.getByText('m5.xlarge').first().waitFor()
    await page.getByRole('button', { name: /History/ }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('graphiql:shouldPersistHeaders'))).not.toBe('true')
  })
})

import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { violationsOf } from './support/axe.ts'
import { DESK, PHONE, useExplorer } from './support/explorer.ts'

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
  const answer = (page: Page) => page.getByRole('textbox', { name: 'Answer' })
  const query = (page: Page) => page.getByRole('textbox', { name: 'Query' })

  it.each([{ colorScheme: 'light' }, { colorScheme: 'dark', viewport: PHONE }] as const)(
    'has nothing that axe-core finds wrong: $colorScheme',
    async (options) => {
      const page = await open('/graphql', { ...options, bypassCSP: true })
      await page.getByRole('button', { name: 'Run' }).click()
      await answer(page).getByText('"data"').waitFor()
      await page.getByRole('button', { name: 'Reference' }).click()
      await page.getByRole('searchbox', { name: 'Search types and fields' }).fill('CloudInstance')
      await page.getByRole('button', { name: 'CloudInstance', exact: true }).click()
      await page.getByRole('heading', { name: 'CloudInstance' }).waitFor()
      expect(await violationsOf(page)).toEqual([])
      const [width, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      expect(width).toBeLessThanOrEqual(shown as number)
    },
  )

  it('says what is wrong with variables, headers and queries, and keeps them', async () => {
    const page = await open('/graphql', { mayComplain: /400/ })
    await page.getByRole('textbox', { name: 'Variables' }).fill('nonsense')
    await page.getByRole('button', { name: 'Run' }).click()
    await answer(page).getByText('The variables are not valid JSON').waitFor()
    await page.getByRole('textbox', { name: 'Variables' }).fill('')
    await page.getByRole('tab', { name: 'Headers' }).click()
    await page.getByRole('textbox', { name: 'Headers' }).fill('[]')
    await page.getByRole('button', { name: 'Run' }).click()
    await answer(page).getByText('The headers are not a JSON object').waitFor()
    await page.getByRole('textbox', { name: 'Headers' }).fill('')
    await query(page).fill('{ nothing }')
    await page.getByRole('button', { name: 'Run' }).click()
    await answer(page).getByText('Cannot query field').waitFor()
    expect(await query(page).innerText()).toContain('{ nothing }')
  })

  it('completes names, runs by the keyboard, and formats', async () => {
    const page = await open('/graphql')
    const schema = page.waitForResponse((response) => response.request().postData()?.includes('__schema') === true)
    await query(page).fill('')
    await schema
    await query(page).press('{')
    await query(page).pressSequentially(' releas')
    await page
      .getByRole('option', { name: /^release/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type(' { id }')
    await page.keyboard.press('Control+Enter')
    await answer(page).getByText('"2026.12"').waitFor()
    await page.getByRole('button', { name: 'Format' }).click()
    await expect.poll(() => query(page).innerText()).toMatch(/^\{\n +release \{\n +id\n/)
  })

  it('has the query of the last visit, or that of its address, a history, and stores no headers', async () => {
    const page = await open('/graphql')
    await query(page).fill('query Mine { release { id } }')
    await page.getByRole('tab', { name: 'Headers' }).click()
    await page.getByRole('textbox', { name: 'Headers' }).fill('{"x-api-key": "secret"}')
    await page.getByRole('button', { name: 'Run' }).click()
    await answer(page).getByText('"2026.12"').waitFor()
    await page.reload()
    await query(page).getByText('Mine').waitFor()
    await page.goto(new URL('/graphql#query=query+Release+{release{id}}', page.url()).href)
    await query(page).getByText('Release', { exact: true }).waitFor()
    await page.getByText('History').click()
    await page.getByRole('button', { name: 'Mine' }).click()
    await query(page).getByText('Mine').waitFor()
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('secret')
  })

  it('loads under 250 kB, compressed', async () => {
    const page = await open('/graphql')
    await query(page).waitFor()
    const paths = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => (name.endsWith('.js') ? new URL(name).pathname : [])),
    )
    const files = await Promise.all(
      ['/graphql', ...paths].map(async (path) =>
        (await fetch(url(path), { headers: { accept: 'text/html,*/*' } })).arrayBuffer(),
      ),
    )
    expect(paths.length).toBeGreaterThan(0)
    expect(files.reduce((sum, file) => sum + gzipSync(Buffer.from(file)).length, 0)).toBeLessThan(250_000)
  })

  it('opens with the query of a comparison', async () => {
    const page = await open('/explorer')
    await page.getByRole('link', { name: 'Open in the query editor' }).click()
    await page.getByRole('navigation', { name: 'Site' }).waitFor()
    await query(page).getByText('CloudInstanceImpacts').first().waitFor()
    await page.getByRole('textbox', { name: 'Variables' }).getByText('m5.xlarge').first().waitFor()
  })
})

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

  it('that lists formulas shows each of them whole on a phone, with the names of its columns', async () => {
    const page = await open('/methodology', { viewport: PHONE })
    const row = page.locator('.cards tr').filter({ hasText: /^\s*F3\s/ })
    expect(
      await row.locator('td').evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content)),
    ).toEqual(['"no."', '"formula"', '"result and symbols"', '"example"'])
    const right = await page
      .locator('.cards td')
      .evaluateAll((cells) => Math.max(...cells.map((cell) => cell.getBoundingClientRect().right)))
    expect(right).toBeLessThanOrEqual(PHONE.width)
  })

  it.each([
    ['/methodology', '4. Use'],
    ['/calibration', 'Where sources disagree'],
    ['/guide/recipes', 'Compare'],
  ])('to read has the list of its sections beside it, and before it on a phone: %s', async (path, section) => {
    for (const viewport of [DESK, PHONE]) {
      const page = await open(path, { viewport })
      const list = page.getByRole('navigation', { name: 'On this page' })
      if (viewport === PHONE) await list.getByText('On this page').click()
      const [brand, beside, title] = await Promise.all(
        [page.locator('.brand'), list, page.locator('h1')].map((each) => each.boundingBox()),
      )
      expect(beside?.x).toBe(brand?.x)
      if (viewport === DESK) expect(title?.x).toBeGreaterThan((beside?.x ?? 0) + (beside?.width ?? 0))
      else expect(title?.y).toBeGreaterThan((beside?.y ?? 0) + (beside?.height ?? 0))
      await list.getByRole('link', { name: section, exact: true }).click()
      await expect
        .poll(() => page.getByRole('heading', { name: section, exact: true }).boundingBox())
        .toMatchObject({
          y: expect.closeTo(80, -1.7),
        })
    }
  })

  it('on calibration has a chart that is read on a phone, and taken along', async () => {
    for (const viewport of [DESK, PHONE]) {
      const page = await open('/calibration', { viewport })
      const chart = page.getByRole('figure').filter({ hasText: 'Our figures against published ones' })
      await chart.getByText('Table and downloads').click()
      const texts = await chart.locator('svg text').evaluateAll((all) =>
        (all as SVGTextElement[]).map((text) => {
          const { left, right } = text.getBoundingClientRect()
          const { left: from, right: to } = text.closest('svg')?.getBoundingClientRect() ?? text.getBoundingClientRect()
          return { text: text.textContent, isWhole: left >= from - 1 && right <= to + 1, size: text.getBBox().height }
        }),
      )
      expect(texts.filter(({ isWhole, size }) => !isWhole || size < 12)).toEqual([])
      expect(await chart.locator('[data-value]').first().getAttribute('data-value')).toMatch(
        /^laptop making: .+\npublished [\d.]+ kg CO2 eq\., ours [\d.]+ \([\d.]+ to [\d.]+\)$/,
      )
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        chart.getByRole('button', { name: /^PNG: / }).click(),
      ])
      expect(file.suggestedFilename()).toBe('impactql-our-figures-against-published-ones.png')
      const [width, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      expect(width).toBeLessThanOrEqual(shown as number)
    }
  })

  it('at /guide has one name', async () => {
    const page = await open('/guide')
    const current = await page.locator('header [aria-current="page"]').innerText()
    expect([await page.title(), await page.locator('h1').innerText()]).toEqual([`${current} · impactql`, current])
  })

  it('with commands shows each line of them on a phone', async () => {
    const page = await open('/docs', { viewport: PHONE })
    await page.getByRole('heading', { name: /Servers/ }).waitFor()
    const cut = await page
      .locator('.task pre:visible')
      .evaluateAll((texts) =>
        texts.filter((text) => text.scrollWidth > text.clientWidth).map((text) => text.textContent),
      )
    expect(cut).toEqual([])
  })

  it('that is not there has words for a browser, and a way on', async () => {
    const page = await open('/no-such-page', { mayComplain: /404/ })
    await page.getByRole('heading', { name: 'There is no page here' }).waitFor()
    const main = page.getByRole('main')
    expect(await main.getByRole('link').allInnerTexts()).toEqual(['Home', 'Explorer', 'Guide'])
    const [brand, title] = await Promise.all(
      [page.locator('.brand'), main.locator('h1')].map((each) => each.boundingBox()),
    )
    expect(title?.x).toBe(brand?.x)
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

  it('has room for query and answer on a phone', async () => {
    const page = await open('/graphql', { viewport: PHONE })
    await page.getByText('Xeon Gold 6240R').first().waitFor()
    await page.getByRole('button', { name: /Execute query/ }).click()
    await page.getByText('"data"').waitFor()
    const boxes = await Promise.all(
      ['.graphiql-query-editor .monaco-editor', '.graphiql-response .monaco-editor'].map((each) =>
        page.locator(each).first().boundingBox(),
      ),
    )
    for (const box of boxes) {
      expect(box?.height).toBeGreaterThan(PHONE.height * 0.45)
      expect(box?.width).toBeGreaterThan(PHONE.width * 0.8)
    }
    expect((boxes[1]?.y ?? 0) - (boxes[0]?.y ?? 0)).toBeGreaterThan(boxes[0]?.height ?? 0)
  })

  it.each(['light', 'dark'] as const)('has the colours of the site: %s', async (colorScheme) => {
    const page = await open('/graphql', { colorScheme })
    const button = page.getByRole('button', { name: /Execute query/ })
    await button.waitFor()
    const [ours, theirs] = await button.evaluate((element) => {
      const swatch = document.createElement('i')
      swatch.style.color = 'var(--accent)'
      document.body.append(swatch)
      return [getComputedStyle(swatch).color, getComputedStyle(element).backgroundColor].map((colour) =>
        [...colour.matchAll(/[\d.]+/g)].slice(0, 3).map(Number),
      )
    })
    // GraphiQL wants whole degrees and percents.
    for (const [at, part] of (ours ?? []).entries()) expect(Math.abs(part - (theirs?.[at] ?? 0))).toBeLessThanOrEqual(3)
  })

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
    // GraphiQL stores its tabs a moment after each change.
    await page.waitForFunction(() => localStorage.getItem('graphiql:tabState')?.includes('Xeon Gold 6240R'))
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

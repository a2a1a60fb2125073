import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { csvText } from '../../src/explorer/copy/download.ts'
import { EXAMPLE } from './support/example.ts'
import { PHONE, useExplorer } from './support/explorer.ts'
import { settled } from './support/figures.ts'
import { instanceImpacts } from './support/instance-impacts.ts'
import { unfold } from './support/unfold.ts'

/** How the page behaves: quick, still, and honest while things go wrong. */
const { open, ask } = useExplorer()

describe('the page', () => {
  it('shows its first picture within 700 ms of its bytes, and moves nothing once it is there', async () => {
    const page = await open('/explorer')
    const measured = await page.evaluate(async () => {
      let shift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shift += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
      await new Promise((resolve) => setTimeout(resolve, 4000))
      const [bytes] = performance.getEntriesByType('navigation') as unknown as readonly { responseStart: number }[]
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY
      return { shift, paint: paint - (bytes?.responseStart ?? 0) }
    })
    expect(measured.shift).toBeLessThan(0.05)
    expect(measured.paint).toBeLessThan(700)
  })

  it('stays where it is when a field is changed', async () => {
    const page = await open('/explorer')
    await settled(page)
    await page.evaluate(() => scrollTo(0, 700))
    const before = await page.evaluate(() => scrollY)
    await page.getByLabel('Load', { exact: true }).evaluate((input: HTMLInputElement) => {
      input.value = '80'
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await page.getByText(/in Germany, .* at a load of 80 %/).waitFor()
    expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(4)
  })

  it('draws a chart that is opened or chosen later as wide as its place', async () => {
    const page = await open('/explorer')
    await settled(page)
    const isAsWide = (picture: Locator) =>
      expect
        .poll(() => picture.evaluate((drawing) => [drawing.clientWidth, drawing.parentElement?.clientWidth]))
        .toSatisfy(([width, place]) => width === place && width > 380)
    const power = await unfold(page, 'Power by load')
    await isAsWide(power.getByRole('img', { name: 'Power over load, in W' }))
    await page.getByText(/^Choose impacts/).click()
    await page.getByRole('checkbox', { name: /^Particulate matter/ }).click()
    await page.keyboard.press('Escape')
    await isAsWide(page.locator('[data-criterion="PM"] svg.drawing'))
  })

  it('changes all figures at once', async () => {
    const page = await open('/explorer')
    await settled(page)
    await page.route('**/graphql', async (route) => {
      const isOfA = route.request().postData()?.includes('m5.xlarge')
      await new Promise((resolve) => setTimeout(resolve, isOfA ? 1500 : 0))
      await route.continue()
    })
    const shown = () => page.locator('.totals').innerText()
    const before = await shown()
    await page.getByLabel('Load', { exact: true }).fill('80')
    await page.waitForTimeout(1200)
    expect(await shown()).toBe(before)
    await page.getByText(/in Germany, .* at a load of 80 %/).waitFor()
    expect(await shown()).not.toBe(before)
  })

  it('needs no more than five screens on a phone', async () => {
    const page = await open('/explorer', { viewport: PHONE })
    await settled(page)
    await page
      .getByText(/^What matters most/)
      .first()
      .waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollHeight / innerHeight)).toBeLessThan(5)
  })

  it('lists instance types by family, wide enough to be read, opened at the chosen one', async () => {
    for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
      const page = await open('/explorer', { viewport })
      await page.getByRole('combobox', { name: 'Instance type' }).first().click()
      const chosen = page.getByRole('option', { name: /^m5\.xlarge / })
      await chosen.waitFor()
      const list = page.getByRole('listbox')
      expect((await list.boundingBox())?.width).toBeGreaterThanOrEqual(300)
      expect(await chosen.getAttribute('aria-selected')).toBe('true')
      expect(await chosen.innerText()).toMatch(/m5\.xlarge\s+4 vCPU, 16 GB/)
      const [box, within] = [await chosen.boundingBox(), await list.boundingBox()]
      expect(box?.y).toBeGreaterThanOrEqual((within?.y ?? 0) - 1)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((within?.y ?? 0) + (within?.height ?? 0) + 1)
      expect(await page.getByRole('group', { name: 'm5', exact: true }).count()).toBe(1)
    }
  })
})

describe('when things go wrong', () => {
  it('a request that fails once with 502 is sent again', async () => {
    const page = await open('/explorer', { mayComplain: /502/ })
    await settled(page)
    let failures = 0
    await page.route('**/graphql', (route) => (failures++ < 2 ? route.fulfill({ status: 502 }) : route.continue()))
    await page.getByLabel('Load', { exact: true }).fill('81')
    await page.getByText(/in Germany, .* at a load of 81 %/).waitFor()
    expect(failures).toBeGreaterThan(2)
  })

  it('what could not be asked while offline is asked once the network is back', async () => {
    const page = await open('/explorer', { mayComplain: /INTERNET_DISCONNECTED/ })
    await settled(page)
    await page.context().setOffline(true)
    await page.getByLabel('Load', { exact: true }).fill('82')
    await page
      .getByText(/You are offline/)
      .first()
      .waitFor()
    await page.context().setOffline(false)
    await page.getByText(/in Germany, .* at a load of 82 %/).waitFor()
    expect(await page.getByText(/You are offline/).count()).toBe(0)
  })

  it('a removed subject leaves nothing behind', async () => {
    const page = await open('/explorer', { mayComplain: /ERR_FAILED/ })
    await settled(page)
    await page.route('**/graphql', (route) => route.abort())
    await page.getByRole('button', { name: 'Remove m5.xlarge' }).click()
    expect(await page.locator('#result').innerText()).not.toContain('m5.xlarge')
  })
})

describe('of three things', () => {
  it('the lowest is compared with each, with how often it is the lowest', async () => {
    const page = await open(
      '/explorer?s=cloud;provider=aws;type=m5.xlarge&s=cloud;provider=aws;type=m6g.xlarge&s=server&location=FRA&load=30&duration=1y&criteria=gwp',
    )
    await settled(page)
    await page.getByText(/It is the lowest in \d+ of 100 runs of the model\./).waitFor()
    const [more = 0, lowest = 0] = (
      await Promise.all(['m5.xlarge', 'm6g.xlarge'].map((type) => instanceImpacts(ask, type)))
    ).map(([impact]) => impact?.total?.exact)
    const below = `${Math.round((1 - lowest / more) * 100)} % below m5\\.xlarge \\(${Math.round(more)}\\)`
    expect(await page.locator('.headline').innerText()).toMatch(
      new RegExp(
        `^m6g\\.xlarge is lowest with ${Math.round(lowest)} kg CO₂eq: ${below} and 9\\d(\\.\\d)? % below Typical server`,
      ),
    )
  })
})

describe('how certain a comparison is', () => {
  const instance = (type: string) =>
    `{cloudInstance: {provider: "aws", instanceType: "${type}", usage: {usageLocation: "FRA", timeWorkload: 30}}}`

  it('is what the API answers, with likely values, what drives them, and every formula down to a source', async () => {
    const page = await open(EXAMPLE)
    const { comparison, fleet } = await ask(`{
      comparison(duration: 8760, boundary: DATA_CENTRE, items: [
        {label: "A", asset: ${instance('m5.xlarge')}}, {label: "B", asset: ${instance('m6g.xlarge')}}
      ]) { pairs { probabilityALower } }
      fleet(items: [{asset: ${instance('m5.xlarge')}}]) { items { impact(criterion: GWP, duration: 8760, boundary: DATA_CENTRE) { total {
        distribution { quantiles { value } } drivers(first: 1) { leaf label share }
      } } } }
    }`)
    const share = Math.round((1 - comparison.pairs[0].probabilityALower) * 100)
    await page.getByText(`It is lower in ${share} of 100 runs of the model.`).waitFor()
    const sure = page.getByRole('region', { name: 'How certain it is' })
    const { distribution, drivers } = fleet.items[0].impact.total
    expect(drivers[0].leaf).toBe('model.making')
    const [low, , high] = distribution.quantiles.map(({ value }: { value: number }) => Number(value.toPrecision(3)))
    await sure
      .getByRole('paragraph')
      .filter({ hasText: `90 of 100 runs of the model lie between ${low} and ${high} kg CO₂eq` })
      .first()
      .waitFor()
    await sure.getByText(drivers[0].label).first().waitFor()
    await sure
      .getByText(`${Math.round(drivers[0].share * 100)} %`)
      .first()
      .waitFor()

    const computed = await unfold(page, 'How it is computed')
    await computed.getByRole('img', { name: /What m5\.xlarge is made of/ }).waitFor()
    await computed.getByText('Every formula, down to its sources').click()
    await computed.getByText(/^total = /).waitFor()
    for (let depth = 0; depth < 8; depth++) {
      const folded = await computed.locator('.tree details:not([open]) > summary').all()
      for (const summary of folded) await summary.click()
      if ((await computed.locator('li a').count()) > 0) break
    }
    expect(await computed.locator('li a').first().getAttribute('href')).toMatch(/^https:/)
  })
})

describe('a download', () => {
  it('has no cell that a spreadsheet would run', () => {
    const lines = csvText([{ name: '=1+1', other: '@x', value: -3, text: '-3' }]).split('\r\n')
    expect(lines[1]).toBe("'=1+1,'@x,-3,'-3")
  })
})

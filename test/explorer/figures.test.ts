import { describe, expect, it } from 'vitest'
import { EXAMPLE } from './support/example.ts'
import { useExplorer } from './support/explorer.ts'
import { readFigure, settled, shownTotal } from './support/figures.ts'
import { instanceImpacts } from './support/instance-impacts.ts'
import { pictureRows } from './support/picture-rows.ts'
import { textOf } from './support/text-of.ts'
import { unfold } from './support/unfold.ts'

/** What the page shows is what the API answers. */
const { open, ask } = useExplorer()

describe('a newcomer', () => {
  it('gets from / to an m5.xlarge in France, at 30 %, against an m6g.xlarge, and reads what matters most', async () => {
    const page = await open('/')
    await page.getByRole('button', { name: 'm5.xlarge vs m6g.xlarge in France' }).click()
    await page.getByRole('link', { name: 'See the comparison' }).click()
    await settled(page)
    expect(await textOf(page.getByRole('heading', { level: 1 }))).toBe('Compare the carbon footprint of IT equipment')
    expect(await page.getByRole('combobox', { name: 'Location', exact: true }).inputValue()).toBe('France')
    expect(await page.getByLabel('Load', { exact: true }).inputValue()).toBe('')
    await page.getByLabel('Load', { exact: true }).fill('30')
    await page.waitForURL(/load=30/)
    await settled(page)
    const summary = page.locator('.verdict')
    await summary.getByText('What matters most').waitFor()
    const text = await textOf(summary)
    const [a = 0, b = 0] = (
      await Promise.all(['m5.xlarge', 'm6g.xlarge'].map((type) => instanceImpacts(ask, type)))
    ).map(([impact]) => impact?.total?.exact)
    const less = Math.round((1 - b / a) * 100)
    expect(text).toContain(`m6g.xlarge is lower: ${b.toFixed(1)} against ${a.toFixed(1)} kg CO₂eq, ${less} % less.`)
    await summary.getByText(/It is lower in \d+ of 100 runs of the model\./).waitFor()
    expect(text).toMatch(
      /What matters most for both: [^,]+, which causes \d+ % of the spread of m5\.xlarge, \d+ % of the spread of m6g\.xlarge/,
    )
  })

  it('finds two instances at /explorer alone whose difference is clear', async () => {
    const page = await open('/explorer')
    await settled(page)
    const usage = 'usageLocation: "DEU", timeWorkload: 30'
    const [a = 0, b = 0] = (
      await Promise.all(['m5.xlarge', 'm6g.xlarge'].map((type) => instanceImpacts(ask, type, usage)))
    ).map(([impact]) => impact?.total?.exact)
    const less = Math.round((1 - b / a) * 100)
    expect(less).toBeGreaterThan(20)
    const summary = page.locator('.verdict')
    await summary.getByText(/lower in \d+ of 100 runs/).waitFor()
    const text = await textOf(summary)
    expect(text).toContain(`m6g.xlarge is lower: ${b.toFixed(1)} against ${a.toFixed(1)} kg CO₂eq, ${less} % less.`)
    expect(Number(/lower in (\d+) of 100 runs/.exec(text)?.[1])).toBeGreaterThan(90)
  })

  it('finds what stands without JavaScript', async () => {
    const page = await open('/explorer', { javaScriptEnabled: false })
    expect(await page.locator('noscript').textContent()).toContain('/graphql')
  })
})

describe('figures', () => {
  it('are those of the API, in the summary and in the pictures', async () => {
    const page = await open(EXAMPLE)
    await settled(page)
    for (const [letter, type] of [
      ['A', 'm5.xlarge'],
      ['B', 'm6g.xlarge'],
    ] as const) {
      const impacts = await instanceImpacts(ask, type)
      const total = impacts[0]?.total
      // With the decimals of the total, which is a whole number.
      const range = [total?.likely.low, total?.likely.high].map((each) => Math.round(each ?? Number.NaN))
      expect(await shownTotal(page, letter)).toEqual([total?.value, ...range])
    }
    for (const [index, criterion] of ['GWP', 'ADP', 'PE'].entries()) {
      const rows = await pictureRows(page, `[data-criterion="${criterion}"]`)
      const shown = rows.map((row) => row.slice(1, 4).map(readFigure))
      // Grams need no powers of ten.
      const by = criterion === 'ADP' ? 1000 : 1
      const expected = (
        await Promise.all(['m5.xlarge', 'm6g.xlarge'].map((type) => instanceImpacts(ask, type)))
      ).flatMap((impacts) =>
        (['embedded', 'use', 'building', 'total'] as const)
          .filter((phase) => phase !== 'building' || criterion === 'GWP')
          .map((phase) => impacts[index]?.[phase])
          .map((figure) =>
            [figure?.value, figure?.min, figure?.max].map((each) => Number(((each ?? Number.NaN) * by).toPrecision(5))),
          ),
      )
      expect(shown).toEqual(expected)
    }
  })

  it('have one range: a laptop in France over its life by 2026.11 is likely between 139 and 350', async () => {
    const page = await open('/explorer?s=terminal;kind=LAPTOP&location=FRA&criteria=gwp&release=2026.11&duration=4y')
    await settled(page)
    expect((await shownTotal(page, 'A')).slice(1)).toEqual([139, 350])
    // Its bounds, 204.2 and 227.4, stand in tables alone.
    expect(await page.locator('.summary').innerText()).not.toMatch(/\b(204|227|228)/)
    const total = (await pictureRows(page, '[data-criterion="GWP"]')).find(([head]) => head?.endsWith('total'))
    expect(total?.slice(2).map(readFigure)).toEqual([204.2, 227.4, 139, 350])
  })

  it('of ten years of a laptop that lives five say how often it is made, beside the total', async () => {
    const page = await open('/explorer?s=terminal;kind=LAPTOP&location=FRA&criteria=gwp,adp&duration=10y')
    await settled(page)
    const { terminal } = await ask(`{ terminal(input: { kind: LAPTOP, usage: { usageLocation: "FRA" } }) {
      impact(criterion: GWP, duration: 87600, boundary: DATA_CENTRE) { total { value warnings { code message } } } } }`)
    const { value, warnings } = terminal.impact.total
    expect((await shownTotal(page, 'A'))[0]).toBeCloseTo(value, -1)
    const [renewed] = warnings.filter(({ code }: { code: string }) => code === 'RENEWED')
    expect(renewed.message).toBe('The duration is longer than a lifetime. Manufacturing counts 2 times')
    const summary = page.locator('[data-subject="A"]')
    await summary.getByText(/on this figure$/).click()
    await summary.getByText(renewed.message).waitFor()
  })

  it('over lifetimes that differ say so beside the headline', async () => {
    const page = await open(
      '/explorer?s=terminal;kind=LAPTOP&s=terminal;kind=MONITOR&location=FRA&duration=&criteria=gwp',
    )
    await page.getByText(/is lower: .* Their lifetimes differ\. Enter a duration to compare them/).waitFor()
    await page.getByLabel('Duration', { exact: true }).fill('1')
    await page.getByText(/is lower: .* It is lower in .* of 100 runs of the model/).waitFor()
  })

  it('of parts are rounded as the whole is', async () => {
    // The total of an unknown server has one digit. A part that would become 0 keeps its first digit.
    const page = await open('/explorer?s=server&location=&load=&duration=1y&criteria=gwp')
    await settled(page)
    const { server } = await ask(`{ server(input: {}) { impact(criterion: GWP, duration: 8760, boundary: DATA_CENTRE) {
      embedded { exact: value(exact: true) } use { exact: value(exact: true) }
      building { exact: value(exact: true) } total { value exact: value(exact: true) } } } }`)
    const { embedded, use, building, total } = server.impact
    expect(Math.abs(total.exact - total.value)).toBeGreaterThan(50)
    const coarse = ({ exact }: { exact: number }) =>
      (Math.round(exact / 1000) * 1000 || Number(exact.toPrecision(1))).toLocaleString('en')
    expect(await textOf(page.locator('.total-parts').first())).toBe(
      `embodied ${coarse(embedded)} · use ${coarse(use)} · building ${coarse(building)}`,
    )
  })

  it('of parts add up to the whole', async () => {
    const page = await open(EXAMPLE)
    await settled(page)
    await unfold(page, 'Part by part')
    const rows = await pictureRows(page, '#parts .picture:first-child')
    const sum = (phase: string, column: number) =>
      rows
        .filter(([head]) => head?.endsWith(phase))
        .reduce((total, row) => total + readFigure(row[column] as string), 0)
    const [impact] = await instanceImpacts(ask, 'm5.xlarge')
    expect(sum('embodied', 2)).toBeCloseTo(impact?.embedded?.min as number, 1)
    expect(sum('embodied', 3)).toBeCloseTo(impact?.embedded?.max as number, 1)
    expect(sum('use', 2)).toBeCloseTo(impact?.use?.min as number, 1)
    expect(sum('use', 3)).toBeCloseTo(impact?.use?.max as number, 1)
    expect(sum('building', 3)).toBeCloseTo(impact?.building?.max as number, 1)
  })

  it('of parts are drawn with their likely ranges, beside their bounds in the table', async () => {
    const page = await open(EXAMPLE)
    await settled(page)
    const { cloudInstance } = await ask(`{ cloudInstance(input: {
      provider: "aws", instanceType: "m5.xlarge", usage: {usageLocation: "FRA", timeWorkload: 30}}) {
      components { kind impact(criterion: GWP, duration: 8760, boundary: DATA_CENTRE) {
        embedded { value min max likely { low high } } } } } }`)
    const { value, min, max, likely } = cloudInstance.components.find(({ kind }: { kind: string }) => kind === 'RAM')
      .impact.embedded
    const [low, high] = [likely.low, likely.high].map((each) => Number(each.toPrecision(3)))
    await unfold(page, 'Part by part')
    const rows = await pictureRows(page, '#parts .picture:first-child')
    expect(await page.locator('#parts .picture:first-child thead').innerText()).toMatch(
      /Lower bound\s+Upper bound\s+Likely, low\s+Likely, high/i,
    )
    const memory = rows.find(([head]) => head === 'Memory, embodied') ?? []
    expect(memory.slice(1).map(readFigure)).toEqual([value, min, max, low, high])
    const picture = await page.locator('#parts .picture:first-child desc').textContent()
    // All with the decimals of the chart: 1.00.
    const [least, most] = [low, high].map((each) => (each as number).toFixed(2))
    expect(picture).toContain(`Memory: embodied ${value.toFixed(2)} (${least} to ${most})`)
  })

  it('of what a ratio adds have no likely range of their own', async () => {
    const page = await open(`${EXAMPLE}&release=2026.11`)
    await settled(page)
    await unfold(page, 'Part by part')
    const rows = await pictureRows(page, '#parts .picture:first-child')
    const rest = rows.find(([head]) => head?.startsWith('Everything else')) ?? []
    expect(rest.slice(4)).toEqual(['–', '–'])
    // With the decimals of the chart, and without a range.
    const shown = readFigure(rest[1] ?? '').toFixed(2)
    const picture = await page.locator('#parts .picture:first-child desc').textContent()
    expect(picture).toContain(`Everything else: fans, drives, losses: use ${shown}. `)
  })

  it('follow what is typed, and the old picture stays meanwhile', async () => {
    const page = await open(EXAMPLE)
    await settled(page)
    const [before] = await shownTotal(page, 'A')
    await page.getByLabel('Load', { exact: true }).fill('80')
    expect((await shownTotal(page, 'A'))[0]).toBe(before)
    await expect.poll(async () => (await shownTotal(page, 'A'))[0], { timeout: 15_000 }).not.toBe(before)
    const [impact] = await instanceImpacts(ask, 'm5.xlarge', 'usageLocation: "FRA", timeWorkload: 80')
    expect((await shownTotal(page, 'A'))[0]).toBe(impact?.total?.value)
  })

  it('are of the machine alone where that is chosen, by its switch or by the address', async () => {
    const page = await open(EXAMPLE)
    await settled(page)
    await page.getByLabel('Counted').selectOption('machine alone')
    await page.getByText(/for the equipment alone, at a load of 30 %/).waitFor()
    await settled(page)
    const { cloudInstance } = await ask(`{ cloudInstance(input: {
      provider: "aws", instanceType: "m5.xlarge", usage: {usageLocation: "FRA", timeWorkload: 30}}) {
      impact(criterion: GWP, duration: 8760) { total { value } } } }`)
    expect((await shownTotal(page, 'A'))[0]).toBe(cloudInstance.impact.total.value)
    expect(await page.getByText(/PUE 1/).count()).toBe(0)
    const other = await open(new URL(page.url()).pathname + new URL(page.url()).search)
    await settled(other)
    expect((await shownTotal(other, 'A'))[0]).toBe(cloudInstance.impact.total.value)
  })

  it('follow a PUE of one’s own', async () => {
    const page = await open(`${EXAMPLE.replace('type=m5.xlarge', 'type=m5.xlarge;pue=2')}`)
    await settled(page)
    const { cloudInstance } = await ask(`{ cloudInstance(input: {
      provider: "aws", instanceType: "m5.xlarge", usage: {usageLocation: "FRA", timeWorkload: 30, facility: {pue: 2}}}) {
      impact(criterion: GWP, duration: 8760, boundary: DATA_CENTRE) { total { value } } } }`)
    expect((await shownTotal(page, 'A'))[0]).toBe(cloudInstance.impact.total.value)
  })

  it('are of a virtual machine on a server where its threads are given', async () => {
    const address = (machine: string) => `/explorer?s=${encodeURIComponent(machine)}&location=FRA&load=30&duration=1y`
    const incomplete = await open(address('server;model=PowerEdge R740;vmMemory=32'))
    await incomplete.getByText('Enter how many threads the virtual machine has.').first().waitFor()
    const page = await open(address('server;model=PowerEdge R740;vmMemory=32;vmThreads=8'))
    await settled(page)
    const { server } = await ask(`{ server(input: { model: { name: "PowerEdge R740" }, share: { vcpu: 8, memory: 32 },
      usage: { usageLocation: "FRA", timeWorkload: 30 } }) {
      impact(criterion: GWP, duration: 8760, boundary: DATA_CENTRE) { total { value } }
      share { host { impact(criterion: GWP, duration: 8760, boundary: DATA_CENTRE) { total { value } } } } } }`)
    expect((await shownTotal(page, 'A'))[0]).toBe(server.impact.total.value)
    expect(server.impact.total.value).toBeLessThan(server.share.host.impact.total.value)
  })

  it('are by the measured power of a server where it is entered, which the address keeps', async () => {
    const page = await open('/explorer?s=server&location=FRA&load=50&duration=1y&criteria=gwp')
    await settled(page)
    await page.getByText('Use your own values').click()
    await page.getByLabel('Power by load, if you measured it').fill('0=52, 50=224, 100=457')
    // At a measured load, the power is the measured one.
    await page.getByText(/^224 W on average/).waitFor()
    const { server } = await ask(`{ server(input: { usage: { usageLocation: "FRA", timeWorkload: 50, powerProfile: [
      { timeWorkload: 0, powerWatt: 52 }, { timeWorkload: 50, powerWatt: 224 }, { timeWorkload: 100, powerWatt: 457 }
    ] } }) { impact(criterion: GWP, duration: 8760, boundary: DATA_CENTRE) { total { value } } } }`)
    expect((await shownTotal(page, 'A'))[0]).toBe(server.impact.total.value)
    await page.reload()
    await page.getByText(/^224 W on average/).waitFor()
  })

  it('of several of a thing are those of a fleet of so many', async () => {
    const page = await open(`${EXAMPLE.replace('type=m5.xlarge', 'type=m5.xlarge;quantity=3')}`)
    await settled(page)
    const { fleet } = await ask(`{ fleet(items: [{quantity: 3, asset: {cloudInstance: {
      provider: "aws", instanceType: "m5.xlarge", usage: {usageLocation: "FRA", timeWorkload: 30}}}}]) {
      impact(criterion: GWP, duration: 8760, boundary: DATA_CENTRE) { total { value exact: value(exact: true) } }
      energy(duration: 8760, boundary: DATA_CENTRE) { value(exact: true) }
    } }`)
    expect((await shownTotal(page, 'A'))[0]).toBe(fleet.impact.total.value)
    await page.getByText(`= ${Number(fleet.energy.value.toPrecision(3))} kWh`).waitFor()
    const [{ total: one } = {}] = await instanceImpacts(ask, 'm6g.xlarge')
    await page
      .getByRole('status')
      .filter({
        hasText: `m6g.xlarge is lower: ${one?.exact.toFixed(1)} against ${fleet.impact.total.exact.toFixed(1)} kg`,
      })
      .waitFor()
    expect(await page.getByText('3 × m5.xlarge').count()).toBeGreaterThan(0)
    // Three of the one are compared with one of the other.
    await page
      .getByText(/It is lower in (more than )?\d+ of 100 runs of the model\./)
      .first()
      .waitFor()
  })
})

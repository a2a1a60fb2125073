import { describe, expect, it } from 'vitest'
import { useExplorer } from './support/explorer.ts'
import { settled, shownTotal } from './support/figures.ts'

/** Forms, sizes and years of devices, in the fields of the explorer and in phrases on the first page. */
const { open, ask } = useExplorer()

const OWN = ['Form', 'Diagonal of the screen', 'Storage', 'Year of manufacture']

describe('A size, a form or a year', () => {
  it('that is no number, or is 0, has its fault at the field', async () => {
    for (const [size, fault] of [
      ['big', 'Enter a number; “big” is not one.'],
      ['0', /above 0/],
    ] as const) {
      const page = await open(`/explorer?s=terminal;kind=MONITOR;inches=${size}`, { mayComplain: /400/ })
      const field = page.getByLabel('Diagonal of the screen')
      await page.locator('.fault').filter({ hasText: fault }).first().waitFor()
      expect(await field.getAttribute('aria-invalid')).toBe('true')
    }
  })

  it('of another kind of device is a part of the address that the page does not read', async () => {
    const page = await open('/explorer?s=terminal;kind=LAPTOP;inches=14')
    await page.getByText('inches').first().waitFor()
    expect(await page.getByLabel('Diagonal of the screen').count()).toBe(0)
  })

  it('has a field where it changes figures, and nowhere else', async () => {
    const page = await open('/explorer?s=terminal;kind=LAPTOP')
    const shown = async (kind: string) => {
      await page.getByLabel('Device').selectOption(kind)
      await page.getByText('Use your own values').first().click()
      const present = await Promise.all(OWN.map((label) => page.getByLabel(label, { exact: true }).count()))
      await page.getByText('Use your own values').first().click()
      return OWN.filter((_, at) => (present[at] ?? 0) > 0)
    }
    expect(await shown('LAPTOP')).toEqual([])
    expect(await shown('MONITOR')).toEqual(['Diagonal of the screen'])
    expect(await shown('SMARTPHONE')).toEqual(['Storage'])
    expect(await shown('DESKTOP')).toEqual(['Form', 'Year of manufacture'])
    const ssd = await open('/explorer?s=component;kind=ssd;method=STUDY')
    expect(await ssd.getByLabel('Whose figures').inputValue()).toBe('STUDY')
    const hdd = await open('/explorer?s=component;kind=hdd')
    expect(await hdd.getByLabel('Whose figures').count()).toBe(0)
  })

  it('is sent, and goes with the kind of device', async () => {
    const page = await open('/explorer?s=terminal;kind=MONITOR&location=FRA&duration=&criteria=gwp')
    await page.getByLabel('Diagonal of the screen').fill('27')
    await page.waitForURL(/inches(=|%3D)27/)
    await settled(page)
    const { terminal } = await ask(`{ terminal(input: { kind: MONITOR, inches: 27, usage: { usageLocation: "FRA" } }) {
      impact(criterion: GWP) { total { value(exact: true) stages { stage value } } } } }`)
    // 92 kg at 24 inches, in proportion to the area: 92 * (27 / 24)^2.
    expect(terminal.impact.total.stages[0].value).toBeCloseTo(116.4375, 9)
    const [total] = await shownTotal(page, 'A')
    expect(total / terminal.impact.total.value).toBeCloseTo(1, 1)
    await page.getByRole('group', { name: 'A: Monitor, 27 inches' }).waitFor()
    await page.getByLabel('Device').selectOption('DESKTOP')
    await page.getByLabel('Form', { exact: true }).selectOption('MINI')
    await page.waitForURL(/form(=|%3D)MINI/)
    expect(page.url()).not.toContain('inches')
    await page.getByRole('group', { name: 'A: Mini PC' }).waitFor()
  })
})

describe('Whose figures', () => {
  it('are shown by a badge, with those of our model and a link to the document, where they apply', async () => {
    const s = 's=terminal;kind=LAPTOP;model=Acer+Chromebook+511+C736'
    const page = await open(`/explorer?${s}&location=FRA&duration=&criteria=gwp,pe`)
    const badge = page.getByRole('link', { name: 'maker’s figure, 2023' })
    await badge.waitFor()
    expect(await badge.getAttribute('href')).toMatch(/^https:\S+AcerChromebook511_C736\.pdf$/)
    const { terminal } = await ask(`{ terminal(input: { kind: LAPTOP, model: { name: "Acer Chromebook 511 C736" } }) {
      makersFigures { value modelled } } }`)
    const [making, electricity] = terminal.makersFigures
    const shown = `: ${making.value} kg CO₂eq embodied over its life (our model: ${Math.round(making.modelled)})`
    const ofUse = `${electricity.value} kWh/year (our model: ${Math.round(electricity.modelled)})`
    await page.getByText(`Chromebook 511 C736${shown} · ${ofUse}`).waitFor()
    expect(await page.getByText(/notes? on this figure/).count()).toBe(0)
    const energy = await open(`/explorer?${s}&location=FRA&duration=&criteria=pe`)
    await energy.getByText(`Chromebook 511 C736: ${ofUse}`).waitFor()
    const powered = await open(`/explorer?${s};power=10&location=FRA&duration=&criteria=gwp`)
    await powered.getByText(`Chromebook 511 C736${shown}`).waitFor()
    expect(await powered.getByText('kWh/year (our model').count()).toBe(0)
    const ours = await open(`/explorer?${s};figures=MODEL&location=FRA&duration=&criteria=gwp`)
    await settled(ours)
    expect(await ours.getByText('maker’s figure').count()).toBe(0)
  })

  it('are those of the maker of a known model, or ours', async () => {
    const page = await open('/explorer?s=terminal;kind=LAPTOP;model=MacBook+Air+M2&location=FRA&duration=&criteria=gwp')
    await settled(page)
    const ours = `{ terminal(input: { kind: LAPTOP, model: { name: "MacBook Air M2" }, figures: MODEL,
      usage: { usageLocation: "FRA" } }) { impact(criterion: GWP) { total { value(exact: true) } } } }`
    const { value } = (await ask(ours)).terminal.impact.total
    expect((await shownTotal(page, 'A'))[0] / value).toBeLessThan(0.8)
    await page.getByText('Use your own values').first().click()
    await page.getByLabel('Whose figures').selectOption('MODEL')
    await page.waitForURL(/figures(=|%3D)MODEL/)
    await settled(page)
    expect((await shownTotal(page, 'A'))[0] / value).toBeCloseTo(1, 1)
  })
})

describe('A phrase on the first page', () => {
  it.each([
    ['27-inch laptop', /“27-inch laptop”: Write the diagonal of a monitor/],
    ['27" monitor in France', /\bMonitor, 27 inches: \d+ kg/],
    ['256 GB phone', /\bSmartphone, 256 GB: \d+ kg/],
    ['3 mini PCs', /\b3 × Mini PC: \d+ kg/],
    ['5 chromebooks', /\b5 × Laptop, chromebook: \d+ kg/],
  ] as const)('%s keeps its words in the answer', async (phrase, text) => {
    const page = await open('/')
    await page.getByLabel('What do you have?').fill(phrase)
    await page.keyboard.press('Enter')
    await page.locator('#ask-answer').filter({ hasText: text }).waitFor()
  })
})

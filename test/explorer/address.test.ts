import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { PHONE, useExplorer } from './support/explorer.ts'
import { settled } from './support/figures.ts'
import { textOf } from './support/text-of.ts'

/** The address of the page is the whole view. */
const { open } = useExplorer()

describe('the address', () => {
  it('brings the same view back, and so do back and forward', async () => {
    const page = await open('/explorer')
    await settled(page)
    await page.getByLabel('Load', { exact: true }).fill('75')
    await page.getByRole('button', { name: 'Primary energy' }).click()
    await page.getByRole('button', { name: 'Laptop or other device' }).click()
    await settled(page)
    const address = page.url()
    const totals = async (shown: Page) => textOf(shown.locator('.totals'))
    const text = await totals(page)
    const other = await open(new URL(address).pathname + new URL(address).search)
    await settled(other)
    expect(await totals(other)).toBe(text)
    expect(await other.getByLabel('Load', { exact: true }).inputValue()).toBe('75')

    await page.goBack()
    await page.goBack()
    await settled(page)
    expect(await page.locator('.total').count()).toBe(2)
    expect(await textOf(page.locator('#summary-title'))).toContain('Carbon footprint')
    await page.goBack()
    await settled(page)
    expect(await page.getByLabel('Load', { exact: true }).inputValue()).toBe('30')
    await page.goForward()
    await page.goForward()
    await page.goForward()
    await settled(page)
    expect(page.url()).toBe(address)
    expect(await totals(page)).toBe(text)
  })

  it('has a title that tells tabs and bookmarks apart', async () => {
    const page = await open('/explorer')
    await expect.poll(() => page.title()).toBe('m5.xlarge vs m6g.xlarge · impactql')
    await page.getByRole('button', { name: 'Server', exact: true }).click()
    await page.getByRole('button', { name: 'Server', exact: true }).click()
    await expect.poll(() => page.title()).toBe('m5.xlarge vs m6g.xlarge vs Typical server and 1 more · impactql')
    await page.getByRole('button', { name: 'Fleet', exact: true }).click()
    await expect.poll(() => page.title()).toBe('Fleet · impactql')
  })

  it('keeps names with every sign in them', async () => {
    const name = 'A;B=C&D%20 (E) @ 2.00GHz + é'
    const page = await open('/explorer?s=server')
    await page.getByRole('combobox', { name: 'Processor model' }).fill(name)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toContain('cpu=')
    await page.reload()
    expect(await page.getByRole('combobox', { name: 'Processor model' }).inputValue()).toBe(name)
  })

  it('with nonsense in it is no more than empty, and the page says what it does not know', async () => {
    const page = await open('/explorer?s=nonsense;x&criteria=,,&duration=abc&by=zzz&if=nonsense')
    await page.getByText('Nothing chosen yet').waitFor()
    await page.getByRole('alert').getByText('“s=nonsense;x”, “by=zzz”, “if=nonsense”').waitFor()
  })

  it('with a name of thousands of letters is as wide as any', async () => {
    const page = await open(`/explorer?q=${'x'.repeat(5_000)}`)
    await page.getByText(/^Unknown name/).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })

  it('names unknown parts among known ones, which count', async () => {
    const page = await open(
      '/explorer?s=server;colour=red&location=FRA&duration=1y&criteria=gwp&boundary=moon&if=electricity:x,load:20&locaton=DEU',
    )
    await settled(page)
    await page.getByText('“s=colour”, “boundary=moon”, “if=electricity:x”, “locaton=DEU”').waitFor()
    await page.getByRole('textbox', { name: 'Load', exact: true }).fill('20')
    await page.getByText('“boundary=moon”').waitFor({ state: 'detached' })
  })

  it.each([
    ['s=component;kind=nope', '“nope” is not one of the choices.'],
    ['s=terminal;kind=FRIDGE', '“FRIDGE” is not one of the choices.'],
    ['s=server&location=🌍', 'No place is called “🌍”.'],
  ])('says at its field what %s cannot be', async (part, words) => {
    const page = await open(`/explorer?${part}&duration=1y&criteria=gwp`)
    await page.getByText(words).first().waitFor()
    expect(await page.locator('.total .figure').count()).toBe(0)
  })

  it.each([
    ['a wide page', {}],
    ['a phone', { viewport: PHONE }],
  ] as const)('opens the panel that its hash names, on %s', async (_, options) => {
    const page = await open('/explorer?s=terminal;kind=SMARTPHONE&location=FRA&criteria=gwp#explanation', options)
    await page.getByLabel('Search the formulas and inputs').waitFor()
    await expect.poll(() => page.locator('#explanation').evaluate(topOf)).toBeLessThan(100)
    expect(await page.locator('#export > details').getAttribute('open')).toBeNull()
  })

  it('gets the hash of a panel that is opened by its link, and so do the links of its charts', async () => {
    const page = await open('/explorer?s=server&location=FRA&duration=1y&criteria=gwp#nonsense', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await settled(page)
    const entries = await page.evaluate(() => history.length)
    const copied = async (name: string | RegExp) => {
      await page.getByRole('button', { name }).first().click()
      return page.evaluate(() => navigator.clipboard.readText())
    }
    await page.getByRole('link', { name: 'How certain', exact: true }).click()
    const { hash } = new URL(page.url())
    expect([hash, await page.evaluate(() => history.length)]).toEqual(['#uncertainty', entries])
    expect(await copied('Copy link')).toBe(page.url())
    await page.locator('#phases').getByText('Table and downloads').first().click()
    expect(await copied(/^Link: /)).toBe(page.url().replace('#uncertainty', '#phases'))
    await page.getByLabel('Load', { exact: true }).fill('20')
    await expect.poll(() => page.url()).toMatch(/load=20.*#uncertainty$/)
    await page.evaluate(() => location.replace('#parts'))
    await page.locator('#parts > details[open] figure').first().waitFor()
    await page.getByRole('button', { name: 'Fleet', exact: true }).click()
    await expect.poll(() => page.url()).toMatch(/mode=fleet[^#]*$/)
  })

  it('gets the hash of a panel that its title opens, and loses it when the title closes the panel', async () => {
    const page = await open('/explorer?s=server&location=FRA&duration=1y&criteria=gwp')
    await settled(page)
    const hash = () => new URL(page.url()).hash
    const title = page.locator('#export > details > summary')
    await title.click()
    await expect.poll(hash).toBe('#export')
    // A panel that is already open stays out of the address when it is closed.
    await page.locator('#phases > details > summary').click()
    await expect.poll(() => page.locator('#phases > details').getAttribute('open')).toBeNull()
    expect(hash()).toBe('#export')
    await title.press('Enter')
    await expect.poll(hash).toBe('')
    expect(new URL(page.url()).search).toContain('duration=1y')
  })

  it.each([
    ['6months', '4380', 'hours'],
    ['2+years', '2', 'years'],
    ['6+weeks', '42', 'days'],
    ['36', '36', 'hours'],
    ['1,5y', '1,5', 'years'],
  ])('takes the duration %s, as the command does', async (duration, number, unit) => {
    const page = await open(`/explorer?s=terminal;kind=SMARTPHONE&location=FRA&duration=${duration}&criteria=gwp`)
    await settled(page)
    expect(await page.getByLabel('Duration').inputValue()).toBe(number)
    const chosen = page.getByRole('combobox', { name: /whole lifetime/ })
    expect(await chosen.evaluate((field: HTMLSelectElement) => field.selectedOptions[0]?.text)).toBe(unit)
  })

  it('takes the whole lifetime, which the form offers', async () => {
    const page = await open('/explorer?s=terminal;kind=SMARTPHONE&location=FRA&duration=life&criteria=gwp')
    await settled(page)
    const unit = page.getByRole('combobox', { name: /whole lifetime/ })
    expect([await page.getByLabel('Duration').inputValue(), await unit.inputValue()]).toEqual(['', 'life'])
    await page.getByText('Over a life of 21,900 hours').first().waitFor()
    await unit.selectOption('years')
    await expect.poll(() => page.url()).toContain('duration=1y')
    await unit.selectOption('whole lifetime')
    await expect.poll(() => page.url()).toContain('duration=life')
    await page.getByLabel('Duration').fill('3')
    await expect.poll(() => page.url()).toContain('duration=3y')
  })
})

const topOf = (element: Element) => Math.abs(element.getBoundingClientRect().top)

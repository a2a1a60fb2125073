import { describe, expect, it } from 'vitest'
import { useExplorer } from './support/explorer.ts'
import { settled, shownTotal } from './support/figures.ts'
import { instanceImpacts } from './support/instance-impacts.ts'
import { textOf } from './support/text-of.ts'
import { unfold } from './support/unfold.ts'

/** Names are found as they are typed, with the keyboard alone too. */
const { open, ask } = useExplorer()

describe('search as you type', () => {
  it('finds a processor by the name that its machine prints', async () => {
    const page = await open('/explorer?s=server&location=FRA&load=30&duration=1y&criteria=gwp')
    const field = page.getByRole('combobox', { name: 'Processor model' })
    await field.pressSequentially('Intel(R) Xeon(R) Gold 6138 CPU @ 2.00GHz', { delay: 2 })
    const option = page.getByRole('option', { name: /^Intel Xeon Gold 6138( \d|$)/ })
    await option.waitFor()
    expect(await textOf(page.getByRole('listbox').getByRole('option').first())).toContain('Intel Xeon Gold 6138')
    await page.keyboard.press('Enter')
    await settled(page)
    expect(await field.inputValue()).toBe('Intel Xeon Gold 6138')
    expect(await field.getAttribute('aria-expanded')).toBe('false')
    expect(await textOf(page.locator('.total-name'))).toContain('Server with Intel Xeon Gold 6138')
  })

  it('takes the printed name as it is, too', async () => {
    const page = await open('/explorer?s=server')
    const field = page.getByRole('combobox', { name: 'Processor model' })
    await field.fill('Intel(R) Xeon(R) Gold 6138 CPU @ 2.00GHz')
    await field.press('Tab')
    await unfold(page, 'Assumptions and sources')
    await page.locator('tr', { hasText: 'Given as "Intel(R) Xeon(R) Gold 6138 CPU @ 2.00GHz"' }).waitFor()
    const row = page.locator('tr', { hasText: 'Given as' })
    expect(await textOf(row.locator('.status'))).toBe('Changed')
  })

  it('takes the first match of what was typed, however fast Enter follows', async () => {
    const page = await open('/explorer')
    const field = page.getByRole('combobox', { name: 'Location', exact: true })
    await page.getByText(/^Over .*, in Germany/).waitFor()
    await field.click()
    await page.getByRole('option', { name: /^Germany/ }).waitFor()
    await field.fill('swed')
    await field.press('Enter')
    await page.getByText(/^Over .*, in Sweden/).waitFor()
    expect(await field.inputValue()).toBe('Sweden')
  })

  it('takes the first match on Enter, though the field is left before it is found, and other fields change', async () => {
    const page = await open('/explorer?s=server&location=FRA&load=30&duration=1y')
    await settled(page)
    const field = page.getByRole('combobox', { name: 'Location (override)' })
    const isLookedUp = Promise.withResolvers<void>()
    await page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON().variables?.search === 'swed') await isLookedUp.promise
      await route.continue()
    })
    await field.fill('swed')
    await field.press('Enter')
    await page.getByRole('group', { name: 'Processors' }).getByLabel('Quantity').fill('4')
    await page.getByRole('button', { name: /variant/ }).click()
    isLookedUp.resolve()
    await expect.poll(() => field.first().inputValue()).toBe('Sweden')
    expect(await field.nth(1).inputValue()).toBe('')
    const counts = page.getByRole('group', { name: 'Processors' }).getByLabel('Quantity')
    expect([await counts.nth(0).inputValue(), await counts.nth(1).inputValue()]).toEqual(['4', '4'])
    expect(await field.first().getAttribute('aria-invalid')).toBeNull()
  })

  it('takes the option that was moved to', async () => {
    const page = await open('/explorer')
    const field = page.getByRole('combobox', { name: 'Location', exact: true })
    await field.fill('united')
    const second = page.getByRole('option').nth(1)
    await second.waitFor()
    const name = await second.locator('span').first().innerText()
    await field.press('ArrowDown')
    await field.press('Enter')
    await expect.poll(() => field.inputValue()).toBe(name)
  })

  it('finds a country', async () => {
    const page = await open('/explorer?s=server')
    const field = page.getByRole('combobox', { name: 'Location', exact: true })
    await field.pressSequentially('germ')
    await page.getByRole('option', { name: /Germany/ }).click()
    await expect.poll(() => page.url()).toContain('location=DEU')
    await unfold(page, 'Assumptions and sources')
    await page.locator('tr', { hasText: 'DEU' }).waitFor()
  })
})

describe('with the keyboard alone', () => {
  it('one gets from nothing to a result', async () => {
    const page = await open('/explorer?location=')
    await page.getByText('Nothing chosen yet').waitFor()
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document
        const label = activeElement?.id ? document.querySelector(`label[for="${activeElement.id}"]`)?.textContent : ''
        return `${label || activeElement?.textContent || ''}`.trim()
      })
    const tabTo = async (name: RegExp) => {
      for (let steps = 0; steps < 40; steps++) {
        await page.keyboard.press('Tab')
        if (name.test(await focused())) return
      }
      throw new Error(`Tab never came to ${name}`)
    }
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Skip to the results')
    await tabTo(/^Location/)
    await page.keyboard.type('fran')
    await page.getByRole('option', { name: /^France/ }).waitFor()
    await page.keyboard.press('Enter')
    await tabTo(/^Load/)
    await page.keyboard.type('30')
    await tabTo(/^Duration/)
    await page.keyboard.type('1')
    await tabTo(/Cloud instance/)
    await page.keyboard.press('Enter')
    // The new card has the focus: its fields come next.
    await tabTo(/^Instance type/)
    await page.keyboard.type('m5.xlar')
    await page.getByRole('option', { name: /^m5\.xlarge 4 / }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toContain('duration=1y')
    await settled(page)
    const [impact] = await instanceImpacts(ask, 'm5.xlarge')
    await expect.poll(async () => (await shownTotal(page, 'A'))[0]).toBe(impact?.total?.value)
  })
})

import { describe, expect, it } from 'vitest'
import { EXAMPLE } from './support/example.ts'
import { useExplorer } from './support/explorer.ts'
import { settled, shownTotal } from './support/figures.ts'
import { textOf } from './support/text-of.ts'

/** What is wrong stands where it is wrong, in the words of a form. */
const { open } = useExplorer()

describe('errors', () => {
  it('stand in words next to the field', async () => {
    const page = await open('/explorer?s=cloud;provider=aws;type=m5.xlrge&load=300&criteria=gwp')
    const fault = page.locator('#load-fault')
    await fault.waitFor()
    expect(await textOf(fault)).toBe('Enter a percentage from 0 to 100; “300” is not one.')
    expect(await page.getByLabel('Load', { exact: true }).getAttribute('aria-describedby')).toBe('load-fault')
    await page.getByLabel('Load', { exact: true }).fill('30')
    const unknown = page.locator('#subject-0-type-fault')
    await unknown.waitFor()
    expect(await textOf(unknown)).toBe('“m5.xlrge” is not known.')
    await page.getByLabel('Load', { exact: true }).fill('a third')
    await fault.waitFor()
    expect(await textOf(fault)).toContain('“a third”')
  })

  it('of one thing leave the others what they are called', async () => {
    const page = await open('/explorer?s=cloud;provider=aws&s=cloud;provider=aws;type=m5.xlarge&load=30&criteria=gwp')
    const sure = page.getByRole('region', { name: /How certain it is/ })
    await sure.getByRole('heading', { name: 'B · m5.xlarge' }).waitFor()
    await sure.getByRole('button', { name: 'Use your own value' }).first().click()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('location')
  })

  it('of inputs stand where they are, deep in a server too', async () => {
    const page = await open('/explorer?s=server;ssdCapacity=-3;cpuTdp=0&criteria=gwp')
    await page.locator('#subject-0-ssdCapacity-fault').waitFor()
    expect(await textOf(page.locator('#subject-0-ssdCapacity-fault'))).toBe('Enter a number of 0 or more.')
    expect(await textOf(page.locator('#subject-0-cpuTdp-fault'))).toBe('Enter a number above 0.')
  })

  it('of a measured power profile stand at its field: another form, and a power that falls', async () => {
    const page = await open('/explorer?s=server;profile=0=52,half=224&location=FRA&duration=1y&criteria=gwp')
    const fault = page.locator('#subject-0-profile-fault')
    await fault.waitFor()
    expect(await textOf(fault)).toBe('Enter loads in percent with their power in W, such as 0=52, 50=224, 100=457.')
    const field = page.getByLabel('Power by load, if you measured it')
    await field.fill('0=52, 50=500, 100=300')
    await fault.getByText('Enter at least 500 W, measured at a lower load.').waitFor()
    expect(await field.getAttribute('aria-describedby')).toBe('subject-0-profile-fault')
  })

  it('are named in the result, and lead to their field', async () => {
    const page = await open(
      '/explorer?s=cloud;provider=aws;type=m5.xlarge&s=server;cpuUnits=2.5&location=FRA&duration=1y&criteria=gwp',
    )
    await page.getByRole('button', { name: 'Processors, quantity: Enter a whole number.' }).click()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('subject-1-cpuUnits')
  })

  it('of the network are shown, and the old figures stay', async () => {
    const page = await open(EXAMPLE, { mayComplain: /ERR_FAILED/ })
    await settled(page)
    await page.route('**/graphql', (route) => route.abort())
    await page.getByLabel('Load', { exact: true }).fill('31')
    const fault = page.locator('.total[data-subject="A"] .fault')
    await fault.waitFor()
    expect(await textOf(fault)).toBe('Not up to date: The service cannot be reached right now. Try again')
    expect((await shownTotal(page, 'A'))[0]).toBeGreaterThan(0)
  })
})

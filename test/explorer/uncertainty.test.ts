import { describe, expect, it } from 'vitest'
import { useExplorer } from './support/explorer.ts'
import { settled } from './support/figures.ts'
import { textOf } from './support/text-of.ts'
import { unfold } from './support/unfold.ts'

/** How certain figures are, and what would make them more certain. */
const { open, ask } = useExplorer()

describe('beside a likely range', () => {
  it('stand the published figures of its own kind', async () => {
    const page = await open('/explorer?s=terminal;kind=SMARTPHONE&location=FRA&duration=1y&criteria=gwp')
    const { calibration } = await ask(
      '{ calibration(asset: { terminal: { kind: SMARTPHONE } }) { kind figures inside } }',
    )
    const [{ kind, figures, inside }] = calibration
    expect([kind, figures > 10]).toEqual(['smartphone making', true])
    await page
      .getByText(`Published figures that lie in ours: ${Math.round(figures * inside)} of ${figures} of ${kind}.`)
      .waitFor()
  })

  it('stands none of another kind', async () => {
    const page = await open('/explorer?s=cloud;provider=aws;type=m5.xlarge&duration=1y&criteria=gwp')
    await page.getByText(/90 of 100 runs of the model lie in it\. See the calibration/).waitFor()
  })
})

describe('what matters most', () => {
  it('has a way to the field where it can be given', async () => {
    const page = await open('/explorer?s=server&duration=1y&criteria=gwp')
    await settled(page)
    const sure = page.getByRole('region', { name: /How certain it is/ })
    const place = sure.getByRole('listitem').first()
    expect(await sure.getByRole('link', { name: 'How we know' }).getAttribute('href')).toBe('/calibration')
    await place.getByRole('button', { name: 'Use your own value' }).click()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('location')
  })

  it('is known for a part like another one, too', async () => {
    const page = await open('/explorer?s=component;kind=ssd;archetype=DEFAULT&duration=1y&criteria=gwp')
    await settled(page)
    const sure = page.getByRole('region', { name: /How certain it is/ })
    const { component } = await ask(
      `{ component(input: {ssd: {}}, archetype: "DEFAULT") { impact(criterion: GWP, duration: 8760, boundary: DATA_CENTRE) { total {
        distribution { quantiles { value } } drivers(first: 2) { leaf label share } } } } }`,
    )
    const { distribution, drivers } = component.impact.total
    const [low, , high] = distribution.quantiles.map(({ value }: { value: number }) => Number(value.toPrecision(3)))
    await sure
      .getByRole('paragraph')
      .filter({ hasText: `90 of 100 runs of the model lie between ${low} and ${high} kg CO₂eq` })
      .waitFor()
    // What one TB causes, and how many a typical drive has.
    expect(drivers.map(({ leaf }: { leaf: string }) => leaf)).toEqual([
      'component-factors.ssd',
      'component-archetypes.ssd.DEFAULT.capacity',
    ])
    expect(drivers[1].label).toBe('Capacity of a solid-state drive (typical: ssd DEFAULT)')
    for (const [at, words] of [drivers[0].label, 'Capacity of a solid-state drive'].entries()) {
      const driver = await textOf(sure.getByRole('listitem').nth(at))
      expect(driver).toMatch(new RegExp(`^${words}\\s`))
      expect(driver).toContain(`${Math.round(drivers[at].share * 100)} %`)
    }
    expect(await sure.getByText('Computing…').count()).toBe(0)
    await unfold(page, 'How it is computed')
    await page.getByText('Every formula, down to its sources').click()
    await page.getByText(/^total = /).waitFor()
  })

  it('is no reason to wait where it cannot be had', async () => {
    const page = await open('/explorer?s=server&duration=1y&criteria=gwp', { mayComplain: /ERR_FAILED/ })
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('ExploreUncertainty') ? route.abort() : route.continue(),
    )
    await page.getByLabel('Load', { exact: true }).fill('44')
    await page.getByText('This cannot be computed right now.').waitFor()
  })
})

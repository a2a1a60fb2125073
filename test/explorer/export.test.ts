import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EXAMPLE } from './support/example.ts'
import { useExplorer } from './support/explorer.ts'
import { readFigure, settled } from './support/figures.ts'
import { type Figure, type Impact, instanceImpacts } from './support/instance-impacts.ts'
import { pictureRows } from './support/picture-rows.ts'
import { textOf } from './support/text-of.ts'
import { unfold } from './support/unfold.ts'

/** What can be taken along gives the figures that are shown. */
const { open, ask } = useExplorer()

describe('what can be taken along', () => {
  it('is on paper the result with its chart and address, black on white, and nothing to press', async () => {
    const page = await open(EXAMPLE, { colorScheme: 'dark' })
    await settled(page)
    await page
      .getByText(/^What matters most/)
      .first()
      .waitFor()
    await page.emulateMedia({ media: 'print' })
    const shown = [
      page.getByRole('heading', { name: 'Carbon footprint kg CO₂eq' }),
      page.getByText(/^What matters most/).first(),
      page.getByText(/^Likely range of error: 90 of 100 runs/).first(),
      page.getByRole('heading', { name: 'Embodied and use' }),
      page.locator('#phases .drawing').first(),
      page.getByText(page.url(), { exact: true }),
    ]
    for (const each of shown) expect(await each.isVisible(), String(each)).toBe(true)
    expect(await page.locator('form, button, input, .panel-nav, .peek').filter({ visible: true }).count()).toBe(0)
    // A browser does not measure drawings again for paper.
    const beyond = await page
      .locator('.drawing')
      .filter({ visible: true })
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right - innerWidth).filter((by) => by > 0))
    expect(beyond).toEqual([])
    const [ink, paper] = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body)
      return [color, backgroundColor]
    })
    expect([ink, paper]).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
  })

  const VIEWS = [
    ['a cloud instance', 's=cloud;provider=aws;type=m5.xlarge'],
    [
      'a server',
      's=server;cpu=Xeon+Gold+6138;cpuUnits=2;ramUnits=12;ramCapacity=32;ssdUnits=1;ssdCapacity=960;hddUnits=2',
    ],
    ['a server like another', 's=server;archetype=dellR740'],
    ['a terminal', 's=terminal;kind=LAPTOP;archetype=laptop-perso'],
    ['a peripheral', 's=terminal;kind=MONITOR;units=2'],
    ['a component', 's=component;kind=powerSupply;unitWeight=2;units=2'],
  ] as const

  it.each(
    VIEWS.flatMap(([what, subject]) => [
      [what, 'alone', `${subject}&boundary=equipment`],
      [what, 'within a data centre', subject],
    ]),
  )('of %s, %s: its query and its REST equivalent give the figures shown', async (_what, _around, subject) => {
    const page = await open(`/explorer?${subject}&location=FRA&duration=1y&criteria=gwp,adp,pe`)
    await settled(page)
    await unfold(page, 'Export')
    const text = (title: string) => textOf(page.locator(`section[aria-label="${title}"] pre`))
    const shown = (await pictureRows(page, '[data-criterion="GWP"]')).map((row) => row.slice(1, 4).map(readFigure))
    const data = await ask(await text('GraphQL query'), JSON.parse(await text('Its variables')))
    const { impacts } = Object.values(data)[0] as { impacts: readonly Impact[] }
    const hasBuilding = shown.length === 4
    const phases = ['embedded', 'use', ...(hasBuilding ? (['building'] as const) : [])] as const
    const figures = [...phases, 'total' as const].map((phase) => impacts[0]?.[phase])
    expect(
      figures.map((figure) => (figure ? [figure.value, figure.min, figure.max] : [Number.NaN, Number.NaN, Number.NaN])),
    ).toEqual(shown)

    const rest = await text('The same over REST')
    const [, target = ''] = /curl '([^']+)'/.exec(rest) ?? []
    const [, body = ''] = /-d '(.*)'$/s.exec(rest) ?? []
    const response = await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    expect(response.status).toBe(200)
    const answer = (await response.json()) as {
      impacts: { gwp: Record<string, unknown> } | readonly Impact[]
      warnings?: readonly string[]
    }
    const ofRest = 'gwp' in answer.impacts ? answer.impacts.gwp : (answer.impacts[0] as Impact)
    const overRest = (phase: 'embedded' | 'use' | 'building') => {
      const { value, min, max } = (ofRest[phase] ?? {}) as Partial<Figure>
      return value === undefined ? [Number.NaN, Number.NaN, Number.NaN] : [value, min, max]
    }
    expect(phases.map(overRest)).toEqual(shown.slice(0, -1))
    expect(JSON.stringify(answer.warnings ?? [])).not.toContain('was ignored')
  })

  it('is copied by a button, which confirms it', async () => {
    const page = await open(EXAMPLE, { permissions: ['clipboard-read', 'clipboard-write'] })
    await settled(page)
    await unfold(page, 'Export')
    await page.getByRole('button', { name: 'Copy the query' }).click()
    await page.getByText('Copied', { exact: true }).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(await textOf(page.locator('section[aria-label="GraphQL query"] pre')))
    await page.getByLabel('It asks for').selectOption('all')
    const whole = await textOf(page.locator('section[aria-label="GraphQL query"] pre'))
    const variables = JSON.parse(await textOf(page.locator('section[aria-label="Its variables"] pre')))
    expect(Object.keys((await ask(whole, variables)).cloudInstance)).toContain('components')
  })

  it('are the figures as CSV and JSON', async () => {
    const page = await open(EXAMPLE)
    await settled(page)
    const download = async (name: string) => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
      return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
    }
    const json = await download('Download JSON')
    expect(json.name).toBe('impactql-m5.xlarge-vs-m6g.xlarge-france-1y-2026.12.json')
    const rows = JSON.parse(json.text) as readonly Record<string, unknown>[]
    const [impact] = (await instanceImpacts(ask, 'm5.xlarge')) as readonly [Impact]
    const { likely, exact: _, ...bounds } = impact.embedded as Figure
    expect(rows[0]).toEqual({
      subject: 'm5.xlarge',
      component: '',
      quantity: 1,
      location: 'France',
      load: 30,
      duration_hours: 8760,
      boundary: 'DATA_CENTRE',
      criterion: 'GWP',
      unit: 'kg CO2 eq.',
      phase: 'embedded',
      ...bounds,
      ...likely,
      computed_for: expect.stringMatching(/^Over 8,760 hours \(a year\), in FRA/),
      data_release: expect.stringMatching(/^\w+/),
      address: page.url(),
    })
    expect(rows.filter(({ component }) => component === 'RAM-1').length).toBeGreaterThan(0)
    for (const { low, value, high } of rows as readonly Record<string, number>[]) {
      expect([low, value, high].every(Number.isFinite)).toBe(true)
      expect(low).toBeLessThanOrEqual(high as number)
    }
    const csv = await download('Download CSV')
    expect(csv.name).toBe('impactql-m5.xlarge-vs-m6g.xlarge-france-1y-2026.12.csv')
    const lines = csv.text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(rows.length + 1)
    expect(lines[1]).toBe(
      Object.values(rows[0] ?? {})
        .map((cell) => (String(cell).includes(',') ? `"${cell}"` : String(cell)))
        .join(','),
    )
  })
})

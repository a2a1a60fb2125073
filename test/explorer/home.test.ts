import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { violationsOf } from './support/axe.ts'
import { DESK, PHONE, useExplorer } from './support/explorer.ts'
import { settled, shownTotal } from './support/figures.ts'
import { instanceImpacts } from './support/instance-impacts.ts'

/** The first page: a search that answers, doors, interfaces for programs. */
const { open: openWith, ask } = useExplorer()

const VIEWS = [
  ['at a desk', { colorScheme: 'light', viewport: DESK }],
  ['on a phone, in the dark', { colorScheme: 'dark', viewport: PHONE }],
] as const

async function search(page: Page, phrase: string): Promise<void> {
  await page.getByLabel('What do you have?').fill(phrase)
  await page.keyboard.press('Enter')
}

const answer = (page: Page, text: string | RegExp) => page.locator('#ask-answer').filter({ hasText: text }).waitFor()

describe.each(VIEWS)('a person %s', (_where, options) => {
  const open = (path: string) => openWith(path, { ...options, bypassCSP: true })

  it('reads what is wrong with what was typed, and takes what was meant', async () => {
    const page = await open('/')
    await search(page, ' ')
    await answer(page, 'Enter what you have')
    await search(page, 'm5.xlrge')
    await answer(page, 'Unknown name “m5.xlrge”.')
    await page.getByRole('button', { name: 'aws m5.xlarge', exact: true }).click()
    await answer(page, /m5\.xlarge: \d+ kg CO₂eq, likely range/)
    await search(page, 'm5.xlarge in Atlantis')
    await answer(page, 'No place is called “Atlantis”')
    await search(page, 'XPS')
    await page.getByRole('button', { name: 'Dell XPS laptop' }).click()
    await answer(page, /Dell XPS: \d+ kg/)
    expect(await violationsOf(page)).toEqual([])
  })

  it('reads the same figure in the answer as in the drawing beside it', async () => {
    const page = await open('/')
    const drawn = (await page.locator('.bars').getAttribute('aria-label')) ?? ''
    const [, total = ''] = /^Total (\S+) kg CO₂eq/.exec(drawn) ?? []
    await search(page, 'm5.xlarge in France')
    await answer(page, `m5.xlarge: ${total} kg CO₂eq, likely range`)
  })

  it('takes the chart of an answer along, and the one beside the search', async () => {
    const page = await open('/')
    const sample = page.locator('figure.sample')
    await sample.getByText('Table and downloads').click()
    const totals = (
      await Promise.all(['m5.xlarge', 'm6g.xlarge'].map((type) => instanceImpacts(ask, type, 'usageLocation: "FRA"')))
    ).map(([impact]) => impact?.total)
    const { exact: whole = 0, likely } = totals[0] ?? {}
    const sampled = [whole, likely?.low ?? 0, likely?.high ?? 0].map((each) => `${Math.round(each)}`)
    expect(await sample.locator('tbody tr').first().locator('th, td').allInnerTexts()).toEqual(['Total', ...sampled])
    await search(page, 'm5.xlarge vs m6g.xlarge in France')
    await answer(page, 'is lower')
    const chart = page.getByRole('figure').filter({ hasText: 'Carbon footprint, the lowest first' })
    await chart.getByText('Table and downloads').click()
    const rows = await chart
      .locator('tbody tr')
      .evaluateAll((all) => all.map(({ children }) => Number(children[1]?.textContent)))
    const exact = totals.map((total) => Number(total?.exact.toPrecision(3)))
    expect(rows).toEqual(exact.toSorted((one, other) => one - other))
    for (const [kind, start] of [
      ['SVG', '<svg '],
      ['PNG', '\u{fffd}PNG'],
      ['CSV', 'What,Value'],
    ] as const) {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        chart.getByRole('button', { name: new RegExp(`^${kind}: Carbon footprint, the lowest first`) }).click(),
      ])
      expect(file.suggestedFilename()).toMatch(new RegExp(`^impactql-carbon-footprint-.*\\.${kind.toLowerCase()}$`))
      expect(readFileSync(await file.path(), 'utf8').startsWith(start), kind).toBe(true)
    }
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await chart.getByRole('button', { name: /^Cite: / }).click()
    await chart.getByText('Copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^Carbon footprint, the lowest first, in kg CO₂eq\. impactql, data release [\d.]+\. http.*\?q=m5\.xlarge/,
    )
    expect(await violationsOf(page)).toEqual([])
  })

  it('asks for two instances in France, and finds the same figures in the explorer', async () => {
    const page = await open('/')
    await search(page, 'm5.xlarge vs m6g.xlarge in France at 30 %')
    await answer(
      page,
      /m6g\.xlarge is lower: [\d.]+ against [\d.]+ kg CO₂eq, \d+ % less\. It is lower in \d+ of 100 runs of the model\./,
    )
    await answer(page, 'Over 8,760 hours (a year), in France')
    const [first = '', second = ''] = await page.locator('.ask-figure').allInnerTexts()
    expect(new URL(page.url()).search).toBe('?q=m5.xlarge+vs+m6g.xlarge+in+France+at+30+%25')
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('link', { name: 'See the comparison' }).click()
    await settled(page)
    await page.getByText(/^Over 8,760 hours \(a year\), in France/).waitFor()
    expect([(await shownTotal(page, 'A'))[0], (await shownTotal(page, 'B'))[0]]).toEqual([
      Number.parseFloat(first),
      Number.parseFloat(second),
    ])
  })

  it('ranks no two models of one typical device: one figure for both, with the words that were typed', async () => {
    const page = await open('/')
    await search(page, 'iPhone 15 vs Galaxy S24')
    await answer(page, /We cannot tell Apple iPhone 15 from Samsung Galaxy S24/)
    expect(await page.locator('.ask-figure').count()).toBe(1)
    expect(await page.locator('.ask-list').innerText()).toMatch(/^A, B · Apple iPhone 15 or Samsung Galaxy S24: /)
    expect(await page.locator('#ask-answer').innerText()).not.toMatch(
      /equal within|of 100 runs of the model\. We|lower|lowest/,
    )
    await search(page, 'Latitude 5450 vs MacBook Air 13 vs desktop')
    await answer(
      page,
      /Dell Latitude 5450 or Apple MacBook Air 13 is lower.*One of them is the lowest in \d+ of 100 runs/,
    )
    expect(await page.locator('.ask-figure').count()).toBe(2)
    await page.getByRole('link', { name: 'See the comparison' }).click()
    await settled(page)
    await page
      .getByText(/^Dell Latitude 5450 or Apple MacBook Air 13 is lower: .* We cannot tell Dell Latitude 5450 from/)
      .waitFor()
  })

  it.each([
    ['20 laptops', 'Likely range across devices of this kind:'],
    ['iPhone 15', 'Likely range across devices of this kind:'],
    ['PowerEdge R740', 'Likely range of error:'],
    ['m5.xlarge vs Xeon Gold 6138', 'Likely range of error:'],
    ['m5.xlarge vs iPhone 15', 'Likely range (A: of error; B: across devices of this kind):'],
  ])('says of %s what its likely range is about, here and in the explorer', async (phrase, words) => {
    const page = await open('/')
    await search(page, phrase)
    await answer(page, `${words} 90 of 100 runs of the model lie in it.`)
    await page.locator('#ask-answer a.button').click()
    await page.locator('#result .note').filter({ hasText: words }).waitFor()
  })

  it('says in a note that the figure of a model it has no figures of is that of a typical device', async () => {
    const page = await open('/')
    await search(page, 'Latitude 5450 abacus in France')
    await answer(page, 'This result does not use figures of this model. It uses a typical laptop.')
    await search(page, 'm5.xlarge in France')
    await answer(page, 'm5.xlarge')
    expect(await page.locator('#ask-answer .warning').count()).toBe(0)
  })

  it.each([
    ['Xeon Gold 6138', 'component;kind=cpu;name=Intel+Xeon+Gold+6138'],
    ['20 laptops for 4y', 'terminal;kind=LAPTOP;units=20'],
    ['H100', 'component;kind=gpu;name=NVIDIA+H100+SXM+80GB'],
    ['PowerEdge R740', 'server;model=Dell+PowerEdge+R740'],
  ])('asks for %s', async (phrase, subject) => {
    const page = await open(`/?${new URLSearchParams({ q: phrase })}`)
    await answer(page, /kg CO₂eq, likely range/)
    const link = page.getByRole('link', { name: /See how it is computed/ })
    expect(await link.getAttribute('href')).toContain(`/explorer?s=${subject}&`)
  })

  it('copies the command, and moves through the interfaces for programs by arrows', async () => {
    const page = await open('/')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy: Command' }).click()
    await page.getByText('Copied').waitFor()
    const command = await page.getByRole('tabpanel', { name: 'Command' }).locator('pre').innerText()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(command)
    await page.getByRole('tab', { name: 'Command' }).focus()
    for (const name of ['Library', 'GraphQL', 'REST', 'Command']) {
      await page.keyboard.press('ArrowRight')
      expect(await page.getByRole('tab', { selected: true }).innerText()).toBe(name)
      expect(await page.getByRole('tabpanel').count()).toBe(1)
    }
  })

  it('finds a door for what is at hand', async () => {
    const page = await open('/')
    const doors = page.getByRole('navigation', { name: 'Ways in' }).getByRole('link')
    expect(await doors.locator('b').allInnerTexts()).toEqual([
      'Cloud instance',
      'Your own server',
      'Laptop or phone',
      'Fleet or bill',
      'Programs',
    ])
    await doors.nth(1).click()
    await page.getByRole('group', { name: /^A: Typical server/ }).waitFor()
  })
})

it('A phrase in the address of the explorer opens what it names', async () => {
  const page = await openWith('/explorer?q=m5.xlarge+vs+m6g.xlarge+in+France')
  await settled(page)
  expect(new URL(page.url()).search).toContain('s=cloud;provider=aws;type=m6g.xlarge&location=FRA')
  await page.goto(new URL('/explorer?q=m5.xlrge', page.url()).href)
  await page.getByText('Unknown name “m5.xlrge”.').waitFor()
  await page.getByRole('link', { name: 'aws m5.xlarge', exact: true }).click()
  await settled(page)
  expect(await page.locator('.total').count()).toBe(1)
})

describe('a file', () => {
  const TABLE = 'label,kind,quantity\ndesks,laptop,120\n'

  it('that is dropped on the page opens as a fleet, once', async () => {
    const page = await openWith('/')
    await page.getByText('choose a file').waitFor()
    const drop = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], 'desks.csv', { type: 'text/csv' }))
      return transfer
    }, TABLE)
    await page.dispatchEvent('body', 'drop', { dataTransfer: drop })
    await page.getByRole('heading', { name: 'desks.csv: 120 of 120 assets' }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
    await page.reload()
    await page.getByRole('heading', { name: 'A whole fleet from files' }).waitFor()
    expect(await page.getByText('desks.csv').count()).toBe(0)
  })

  it('that is chosen there does so, too', async () => {
    const page = await openWith('/', { colorScheme: 'dark', viewport: PHONE })
    await page
      .getByLabel('choose a file')
      .setInputFiles({ name: 'desks.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) })
    await page.getByRole('heading', { name: 'desks.csv: 120 of 120 assets' }).waitFor()
  })
})

it('The line on calibration counts what the API does', async () => {
  const page = await openWith('/')
  const { calibration } = await ask('{ calibration { passes } }')
  const judged = calibration.filter(({ passes }: { passes: boolean | null }) => passes !== null)
  const passing = judged.filter(({ passes }: { passes: boolean }) => passes)
  expect(judged.length).toBeGreaterThan(5)
  await page.getByText(`${passing.length} of ${judged.length} kinds pass`).waitFor()
})

import { hash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { violationsOf } from './support/axe.ts'
import { PHONE, useExplorer } from './support/explorer.ts'
import { readFigure, settled, shownTotal } from './support/figures.ts'
import { textOf } from './support/text-of.ts'

const { serve, open, ask, url } = useExplorer()

const EXAMPLE =
  '/explorer?s=cloud;provider=aws;type=m5.xlarge&s=cloud;provider=aws;type=m6g.xlarge&location=FRA&load=30&duration=1y&criteria=gwp,adp,pe'

interface Figure {
  readonly value: number
  readonly min: number
  readonly max: number
}

interface Impact {
  readonly criterion: string
  readonly embedded: Figure | null
  readonly use: Figure | null
  readonly total: Figure | null
}

/** The impacts of an instance in France at 30 % over one year, from the API. */
async function instanceImpacts(
  instanceType: string,
  usage = 'usageLocation: "FRA", timeWorkload: 30',
): Promise<readonly Impact[]> {
  const figure = '{ value min max }'
  const data = await ask(
    `{ cloudInstance(input: {provider: "aws", instanceType: "${instanceType}", usage: {${usage}}}) {
      impacts(duration: 8760) { criterion embedded ${figure} use ${figure} total ${figure} }
    } }`,
  )
  return (data as { cloudInstance: { impacts: readonly Impact[] } }).cloudInstance.impacts
}

/** The cells of the table behind a picture, a row each. */
async function pictureRows(page: Page, picture: string): Promise<readonly (readonly string[])[]> {
  await page.locator(`${picture} summary`).click()
  return page
    .locator(`${picture} tbody tr`)
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')))
}

describe('a newcomer', () => {
  it('gets from / to an m5.xlarge in France at 30 % against an m6g.xlarge, and reads what matters most', async () => {
    const page = await open('/')
    await page.getByRole('link', { name: 'Compare two cloud instances' }).click()
    await settled(page)
    expect(await textOf(page.getByRole('heading', { level: 1 }))).toBe('Compare the carbon footprint of IT equipment')
    expect(await page.getByRole('combobox', { name: 'Location', exact: true }).inputValue()).toBe('France')
    expect(await page.getByLabel('Load', { exact: true }).inputValue()).toBe('30')
    const summary = page.locator('.verdict')
    await summary.getByText('What matters most').waitFor()
    const text = await textOf(summary)
    const [a = 0, b = 0] = (await Promise.all(['m5.xlarge', 'm6g.xlarge'].map((type) => instanceImpacts(type)))).map(
      ([impact]) => impact?.total?.value,
    )
    const less = Math.round((1 - b / a) * 100)
    expect(text).toContain(`B, m6g.xlarge, is lower: ${b} against ${a} kg CO₂eq, ${less} % less.`)
    await summary.getByText(/In \d+ of 100 cases B is lower than A\./).waitFor()
    expect(text).toMatch(/What matters most for both is how densely the memory chips are built, which is assumed/)
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
      const impacts = await instanceImpacts(type)
      const total = impacts[0]?.total
      const { value = 0, min = 0, max = 0 } = total ?? {}
      expect(await shownTotal(page, letter)).toEqual([value, Math.floor(min), Math.ceil(max)])
    }
    for (const [index, criterion] of ['GWP', 'ADP', 'PE'].entries()) {
      const rows = await pictureRows(page, `[data-criterion="${criterion}"]`)
      const shown = rows.map((row) => row.slice(1).map(readFigure))
      const expected = (await Promise.all(['m5.xlarge', 'm6g.xlarge'].map((type) => instanceImpacts(type)))).flatMap(
        (impacts) =>
          [impacts[index]?.embedded, impacts[index]?.use, impacts[index]?.total].map((figure) => [
            figure?.value,
            figure?.min,
            figure?.max,
          ]),
      )
      expect(shown).toEqual(expected)
    }
  })

  it('of parts add up to the whole', async () => {
    const page = await open(EXAMPLE)
    await settled(page)
    const rows = await pictureRows(page, '#parts .picture:first-child')
    const sum = (phase: string, column: number) =>
      rows
        .filter(([head]) => head?.endsWith(phase))
        .reduce((total, row) => total + readFigure(row[column] as string), 0)
    const [impact] = await instanceImpacts('m5.xlarge')
    expect(sum('embedded', 2)).toBeCloseTo(impact?.embedded?.min as number, 1)
    expect(sum('embedded', 3)).toBeCloseTo(impact?.embedded?.max as number, 1)
    expect(sum('use', 2)).toBeCloseTo(impact?.use?.min as number, 1)
    expect(sum('use', 3)).toBeCloseTo(impact?.use?.max as number, 1)
  })

  it('follow what is typed, and the old picture stays meanwhile', async () => {
    const page = await open(EXAMPLE)
    await settled(page)
    const [before] = await shownTotal(page, 'A')
    await page.getByLabel('Load', { exact: true }).fill('80')
    expect((await shownTotal(page, 'A'))[0]).toBe(before)
    await expect.poll(async () => (await shownTotal(page, 'A'))[0]).not.toBe(before)
    const [impact] = await instanceImpacts('m5.xlarge', 'usageLocation: "FRA", timeWorkload: 80')
    expect((await shownTotal(page, 'A'))[0]).toBe(impact?.total?.value)
  })

  it('of the assumptions are what the API gives when asked with each of them', async () => {
    const page = await open(EXAMPLE)
    const first = page.locator('#assumptions .picture').first()
    const items = first.locator('li')
    await items.first().waitFor()
    const shown = new Map(
      await items.evaluateAll((all) =>
        all.map(
          (item) =>
            [
              item.querySelector('strong')?.textContent ?? '',
              (item.querySelector('.row-value')?.textContent ?? '').split(' to ').map(Number),
            ] as const,
        ),
      ),
    )
    const total = async (usage: string) => {
      const data = await ask(
        `{ cloudInstance(input: {provider: "aws", instanceType: "m5.xlarge", usage: {usageLocation: "FRA", timeWorkload: 30 ${usage}}}) {
          impacts(criteria: [GWP], duration: 8760) { total { value(exact: true) } } } }`,
      )
      return (data as { cloudInstance: { impacts: { total: { value: number } }[] } }).cloudInstance.impacts[0]?.total
        .value as number
    }
    const rounded = (value: number) => Number(value.toPrecision(4))
    expect(shown.get('Power besides CPU, RAM and GPU')).toEqual([
      rounded(await total('otherConsumptionRatio: 0.2')),
      rounded(await total('otherConsumptionRatio: 0.6')),
    ])
    expect(shown.get('Lifetime')).toEqual([
      rounded(await total(`hoursLifeTime: ${52560 * 1.2}`)),
      rounded(await total(`hoursLifeTime: ${52560 * 0.8}`)),
    ])
    // Density is all that is uncertain about the memory: at its ends the memory is at its own bounds.
    const parts = (await ask(
      `{ cloudInstance(input: {provider: "aws", instanceType: "m5.xlarge", usage: {usageLocation: "FRA", timeWorkload: 30}}) {
        components(kinds: [RAM]) { impacts(criteria: [GWP], duration: 8760) { embedded { value(exact: true) min(exact: true) max(exact: true) } } } } }`,
    )) as { cloudInstance: { components: { impacts: { embedded: Figure }[] }[] } }
    const memory = parts.cloudInstance.components[0]?.impacts[0]?.embedded as Figure
    const whole = await total('')
    expect(shown.get('Memory: density')).toEqual([
      rounded(whole - memory.value + memory.min),
      rounded(whole - memory.value + memory.max),
    ])
    expect([...shown.keys()][0]).toBe('Memory: density')
  })
})

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

  it('keeps names with every sign in them', async () => {
    const name = 'A;B=C&D%20 (E) @ 2.00GHz + é'
    const page = await open('/explorer?s=server')
    await page.getByRole('combobox', { name: 'Processor model' }).fill(name)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toContain('cpu=')
    await page.reload()
    expect(await page.getByRole('combobox', { name: 'Processor model' }).inputValue()).toBe(name)
  })

  it('with nonsense in it is no more than empty', async () => {
    const page = await open('/explorer?s=nonsense;x&criteria=,,&duration=abc&by=zzz')
    await page.getByText('Nothing chosen yet').waitFor()
  })
})

describe('errors', () => {
  it('are told in words, next to the field', async () => {
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

  it('of inputs are told where they are, deep in a server too', async () => {
    const page = await open('/explorer?s=server;ssdCapacity=-3;cpuTdp=0&criteria=gwp')
    await page.locator('#subject-0-ssdCapacity-fault').waitFor()
    expect(await textOf(page.locator('#subject-0-ssdCapacity-fault'))).toBe('Enter a number of 0 or more.')
    expect(await textOf(page.locator('#subject-0-cpuTdp-fault'))).toBe('Enter a number above 0.')
  })

  it('of the network are told, and the old figures stay', async () => {
    const page = await open(EXAMPLE, { mayComplain: /ERR_FAILED/ })
    await settled(page)
    await page.route('**/graphql', (route) => route.abort())
    await page.getByLabel('Load', { exact: true }).fill('31')
    const fault = page.locator('.total[data-subject="A"] .fault')
    await fault.waitFor()
    expect(await textOf(fault)).toBe('Not up to date: The service cannot be reached just now. Try again')
    expect((await shownTotal(page, 'A'))[0]).toBeGreaterThan(0)
  })
})

describe('a service that is guarded', () => {
  const KEY = 'open-sesame'
  const guarded = () => serve({ API_KEYS: hash('sha256', KEY) })
  const mayComplain = /401/

  it('asks for an API key, and says plainly that it is wrong', async () => {
    const page = await open(EXAMPLE, { at: await guarded(), mayComplain, bypassCSP: true })
    const field = page.getByLabel('API key', { exact: true })
    await field.waitFor()
    expect(await page.locator('#api-key-fault').count()).toBe(0)
    await field.fill('open-barley')
    await page.getByRole('button', { name: 'Use this key' }).click()
    const fault = page.locator('#api-key-fault')
    await fault.waitFor()
    expect(await textOf(fault)).toBe('The service does not know this API key.')
    expect(await field.getAttribute('aria-describedby')).toBe('api-key-fault')
    expect(await field.inputValue()).toBe('')
    expect(await violationsOf(page)).toEqual([])
  })

  it('takes no key that cannot be sent', async () => {
    const page = await open(EXAMPLE, { at: await guarded(), mayComplain })
    const field = page.getByLabel('API key', { exact: true })
    for (const key of ['', 'two words', 'clé']) {
      await field.fill(key)
      await page.getByRole('button', { name: 'Use this key' }).click()
      expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
      expect(await field.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false)
    }
  })

  it('shows the same view to who has the key, which stays in this tab', async () => {
    const at = await guarded()
    const page = await open(EXAMPLE, { at, mayComplain })
    await page.getByLabel('API key', { exact: true }).fill(` ${KEY}`)
    await page.keyboard.press('Enter')
    await settled(page)
    expect((await shownTotal(page, 'A'))[0]).toBe((await instanceImpacts('m5.xlarge'))[0]?.total?.value)
    expect(await page.getByLabel('API key', { exact: true }).count()).toBe(0)
    expect(await page.getByText('authorization: Bearer $API_KEY').count()).toBe(2)
    expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, ''])
    expect(page.url()).not.toContain(KEY)
    await page.reload()
    await settled(page)
    const other = await page.context().newPage()
    await other.goto(`${at}${EXAMPLE}`)
    await other.getByLabel('API key', { exact: true }).waitFor()
  })

  it('that executes trusted documents alone still answers its own page', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'impactql-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'documents.json'), '{}')
    const page = await open(EXAMPLE, { at: await serve({ TRUSTED_DOCUMENTS: join(folder, 'documents.json') }) })
    await settled(page)
    expect((await shownTotal(page, 'A'))[0]).toBe((await instanceImpacts('m5.xlarge'))[0]?.total?.value)
    await page.locator('.effects li').first().waitFor()
    await page.getByLabel('Instance type').first().fill('m6g.2x')
    await page
      .getByRole('option', { name: /m6g\.2xlarge/ })
      .first()
      .waitFor()
    expect(await page.locator('.fault').count()).toBe(0)
  })
})

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
    await page.locator('tr', { hasText: 'Given as "Intel(R) Xeon(R) Gold 6138 CPU @ 2.00GHz"' }).waitFor()
    const row = page.locator('tr', { hasText: 'Given as' })
    expect(await textOf(row.locator('.status'))).toBe('Changed')
  })

  it('finds a country', async () => {
    const page = await open('/explorer?s=server')
    const field = page.getByRole('combobox', { name: 'Location', exact: true })
    await field.pressSequentially('germ')
    await page.getByRole('option', { name: /Germany/ }).click()
    await expect.poll(() => page.url()).toContain('location=DEU')
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
    const [impact] = await instanceImpacts('m5.xlarge')
    await expect.poll(async () => (await shownTotal(page, 'A'))[0]).toBe(impact?.total?.value)
  })
})

describe('what can be taken along', () => {
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

  it.each(VIEWS)('of %s: its query and its REST equivalent give the figures shown', async (_what, subject) => {
    const page = await open(`/explorer?${subject}&location=FRA&duration=1y&criteria=gwp,adp,pe`)
    await settled(page)
    const text = (title: string) => textOf(page.locator(`section[aria-label="${title}"] pre`))
    const shown = (await pictureRows(page, '[data-criterion="GWP"]')).map((row) => row.slice(1).map(readFigure))
    const data = await ask(await text('GraphQL query'), JSON.parse(await text('Its variables')))
    const { impacts } = Object.values(data)[0] as { impacts: readonly Impact[] }
    const figures = (['embedded', 'use', 'total'] as const).map((phase) => impacts[0]?.[phase])
    expect(
      figures.map((figure) => (figure ? [figure.value, figure.min, figure.max] : [Number.NaN, Number.NaN, Number.NaN])),
    ).toEqual(shown)

    const rest = await text('The same over REST')
    const [, target = ''] = /curl '([^']+)'/.exec(rest) ?? []
    const [, body = ''] = /-d '(.*)'$/s.exec(rest) ?? []
    const response = await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    expect(response.status).toBe(200)
    const answer = (await response.json()) as {
      impacts: { gwp: Record<'embedded' | 'use', unknown> }
      warnings?: readonly string[]
    }
    const overRest = (phase: 'embedded' | 'use') => {
      const { value, min, max } = answer.impacts.gwp[phase] as Figure
      return value === undefined ? [Number.NaN, Number.NaN, Number.NaN] : [value, min, max]
    }
    expect([overRest('embedded'), overRest('use')]).toEqual(shown.slice(0, 2))
    expect(answer.warnings ?? []).not.toContainEqual(expect.stringContaining('was ignored'))
  })

  it('is copied by a button, and says so', async () => {
    const page = await open(EXAMPLE, { permissions: ['clipboard-read', 'clipboard-write'] })
    await settled(page)
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
    expect(json.name).toBe('impactql-m5.xlarge-vs-m6g.xlarge-france-1y.json')
    const rows = JSON.parse(json.text) as readonly Record<string, unknown>[]
    const [impact] = await instanceImpacts('m5.xlarge')
    expect(rows[0]).toEqual({
      subject: 'm5.xlarge',
      component: '',
      location: 'France',
      load: 30,
      duration_hours: 8760,
      criterion: 'GWP',
      unit: 'kg CO2 eq.',
      phase: 'embedded',
      ...impact?.embedded,
      data_release: expect.stringMatching(/^\w+/),
      address: page.url(),
    })
    const csv = await download('Download CSV')
    expect(csv.name).toBe('impactql-m5.xlarge-vs-m6g.xlarge-france-1y.csv')
    const lines = csv.text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(rows.length + 1)
    expect(lines[1]).toBe(
      Object.values(rows[0] ?? {})
        .map((cell) => (String(cell).includes(',') ? `"${cell}"` : String(cell)))
        .join(','),
    )
  })
})

describe('the table of attributes', () => {
  it('has value, bounds, unit, status and source of each, and can be sorted and filtered', async () => {
    const page = await open(EXAMPLE)
    await settled(page)
    const table = page.getByRole('table', { name: 'Attributes of m5.xlarge' })
    const density = table.locator('tr', { hasText: 'Density' })
    await density.getByText('matters most').waitFor()
    expect(await textOf(density)).toMatch(/1\.2444 GB\/cm²\s+0\.625 to 2\.375\s+Inferred\s+Average of 11 rows/)
    const electricity = table.locator('tr', { hasText: 'Electricity: carbon footprint' })
    expect(await electricity.getByRole('link').getAttribute('href')).toMatch(/^https:\/\//)

    await page.getByRole('button', { name: /^Yours/ }).click()
    expect(await table.locator('tbody tr').count()).toBe(2)
    await page.getByRole('button', { name: /^All/ }).click()
    await table.getByRole('button', { name: /^Value/ }).click()
    expect(await table.getByRole('columnheader', { name: 'Value' }).getAttribute('aria-sort')).toBe('ascending')
    const values = (await table.locator('tbody tr .value').allInnerTexts()).map((value) =>
      readFigure(value.replace(/ [^\d×].*/, '')),
    )
    const numbers = values.filter((value) => !Number.isNaN(value))
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
  })

  it('leads to the field that replaces a value, which is then the reader’s own', async () => {
    const page = await open('/explorer?s=server&location=FRA&load=30&duration=1y&criteria=gwp')
    await settled(page)
    const density = page.locator('tr', { hasText: 'GB/cm²' }).first()
    await density.getByRole('button', { name: 'Use your own value' }).click()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('subject-0-ramDensity')
    await page.keyboard.type('2')
    await settled(page)
    await expect.poll(() => textOf(page.locator('tr', { hasText: 'GB/cm²' }).first().locator('.status'))).toBe('Yours')
  })

  it('offers to describe the host of an instance', async () => {
    const page = await open(
      '/explorer?s=cloud;provider=aws;type=m5.xlarge&location=FRA&load=30&duration=1y&criteria=gwp',
    )
    await settled(page)
    await page.getByRole('button', { name: 'add that server to the comparison' }).click()
    await settled(page)
    expect(await page.locator('.total-name').allInnerTexts()).toEqual([
      expect.stringContaining('m5.xlarge'),
      expect.stringContaining('m5.metal'),
    ])
  })
})

describe('for everyone', () => {
  const VIEWPORTS = [
    ['a desk, light', { colorScheme: 'light' }],
    ['a desk, dark', { colorScheme: 'dark' }],
    ['a phone, light', { colorScheme: 'light', viewport: PHONE }],
    ['a phone, dark', { colorScheme: 'dark', viewport: PHONE }],
  ] as const

  it.each(VIEWPORTS)('there is no violation that axe-core knows: %s', async (_where, options) => {
    const page = await open(`${EXAMPLE}&s=server&s=terminal;kind=LAPTOP;units=x`, { ...options, bypassCSP: true })
    await page.locator('.fault').first().waitFor()
    await page.locator('.effects li').first().waitFor({ state: 'attached' })
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll('details')) fold.open = true
    })
    await page.getByRole('combobox', { name: 'Location', exact: true }).click()
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    expect(await violationsOf(page)).toEqual([])
  })

  it('a phone shows all of it without scrolling sideways', async () => {
    const page = await open(`${EXAMPLE}&s=server;cpu=Intel(R)+Xeon(R)+Gold+6138+CPU+@+2.00GHz`, { viewport: PHONE })
    await settled(page)
    const widths = await page.evaluate(() => {
      for (const fold of document.querySelectorAll('details')) fold.open = true
      return [document.documentElement.scrollWidth, innerWidth]
    })
    expect(widths[0]).toBeLessThanOrEqual(widths[1] as number)
    expect(await textOf(page.locator('.peek'))).toMatch(/A \d+ · B \d+ · C [\d,]+/)
  })
})

describe('the page', () => {
  it('keeps to its own host, without inline scripts and styles', async () => {
    const response = await fetch(url('/explorer'))
    expect(response.headers.get('content-security-policy')).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'",
    )
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe')
  })

  it('is under 150 KB in all, compressed', async () => {
    const html = await (await fetch(url('/explorer'))).text()
    const folder = new URL('../../dist/explorer/assets/', import.meta.url)
    const sizes = readdirSync(folder).map((name) => gzipSync(readFileSync(new URL(name, folder))).length)
    const total = sizes.reduce((sum, size) => sum + size, gzipSync(html).length)
    expect(total).toBeLessThan(150_000)
  })
})

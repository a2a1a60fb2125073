import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { askNewest, type Data, errorsOf } from '../world.ts'

test('published figures of a kind come with ours, and are found by their ids', async () => {
  const fields = 'id kind maker model year covers value low high unit source ours { low median high }'
  const { published } = await askNewest(`{ published(kind: "smartphone making") { ${fields} } }`)
  expect(published).toContainEqual({
    id: 'published/smartphone making/Fairphone/Fairphone 5',
    kind: 'smartphone making',
    maker: 'Fairphone',
    model: 'Fairphone 5',
    year: 2024,
    covers: 'MAKING',
    value: 32.7,
    low: null,
    high: null,
    unit: 'kg CO2 eq.',
    source: expect.stringContaining('https://'),
    ours: { low: expect.any(Number), median: expect.any(Number), high: expect.any(Number) },
  })
  const [{ id, ours }] = published
  expect(ours.low).toBeLessThan(ours.median)
  expect(ours.median).toBeLessThan(ours.high)
  const { node } = await askNewest(
    `query ($id: ID!) { node(id: $id) { id ... on PublishedFigure { ours { median } } } }`,
    { id },
  )
  expect(node).toEqual({ id, ours: { median: ours.median } })
  expect((await askNewest('{ published(kind: "toaster making") { id } }')).published).toEqual([])
})

test('calibration is that of the release that answers', async () => {
  const fields = 'kind figures makers ratioLow ratioMedian ratioHigh inside passes reason fitted'
  const { calibration, release } = await askNewest(
    `{ calibration { ${fields} } release(id: "2026.11") { calibration { ${fields} } } }`,
  )
  expect(calibration).toHaveLength(23)
  const cards = (of: typeof calibration) => of.find(({ kind }: { kind: string }) => kind === 'graphics card making')
  // All were 1.5 to 5 times too heavy.
  expect(cards(release.calibration).ratioMedian).toBeGreaterThan(2)
  expect(cards(calibration)).toMatchObject({ figures: 2, makers: 2, fitted: null, passes: null })
  expect(Math.abs(Math.log(cards(calibration).ratioMedian))).toBeLessThan(Math.log(1.5))
  const named = (name: string) => calibration.find(({ kind }: { kind: string }) => kind === name)
  expect(named('laptop making')).toMatchObject({ passes: true, reason: null, fitted: 'bounds' })
  expect(named('tower desktop electricity')).toMatchObject({ passes: false, reason: expect.any(String) })
})

test('calibration of an asset has the kinds of that asset alone', async () => {
  const of = async (asset: string) => {
    const { calibration } = await askNewest(`{ calibration(asset: ${asset}) { kind } }`)
    return calibration.map(({ kind }: { kind: string }) => kind)
  }
  expect(await of('{ terminal: { kind: SMARTPHONE } }')).toEqual(['smartphone making', 'smartphone electricity'])
  expect(await of('{ network: { reach: INTERNET, gigabytes: 1 } }')).toEqual([])
})

describe('calibration of a terminal', () => {
  const TOWER = ['tower desktop making', 'tower desktop electricity']
  const MINI = ['mini desktop making']
  const ALL_IN_ONE = ['all-in-one desktop making']
  const WORKSTATION = ['workstation making', 'workstation electricity']
  const OTHER = ['other desktop making', 'other desktop electricity']
  const of = async (terminal: string) => {
    const { calibration } = await askNewest(`{ calibration(asset: { terminal: { ${terminal} } }) { kind } }`)
    return calibration.map(({ kind }: { kind: string }) => kind)
  }

  test.each([
    ['form: TOWER', TOWER],
    ['type: "tower"', TOWER],
    ['type: "mini PC"', MINI],
    ['archetype: "desktop-tower"', TOWER],
    ['archetype: "desktop-all-in-one"', ALL_IN_ONE],
    ['model: { name: "iMac" }', ALL_IN_ONE],
    ['model: { name: "Precision 3660", manufacturer: "Dell" }', WORKSTATION],
    ['model: { name: "Mac mini" }', MINI],
    ['model: { name: "Mac mini" }, type: "tower"', TOWER],
    ['type: "pro"', OTHER],
    ['model: { name: "OptiPlex 7090" }', OTHER],
  ])('goes by its form, however it is given: %s', async (given, expected) => {
    expect(await of(`kind: DESKTOP, ${given}`)).toEqual(expected)
  })

  test.each([
    ['kind: LAPTOP, model: { name: "MacBook Air M2" }', ['laptop electricity']],
    ['kind: LAPTOP, model: { name: "MacBook Air M2" }, figures: MODEL', ['laptop making', 'laptop electricity']],
    ['kind: LAPTOP, model: { name: "Latitude 7440" }', []],
    ['kind: DESKTOP, model: { name: "Mac mini M4" }', []],
    ['kind: SMARTPHONE, model: { name: "iPhone 16" }, storage: 512', ['smartphone making', 'smartphone electricity']],
  ])('has no kind whose figure is that of the maker: %s', async (given, expected) => {
    expect(await of(given)).toEqual(expected)
  })

  test('refuses an asset as an assessment does', async () => {
    const errors = await errorsOf(
      '{ release(id: "2026.12") { calibration(asset: { terminal: { kind: DESKTOP, type: "towre" } }) { kind } } }',
    )
    expect(errors[0]?.cause.faults).toMatchObject([
      { code: 'INVALID_VALUE', path: ['asset', 'terminal', 'type'], nearest: expect.arrayContaining(['tower']) },
    ])
  })
})

test('a published figure names its model as people write it, its method, and what was fitted to it', async () => {
  const { published } = await askNewest(
    '{ published(kind: "graphics card making") { model fitted } laptops: published(kind: "laptop making") { model names method } }',
  )
  expect(published).toContainEqual({ model: 'L4', fitted: 'value and bounds' })
  expect(published).toContainEqual({ model: 'B200', fitted: null })
})

test('criteria without figures are told: in the newest release water, land, toxicity and net fresh water', async () => {
  const fields = 'criteria { criterion available }'
  const lacking = (criteria: { criterion: string; available: boolean }[]) =>
    criteria.filter(({ available }) => !available).map(({ criterion }) => criterion)
  const { criteria, release } = await askNewest(`{ ${fields} release(id: "2026.11") { ${fields} } }`)
  expect(lacking(criteria)).toEqual(['LU', 'WU', 'CTUE', 'CTUH_C', 'CTUH_NC', 'FW'])
  expect(lacking(release.criteria)).toEqual(['FW'])
})

test('criteria name the method and version of making and of use, and why a release has no figures', async () => {
  const { criteria, asset } = await askNewest(
    '{ criteria { code reason embeddedMethod useMethod } asset(input: { server: {} }) { criteria { criterion embeddedMethod useMethod } } }',
  )
  const byCode = new Map<string, Data>(criteria.map((each: Data) => [each.code, each]))
  expect(byCode.get('adp')).toEqual({
    code: 'adp',
    reason: null,
    embeddedMethod: 'CML, 2002',
    useMethod: 'PEF, EF 3.0 (minerals and metals)',
  })
  expect(byCode.get('wu')?.useMethod).toBe('Water consumed, WRI 2020')
  expect(byCode.get('lu')?.reason).toMatch(/^Embodied: holds credits for recycling.*; Use: 0 stands for unknown/)
  const methodology = readFileSync(new URL('../../docs/methodology.md', import.meta.url), 'utf8')
  for (const { code, embeddedMethod, useMethod } of criteria)
    expect(methodology).toMatch(
      new RegExp(`\\| \`${code}\` \\|[^|]*\\| ${plain(embeddedMethod)} \\| ${plain(useMethod)} \\|`),
    )
  expect(
    asset.criteria.map((each: Data) => [each.criterion.toLowerCase(), each.embeddedMethod, each.useMethod]),
  ).toEqual(criteria.map((each: Data) => [each.code, each.embeddedMethod, each.useMethod]))
})

/** A text in a regular expression; `none` where there is none. */
function plain(text: string | null): string {
  return (text ?? 'none').replace(/[()]/g, '\\$&')
}

describe('the criteria of a thing', () => {
  const ofAsset = async (asset: string) => {
    const { asset: found } = await askNewest(
      `{ asset(input: ${asset}) { criteria { criterion embedded use reason } } }`,
    )
    return new Map<string, Record<string, unknown>>(
      found.criteria.map((each: { criterion: string }) => [each.criterion, each]),
    )
  }

  test('are all there are, each with its phases and the reason where one lacks', async () => {
    const laptop = await ofAsset('{ terminal: { kind: LAPTOP, usage: { usageLocation: "NOR" } } }')
    expect(laptop.size).toBe(24)
    expect(laptop.get('GWP')).toEqual({ criterion: 'GWP', embedded: true, use: true, reason: null })
    expect(laptop.get('WU')).toMatchObject({ embedded: false, use: false })
    expect(laptop.get('WU')?.reason).toMatch(
      /^Embodied: holds credits for recycling.*; Use: litres that power plants consume/,
    )
    expect(laptop.get('PE')?.reason).toMatch(/Use: derived as adpf \/ \(1 - share of renewables\)/)
    expect(laptop.get('FE')).toMatchObject({
      embedded: false,
      use: true,
      reason: expect.stringMatching(/^Embodied: final energy/),
    })
  })

  test('have the reasons of the release that the thing is asked of', async () => {
    const fields = '{ criteria { criterion embedded use reason } }'
    const usage = 'usage: { usageLocation: "FRA" }'
    const things = `server(input: { ${usage} }) ${fields} terminal(input: { kind: LAPTOP, ${usage} }) ${fields}
      fleet(items: [{ asset: { server: { ${usage} } } }]) ${fields}`
    const { release, ...newest } = await askNewest(`{ ${things} release(id: "2026.11") { ${things} } }`)
    const of = (code: string, { criteria }: Data) => criteria.find(({ criterion }: Data) => criterion === code)
    for (const thing of ['server', 'terminal']) {
      expect(of('WU', newest[thing]).reason, thing).toContain('credits for recycling')
      expect(of('WU', release[thing]), thing).toMatchObject({ embedded: true, use: true, reason: null })
      expect(of('CTUE', release[thing]).reason, thing).toBe('Use: no electricity factor is published')
    }
    expect(of('LU', newest.fleet).reason).toContain('Use: 0 stands for unknown in every row')
    expect(of('LU', release.fleet)).toMatchObject({ embedded: true, use: true, reason: null })
  })

  test('of a component have no reason of whole devices', async () => {
    const cpu = await ofAsset('{ component: { cpu: {} } }')
    expect(cpu.get('WU')?.reason).toMatch(/^Embodied: no figure is published in this criterion; Use: litres/)
  })

  test('of networks are of their use alone', async () => {
    const network = await ofAsset('{ network: { reach: INTERNET, gigabytes: 1 } }')
    expect(network.get('GWP')).toMatchObject({
      embedded: false,
      use: true,
      reason: expect.stringContaining('only use is assessed'),
    })
  })
})

test('An explained input names its documents with year and licence, and why it is as uncertain as it is', async () => {
  const { terminal } = await askNewest(`{ terminal(input: { kind: LAPTOP, usage: { usageLocation: "FRA" } }) {
    impact(criterion: GWP) { total { explanation { nodes { leaf sources { title licence year } spreadReason } } } } } }`)
  const nodes: Data[] = terminal.impact.total.explanation.nodes
  const node = (leaf: string) => nodes.find((each) => each.leaf === leaf)
  expect(node('electricity.FRA.gwp')).toMatchObject({
    sources: [
      { title: expect.stringMatching(/carbon intensity/), licence: 'CC BY 4.0', year: '2025' },
      { title: 'Ember electricity data methodology', licence: 'CC BY 4.0', year: '2024' },
    ],
    spreadReason: expect.stringMatching(/^of a country and year/),
  })
  const making = node('device-factors.laptop.pro.gwp')
  expect(making.sources).toHaveLength(2)
  expect(making.sources[0]).toMatchObject({ licence: expect.stringMatching(/Licence Ouverte/), year: '2022' })
  expect(making.spreadReason).toMatch(/; one generic device \(reliability 2, completeness 3, .*https:/)
  // What was given, and formulas, have neither.
  expect(node('use')).toMatchObject({ sources: [], spreadReason: null })
})

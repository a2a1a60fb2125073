import { describe, expect, test } from 'vitest'
import { openAssessor } from '../../src/bulk/open-assessor.ts'
import { loadReleases } from '../../src/catalogue/tables/load-releases.ts'
import { driftOf, Releases, roundFigure } from '../../src/library/index.ts'
import { ask } from '../world.ts'

const assessor = openAssessor()
const releases = new Releases(loadReleases())
const m5 = { cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge', usage: { usageLocation: 'FRA' } } }
const m6g = { cloudInstance: { provider: 'aws', instanceType: 'm6g.xlarge', usage: { usageLocation: 'FRA' } } }
const INSTANCE = (type: string) => `{ provider: "aws", instanceType: "${type}", usage: { usageLocation: "FRA" } }`

async function figureOf(asset: Parameters<typeof assessor.figure>[0], options = {}) {
  const figure = await assessor.figure(asset, { duration: 8760, ...options })
  if (figure === null) throw new Error('There should be a figure')
  return figure
}

describe('What cannot be asked', () => {
  test('a thing that is not known has no figure to be asked', async () => {
    const unknown = { cloudInstance: { provider: 'aws', instanceType: 'm5.huge' } }
    const nearest = expect.arrayContaining(['m5.large'])
    const refusal = { faults: [{ code: 'NOT_FOUND', value: 'm5.huge', nearest }] }
    await expect(assessor.figure(unknown)).rejects.toMatchObject(refusal)
    await expect(assessor.compare([{ asset: m5 }, { asset: unknown }])).rejects.toMatchObject(refusal)
    await expect(driftOf(unknown, releases.find('boavizta-2.4.1'), releases.newest)).rejects.toMatchObject(refusal)
  })

  test('a phase without a factor is null', async () => {
    expect(await assessor.figure(m5, { phase: 'building', criterion: 'pe', boundary: 'DATA_CENTRE' })).toBeNull()
  })

  test('an input that the figure does not have is refused with what is near, and so are numbers that give none', async () => {
    const figure = await figureOf(m5)
    expect(() => figure.whatIf({ 'electricity.FRB.gwp': 1 })).toThrow('Did you mean electricity.FRA.gwp')
    expect(() => figure.whatIf({ 'electricity.FRA.gwp': Number.NaN })).toThrow('expected')
    expect(() => figure.whatIf({ 'electricity.FRA.gwp': { value: 1, min: 2, max: 3 } })).toThrow('within its bounds')
  })

  test.for([1, 16_385, 1.5])('%d samples are refused', async (samples) => {
    const figure = await figureOf(m5)
    expect(() => figure.distribution({ samples })).toThrow(/^samples: .*\b16384$/)
  })
})

test('within the data centre an assessment names what was taken instead of a PUE that is not published', async () => {
  const inMilan = { ...m5, cloudInstance: { ...m5.cloudInstance, usage: { region: 'eu-south-1' } } }
  const warnings = async (options: object) => (await assessor.assess(inMilan, options)).warnings
  const message = expect.stringMatching(/\beu-south-1\b.*\b1\.11\b.*\baws\.eu\b/)
  expect(await warnings({ duration: 8760, boundary: 'DATA_CENTRE' })).toContainEqual({
    code: 'FACILITY_OF_WIDER_AREA',
    message,
  })
  expect((await warnings({ duration: 8760 })).map(({ code }) => code)).not.toContain('FACILITY_OF_WIDER_AREA')
})

test('a figure is that of the assessment', async () => {
  const { value, min, max, unit } = await figureOf(m5, { phase: 'use' })
  const { impacts } = await assessor.assess(m5, { duration: 8760 })
  expect({ value, min, max, unit }).toEqual({
    value: impacts.gwp?.use?.value,
    min: impacts.gwp?.use?.min,
    max: impacts.gwp?.use?.max,
    unit: 'kg CO2 eq.',
  })
})

test('an assessment has likely ranges where they are asked for: those of its figures', async () => {
  const options = { criteria: ['gwp', 'pe'], duration: 8760, boundary: 'DATA_CENTRE' } as const
  const { impacts } = await assessor.assess(m5, { ...options, likely: true })
  for (const criterion of options.criteria) {
    for (const phase of ['embedded', 'use', 'total'] as const) {
      const { low, median, high } = impacts[criterion]?.[phase]?.likely ?? { low: 0, median: 0, high: 0 }
      const likely = (await figureOf(m5, { ...options, criterion, phase })).likely()
      expect(low / likely.low).toBeCloseTo(1, 12)
      expect(median / likely.median).toBeCloseTo(1, 12)
      expect(high / likely.high).toBeCloseTo(1, 12)
      expect(low).toBeLessThan(high)
    }
  }
  expect(impacts.pe?.building).toBeNull()
  expect(impacts.gwp?.building?.likely?.low).toBeGreaterThan(0)
  expect(JSON.stringify(await assessor.assess(m5, options))).not.toContain('likely')
})

test('distribution, drivers, parts, formulas and what-if are those of GraphQL', async () => {
  const figure = await figureOf(m5)
  const { gwp } = await ask(`{ release(id: "${assessor.release}") { cloudInstance(input: ${INSTANCE('m5.xlarge')}) {
    gwp: impact(criterion: GWP, duration: 8760) { total {
      distribution { mean quantiles(at: [0.05, 0.95]) { value } }
      drivers { leaf share }
      contributions { component phase value }
      explanation { text whatIf(overrides: [{ leaf: "electricity.FRA.gwp", value: 0.02 }]) { value min max } }
    } }
  } } }`).then(({ release }) => release.cloudInstance)
  const { total } = gwp
  const distribution = figure.distribution()
  expect(distribution.mean).toBe(total.distribution.mean)
  expect([0.05, 0.95].map((share) => ({ value: distribution.quantile(share) }))).toEqual(total.distribution.quantiles)
  expect(
    figure
      .drivers()
      .map(({ id, share }) => ({ leaf: id, share }))
      .slice(0, total.drivers.length),
  ).toEqual(total.drivers)
  const parts = figure.contributions().map(({ component, phase, value }) => ({ component, phase, value }))
  expect(parts).toEqual(total.contributions)
  expect(figure.explanationText()).toBe(total.explanation.text)
  expect(figure.explanation().at(-1)?.value).toBe(figure.value)
  expect(figure.whatIf({ 'electricity.FRA.gwp': 0.02 })).toEqual(total.explanation.whatIf)
})

test('a comparison is that of GraphQL', async () => {
  const { items, pairs } = await assessor.compare([
    { label: 'a', asset: m5 },
    { label: 'b', asset: m6g },
  ])
  const asked = ['m5.xlarge', 'm6g.xlarge'].map(
    (type, at) => `{ label: "${'ab'[at]}", asset: { cloudInstance: ${INSTANCE(type)} } }`,
  )
  const { release } = await ask(`{ release(id: "${assessor.release}") { comparison(items: [${asked.join()}]) {
    items { label probabilityLowest impact { isPartial lacking { phase units } coverage { phase units of share } } } pairs { probabilityALower difference { mean } }
  } } }`)
  expect(
    items.map(({ label, probabilityLowest, isPartial, lacking, coverage }) => ({
      label,
      probabilityLowest,
      impact: { isPartial, lacking, coverage },
    })),
  ).toEqual(release.comparison.items)
  expect(
    pairs.map(({ probabilityALower, difference }) => ({ probabilityALower, difference: { mean: difference.mean } })),
  ).toEqual(release.comparison.pairs)
})

test('a drift is that of GraphQL, and its causes add up to it', async () => {
  const drift = await driftOf(m5, releases.find('boavizta-2.4.1'), releases.newest)
  const answer =
    await ask(`{ drift(asset: { cloudInstance: ${INSTANCE('m5.xlarge')} }, from: "boavizta-2.4.1", to: "${releases.newest.id}") {
    ratio causes { leaf effect }
  } }`)
  expect(drift.ratio).toBe(answer.drift.ratio)
  expect(drift.causes.map(({ leaf, effect }) => ({ leaf, effect }))).toEqual(answer.drift.causes)
  const moved = drift.causes.reduce((sum, { effect }) => sum + effect, 0)
  expect(moved).toBeCloseTo((drift.to?.value ?? 0) - (drift.from?.value ?? 0), 10)
})

test.for(['Paris', 'Texas'])('a place that only the later release knows, %s, is a cause of its own', async (place) => {
  const asset = { server: { usage: { usageLocation: place } } }
  const { causes } = await driftOf(asset, releases.find('boavizta-2.4.1'), releases.newest)
  expect(causes[0]).toMatchObject({ leaf: 'places', label: 'Which places and cities are known' })
  expect(causes.map(({ leaf }) => leaf)).not.toContain('rest')
  expect(causes.map(({ leaf }) => leaf)).not.toContain('cloud')
})

describe('Within the boundary of the data centre', () => {
  const options = { criteria: ['gwp', 'pe'], duration: 8760, boundary: 'DATA_CENTRE' } as const

  test('what an instance uses grows by PUE, and the building counts for climate change', async () => {
    const [alone, all] = [
      await assessor.assess(m5, { ...options, boundary: 'EQUIPMENT' }),
      await assessor.assess(m5, options),
    ]
    const { release } =
      await ask(`{ release(id: "${assessor.release}") { cloudInstance(input: ${INSTANCE('m5.xlarge')}) {
      impact(criterion: GWP, duration: 8760, boundary: DATA_CENTRE) { use { value } building { value } total { value } }
    } } }`)
    // GraphQL shows as many digits as are sure.
    for (const phase of ['use', 'building', 'total'] as const) {
      const figure = all.impacts.gwp?.[phase]
      expect(figure && roundFigure(figure)).toBe(release.cloudInstance.impact[phase].value)
    }
    expect(all.impacts.gwp?.use?.value).toBeGreaterThan(alone.impacts.gwp?.use?.value ?? Number.NaN)
    expect(all.energy).toBeGreaterThan(alone.energy ?? Number.NaN)
    expect(alone.impacts.gwp?.building).toBeNull()
  })

  test('totals have the building of what stands in a data centre, and none of what does not', async () => {
    const items = [{ asset: m5, quantity: 10 }, { asset: { terminal: { kind: 'LAPTOP' as const } } }]
    const { totals } = await assessor.assessMany(items, options)
    const one = await assessor.assess(m5, options)
    expect(totals.impacts.gwp?.building?.value).toBeCloseTo(10 * (one.impacts.gwp?.building?.value ?? Number.NaN), 10)
    expect(totals.impacts.pe?.building).toBeNull()
    const { embedded, use, building, total } = totals.impacts.gwp ?? {}
    const added = (embedded?.value ?? 0) + (use?.value ?? 0) + (building?.value ?? 0)
    expect(total?.value).toBeCloseTo(added, 9)
    const alone = await assessor.assessMany(items, { ...options, boundary: 'EQUIPMENT' })
    expect(alone.totals.impacts.gwp).not.toHaveProperty('building')
  })
})

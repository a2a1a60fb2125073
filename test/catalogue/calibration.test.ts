import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { calibrationReport } from '../../benchmarks/calibration-report.ts'
import { calibrationOfRelease, kindsOf, missesOf, ourFigure } from '../../src/catalogue/calibration.ts'
import { createLoaders } from '../../src/catalogue/loaders.ts'
import { loadReleases } from '../../src/catalogue/tables/load-releases.ts'
import { readTableFolders } from '../../src/catalogue/tables/table-folder.ts'
import { calibrationOf, intervalScore } from '../../src/engine/readings/calibration.ts'
import { releases } from '../world.ts'
import { faultsOf } from './tables/support/table-files.ts'

const COLUMNS = 'kind,maker,model,year,covers,value,unit,asset,source'
const LAPTOP = '"{""terminal"":{""kind"":""LAPTOP""}}"'

describe('A published figure is refused, with its file and line,', () => {
  const load = (row: string) => {
    const files = { 'published.csv': `${COLUMNS}\n${row}\n` }
    return faultsOf(() => loadReleases({ ...readTableFolders(), own: [{ path: 'own', name: 'own', files }] }))
  }

  test.each([
    [
      'a unit',
      `laptop making,A,B,2024,MAKING,200,,${LAPTOP},https://example.org`,
      /^own\/published\.csv:2: unit: .*\bkg\b/,
    ],
    ['a year', `laptop making,A,B,,MAKING,200,kg CO2 eq.,${LAPTOP},https://example.org`, /:2: year: /],
    ['a boundary', `laptop making,A,B,2024,,200,kg CO2 eq.,${LAPTOP},https://example.org`, /:2: covers: .*\bMAKING\b/],
    [
      'a configuration',
      'laptop making,A,B,2024,MAKING,200,kg CO2 eq.,,https://example.org',
      /:2: asset: [^"]*\bJSON\b[^"]*$/,
    ],
    ['a source', `laptop making,A,B,2024,MAKING,200,kg CO2 eq.,${LAPTOP},`, /:2: source: /],
  ])('without %s', (_, row, fault) => {
    expect(load(row)).toEqual([expect.stringMatching(fault)])
  })

  test.each([
    [
      'its configuration is no asset',
      'laptop making,A,B,2024,MAKING,200,kg CO2 eq.,"{""toaster"":{}}",https://example.org',
      /:2: asset: /,
    ],
    [
      'its configuration is no JSON',
      'laptop making,A,B,2024,MAKING,200,kg CO2 eq.,laptop,https://example.org',
      /:2: asset: expected an asset as JSON, got "laptop"/,
    ],
    [
      'its unit is not of its boundary',
      `laptop making,A,B,2024,MAKING,200,W,${LAPTOP},https://example.org`,
      /:2: unit: expected kg CO2 eq\. for MAKING, got W/,
    ],
    [
      'its kind is not known',
      `toaster making,A,B,2024,MAKING,200,kg CO2 eq.,${LAPTOP},https://example.org`,
      /:2: kind: .*"toaster making".* published-kinds\.csv$/,
    ],
  ])('where %s', (_, row, fault) => {
    expect(load(row)).toContainEqual(expect.stringMatching(fault))
  })
})

describe('A calibration', () => {
  test('scores an interval by its width, and 20 times how far a figure lies outside', () => {
    expect([intervalScore(10, 20, 15), intervalScore(10, 20, 25), intervalScore(10, 20, 8)]).toEqual([10, 110, 50])
  })

  test('of three figures, by hand', () => {
    const ours = { value: 100, low: 80, median: 100, high: 130 }
    const held = [50, 100, 125].map((published, index) => ({ maker: `${index % 2}`, published, ours }))
    const calibration = calibrationOf(held)
    // Ratios 2, 1, .8; inside: 100 and 125. Scores: (50 + 20 * 30) / 50 = 13, 50 / 100 = .5, 50 / 125 = .4.
    expect(calibration).toMatchObject({ figures: 3, makers: 2, ratioMedian: 1, width: 0.5 })
    expect(calibration?.ratioLow).toBeCloseTo(0.84, 9)
    expect(calibration?.ratioHigh).toBeCloseTo(1.8, 9)
    expect(calibration?.inside).toBeCloseTo(2 / 3, 9)
    expect(calibration?.score).toBeCloseTo(13.9 / 3, 9)
    expect(calibrationOf([])).toBeUndefined()
  })
})

describe('A kind passes', () => {
  /** So many figures of a kind, so many of them outside our interval, and their median ratio. */
  const of = (figures: number, outside: number, ratio = 1) => {
    const held = Array.from({ length: figures }, (_, index) => {
      const high = index < outside ? 100 / ratio : 1000
      return {
        maker: 'a',
        published: 100 / ratio,
        ours: { value: 100, low: 10, median: 100, high: Math.max(11, high - 1) },
      }
    })
    const calibration = calibrationOf(held)
    if (calibration === undefined) throw new Error('Expected a calibration')
    expect(Math.round(figures * (1 - calibration.inside))).toBe(outside)
    return calibration
  }
  const KG = 'kg CO2 eq.'

  test.each([1, 4])('neither nor with %i figures', (figures) => {
    expect(missesOf(of(figures, figures), KG)).toBeUndefined()
  })

  test.each([
    [5, 1],
    [7, 1],
    [8, 2],
    [10, 2],
    [11, 2],
    [40, 10],
  ])('of %i figures if at most %i lie outside', (figures, most) => {
    expect(missesOf(of(figures, most), KG)).toEqual([])
    expect(missesOf(of(figures, most + 1), KG)).toHaveLength(1)
  })

  test('with 97 % inside at most, from eleven figures on, but for power', () => {
    expect(missesOf(of(11, 0), KG)).toHaveLength(1)
    expect(missesOf(of(40, 1), 'kWh/year')).toHaveLength(1)
    expect(missesOf(of(40, 2), 'kWh/year')).toEqual([])
    expect(missesOf(of(11, 0), 'W')).toEqual([])
    expect(missesOf(of(10, 0), KG)).toEqual([])
  })

  test.each([0.66, 1.52])('with a median ratio of 0.67 to 1.5, so not of %f', (ratio) => {
    expect(missesOf(of(6, 0, ratio), KG)).toHaveLength(1)
    expect(missesOf(of(6, 0, ratio > 1 ? 1.49 : 0.67), KG)).toEqual([])
  })
})

describe('The power of benchmarked servers', async () => {
  const { newest } = releases
  const kinds = new Map((await calibrationOfRelease(newest)).map((each) => [each.kind, each]))

  test.each([
    ['benchmarked server power idle', 0.97],
    ['benchmarked server power at full load', 1.01],
  ])('is that of makers that no fit has seen: %s', (name, median) => {
    const { figures, makers, ratioMedian, inside } = kinds.get(name)?.calibration ?? {}
    expect([figures, makers]).toEqual([32, 6])
    expect(Math.abs((ratioMedian ?? 0) - median)).toBeLessThan(0.03)
    expect(inside).toBeGreaterThan(0.9)
  })

  test('is that of servers in the field, divided by the ratio of both', async () => {
    const { asked: [first] = [] } = kinds.get('benchmarked server power at full load') ?? {}
    if (first === undefined) throw new Error('Expected a figure')
    const inField = await ourFigure(newest, first.asset, first)
    expect(inField.value / first.ours.value).toBeCloseTo(1.1, 9)
    expect(inField.high / inField.low).toBeGreaterThan(first.ours.high / first.ours.low)
  })
})

describe('The newest release', async () => {
  const [newest, before] = releases.all
  if (newest === undefined || before === undefined) throw new Error('Expected two releases')
  const kinds = await calibrationOfRelease(newest)
  const named = new Map(kinds.map((kind) => [kind.kind, kind]))

  test.each(kinds.map((kind) => [kind.kind, kind] as const))('passes, or says why not: %s', (_, kind) => {
    const fails = kind.misses !== undefined && kind.misses.length > 0
    expect(kind.reason !== undefined, kind.misses?.join('; ')).toBe(fails)
  })

  test('has ranges of power that score no worse than those of the release before', async () => {
    const earlier = new Map((await calibrationOfRelease(before, newest)).map((kind) => [kind.kind, kind]))
    const power = kinds.filter(({ unit }) => unit === 'W')
    expect(power).toHaveLength(2)
    for (const { kind, calibration } of power)
      expect(calibration.score, kind).toBeLessThan(earlier.get(kind)?.calibration.score ?? 0)
  })

  test('counts the configurations of a model once', () => {
    const { asked = [], calibration } = named.get('laptop making') ?? {}
    const air = asked.filter(({ model }) => model.startsWith('MacBook Air 13 (M2, '))
    expect(air.map(({ model, counts }) => [model, counts])).toEqual([
      ['MacBook Air 13 (M2, 256 GB)', true],
      ['MacBook Air 13 (M2, 512 GB)', false],
    ])
    expect(calibration?.figures).toBe(asked.filter(({ counts }) => counts).length)
  })

  test('counts cards that no fit has seen', () => {
    const counted = named.get('graphics card making')?.asked.filter(({ counts }) => counts) ?? []
    expect(counted.map(({ model }) => model)).toEqual(['B200', 'A100 SXM 40 GB'])
  })

  test.each([
    [{ terminal: { kind: 'LAPTOP' } }, ['laptop making', 'laptop electricity']],
    [{ terminal: { kind: 'DESKTOP', form: 'TOWER' } }, ['tower desktop making', 'tower desktop electricity']],
    [{ terminal: { kind: 'DESKTOP' } }, ['other desktop making', 'other desktop electricity']],
    [{ server: {} }, ['server making', 'office server electricity']],
    [{ component: { gpu: {} } }, ['graphics card making']],
    [{ component: { cpu: {} } }, []],
    [{ cloudInstance: { provider: 'aws', instanceType: 'm5.xlarge' } }, []],
  ] as const)('knows the kinds of %j', async (asset, expected) => {
    expect((await kindsOf(kinds, asset, createLoaders(newest.references))).map(({ kind }) => kind)).toEqual(expected)
  })

  test('has kinds of one thing each', async () => {
    const loaders = createLoaders(newest.references)
    for (const kind of kinds)
      for (const { asset } of kind.isBenchmarked ? [] : kind.asked)
        expect(
          (await kindsOf(kinds, asset, loaders)).map((each) => each.kind),
          kind.kind,
        ).toContain(kind.kind)
  })

  test('is described by docs/calibration.md and its chart, as `npm run calibration` writes them', async () => {
    const { text, chart } = await calibrationReport(releases)
    const written = (file: string) => readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8')
    expect(written('calibration.md')).toBe(text)
    expect(written('calibration.svg')).toBe(chart)
  })
})

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { calibrationReport } from '../../benchmarks/calibration-report.ts'
import { calibrationOfRelease, missesOf, ourFigure } from '../../src/catalogue/calibration.ts'
import { loadReleases } from '../../src/catalogue/tables/load-releases.ts'
import { readTableFolders } from '../../src/catalogue/tables/table-folder.ts'
import { calibrationOf, fittedMakers, intervalScore } from '../../src/engine/readings/calibration.ts'
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

  test('fits on every other maker', () => {
    expect([...fittedMakers([{ maker: 'C' }, { maker: 'A' }, { maker: 'B' }, { maker: 'A' }])]).toEqual(['A', 'C'])
  })
})

describe('A kind of figures that are all inside', () => {
  const ours = { value: 100, low: 50, median: 100, high: 200 }
  const calibration = calibrationOf(Array.from('abcdefghij', (maker) => ({ maker, published: 100, ours })))
  if (calibration === undefined) throw new Error('Expected a calibration')
  const kind = { kind: 'made up', isBenchmarked: false, asked: [], typical: undefined, calibration } as const

  test('fails, as our interval is too wide', () => {
    expect(missesOf({ ...kind, covers: 'MAKING', unit: 'kg CO2 eq.' })).toHaveLength(1)
  })

  test('passes if they are power', () => {
    expect(missesOf({ ...kind, covers: 'USE', unit: 'W' })).toEqual([])
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
  const earlier = await calibrationOfRelease(before, newest)
  const failing = new Map(
    readFileSync(new URL('kinds-that-fail.csv', import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line): [string, number] => [line.split(',')[0] ?? '', Number(line.split(',')[1])]),
  )

  test.each(kinds.map((kind) => [kind.kind, kind] as const))('is as near as asked: %s', (name, kind) => {
    const misses = missesOf(
      kind,
      earlier.find((each) => each.kind === name),
    )
    const by = misses.reduce((sum, miss) => sum + miss.by, 0)
    const known = failing.get(name)
    if (known === undefined) expect(misses).toEqual([])
    else {
      expect(by, 'passes, and is still on the list of those that fail').toBeGreaterThan(0)
      expect(by, 'is worse than the list says').toBeLessThan(known + 0.005)
    }
  })

  test('says of each kind that fails why its sources disagree', () => {
    const silent = kinds.filter(({ kind, note }) => failing.has(kind) && note === undefined)
    expect(silent.map(({ kind }) => kind)).toEqual([])
  })

  test('fails in no kind that there is not', () => {
    const known = new Set(kinds.map(({ kind }) => kind))
    expect([...failing.keys()].filter((kind) => !known.has(kind))).toEqual([])
  })

  test('is described by docs/calibration.md and its chart, as `npm run calibration` writes them', async () => {
    const { text, chart } = await calibrationReport(releases)
    const written = (file: string) => readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8')
    expect(written('calibration.md')).toBe(text)
    expect(written('calibration.svg')).toBe(chart)
  })
})

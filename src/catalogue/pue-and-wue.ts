import type { Facility } from '../engine/use/usage-bill.ts'
import { leaf, type NumberAttribute } from '../engine/values/attribute.ts'
import type { Leaf } from '../engine/values/leaf.ts'
import { exact, meanOfRanges, type Range, range } from '../engine/values/range.ts'
import { type Warning, warning, withInstead } from '../engine/values/warning.ts'
import type { FormulaConstants } from './formula-constants.ts'
import type { FacilityRegion, Facility as FacilityRow, StatedRange, Tables } from './tables.ts'

/** Data centres by provider and region, each built once. */
export class Facilities {
  readonly #regions: readonly FacilityRegion[]
  readonly #pueAndWue: PueAndWue
  readonly #constants: FormulaConstants
  /** Bounded, since it holds only regions of the tables. */
  readonly #known = new Map<string, Facility>()

  constructor(tables: Pick<Tables, 'facilities' | 'facilityRegions'>, constants: FormulaConstants) {
    this.#regions = tables.facilityRegions
    this.#pueAndWue = new PueAndWue(tables, constants)
    this.#constants = constants
  }

  /** Provider and region as the tables spell them, as far as known. */
  of(provider: string | undefined, region: string | undefined): Facility {
    const key = `${provider ?? ''} ${region ?? ''}`
    let facility = this.#known.get(key)
    if (facility === undefined) {
      facility = this.#put(provider, region)
      this.#known.set(key, facility)
    }
    return facility
  }

  /** The figures for an unknown region: its provider's, each with a warning that names the region. */
  instead(provider: string | undefined, region: string): Facility {
    const known = this.of(provider, undefined)
    const named = (name: FigureName): NumberAttribute => {
      const { leaf: of, status, unit, source, value } = known[name]
      const area = status === 'DEFAULT' ? undefined : provider
      if (of === undefined) return known[name]
      return leaf(of, status, known[name], unit, source, [widerArea(name, region, area, value)])
    }
    return { ...known, pue: named('pue'), wue: named('wue') }
  }

  #put(provider: string | undefined, region: string | undefined): Facility {
    return {
      pue: this.#pueAndWue.of('pue', provider, region),
      wue: this.#pueAndWue.of('wue', provider, region),
      waterPerKwh: this.#waterPerKwh(provider, region),
      building: this.#constants.leaf('building'),
    }
  }

  #waterPerKwh(provider: string | undefined, region: string | undefined): NumberAttribute | undefined {
    const row = this.#regions.find((each) => each.provider === provider && each.region === region)
    if (row?.waterPerKwh === undefined) return undefined
    const cell: Leaf = { table: 'facility-regions', within: `${provider}`, row: `${region}`, column: 'water' }
    return leaf(cell, 'COMPLETED', exact(row.waterPerKwh), 'l/kWh', row.source)
  }
}

/** Granularities below a region; the others cover a part of the world. */
const SINGLE = new Set(['region', 'data_centre', 'zone'])
const WIDE = new Set(['macro', 'continent'])

/** The two figures published for data centres, and the default of each. */
const FIGURES = {
  pue: { unit: '1', fallback: 'pue_default', what: 'PUE' },
  wue: { unit: 'l/kWh', fallback: 'wue_default', what: 'water per kWh' },
} as const

type FigureName = keyof typeof FIGURES

/** A figure, its area, and its source. */
interface Found {
  readonly id: string
  readonly numbers: Range
  readonly source: string
}

/**
 * PUE (energy of a data centre per energy of its IT) and WUE (litres of water per kWh of IT) by provider and region.
 * The newest figure of the region comes first, then that of its part of the world, then the provider's, then the
 * general one.
 *
 * @example
 * figures.of('pue', 'aws', 'eu-west-3') // 1.35, from 1.32 to 1.4
 */
class PueAndWue {
  readonly #rows: readonly FacilityRow[]
  readonly #regions: readonly FacilityRegion[]
  readonly #constants: FormulaConstants

  constructor(
    { facilities, facilityRegions }: Pick<Tables, 'facilities' | 'facilityRegions'>,
    constants: FormulaConstants,
  ) {
    this.#rows = facilities
    this.#regions = facilityRegions
    this.#constants = constants
  }

  of(name: FigureName, provider: string | undefined, region: string | undefined): NumberAttribute {
    const { unit, fallback } = FIGURES[name]
    const macro = this.#regions.find((each) => each.provider === provider && each.region === region)?.macro
    const ofRegion = this.#ofRegion(provider, region, name)
    const found = ofRegion ?? this.#ofPart(provider, macro, name) ?? this.#ofProvider(provider, name)
    const { of, status, numbers, source } = found
      ? { ...found, of: { table: 'facility', row: found.id, column: name } as const, status: 'COMPLETED' as const }
      : {
          of: { table: 'constants', row: fallback, property: name } as const,
          status: 'DEFAULT' as const,
          numbers: this.#constants.range(fallback),
          source: this.#constants.range(fallback).source,
        }
    if (region === undefined || ofRegion !== undefined) return leaf(of, status, numbers, unit, source)
    return leaf(of, status, numbers, unit, source, [widerArea(name, region, found?.id, numbers.value)])
  }

  /** The newest figure of a region, with the spread of its zones or of its figures for one year. */
  #ofRegion(provider: string | undefined, region: string | undefined, name: FigureName): Found | undefined {
    if (region === undefined) return undefined
    const rows = newest(this.#with(name, provider, SINGLE).filter((each) => each.region === region))
    const published = publishedIn(rows, name)
    const [first] = published
    if (first === undefined) return undefined
    const numbers = published.length > 1 ? meanOfRanges(published) : this.#single(first, name)
    return { id: `${provider}.${region}`, numbers, source: sourceOf(rows) }
  }

  /** A single PUE varies from year to year and is never below 1. */
  #single(published: StatedRange, name: FigureName): Range {
    if (published.boundsGiven || name === 'wue') return published
    const below = this.#constants.range('pue_region_below').value
    const above = this.#constants.range('pue_region_above').value
    return range(published.value, Math.max(1, published.value - below), published.value + above)
  }

  #ofPart(provider: string | undefined, macro: string | undefined, name: FigureName): Found | undefined {
    if (macro === undefined) return undefined
    const rows = newest(this.#with(name, provider, WIDE).filter((each) => each.macro === macro))
    const inside = new Set(
      this.#regions.flatMap((each) => (each.provider === provider && each.macro === macro ? each.region : [])),
    )
    return this.#wide(`${provider}.${macro}`, rows, name, (region) => inside.has(region))
  }

  #ofProvider(provider: string | undefined, name: FigureName): Found | undefined {
    const rows = newest(this.#with(name, provider, new Set(['provider'])))
    return this.#wide(`${provider}`, rows, name, () => true)
  }

  /** A figure for many regions, with its own bounds or the spread over its regions. */
  #wide(
    id: string,
    rows: readonly FacilityRow[],
    name: FigureName,
    isInside: (region: string) => boolean,
  ): Found | undefined {
    const published = publishedIn(rows, name)
    const [first] = published
    if (first === undefined) return undefined
    const { value, min, max } = published.length > 1 ? meanOfRanges(published) : first
    const source = sourceOf(rows)
    if (published.some(({ boundsGiven }) => boundsGiven)) return { id, numbers: range(value, min, max), source }
    const regions = new Set(
      this.#with(name, rows[0]?.provider, SINGLE).flatMap(({ region }) => (region && isInside(region) ? region : [])),
    )
    const spread = [...regions].flatMap((region) => {
      const ofRegion = newest(this.#with(name, rows[0]?.provider, SINGLE).filter((each) => each.region === region))
      return publishedIn(ofRegion, name).map((each) => each.value)
    })
    return { id, numbers: range(value, Math.min(min, ...spread), Math.max(max, ...spread)), source }
  }

  #with(name: FigureName, provider: string | undefined, granularities: ReadonlySet<string>): readonly FacilityRow[] {
    return this.#rows.filter(
      (each) => each.provider === provider && granularities.has(each.granularity) && each[name] !== undefined,
    )
  }
}

/** The area whose figure replaces a region's; without an area, data centres in general. */
function widerArea(name: FigureName, region: string, area: string | undefined, value: number): Warning {
  const { what } = FIGURES[name]
  const instead = `uses ${value}, the figure for ${area ?? 'data centres in general'}`
  return warning('FACILITY_OF_WIDER_AREA', withInstead(`No ${what} is published for the region ${region}.`, instead))
}

function newest(rows: readonly FacilityRow[]): readonly FacilityRow[] {
  const year = Math.max(...rows.map((each) => each.year))
  return rows.filter((each) => each.year === year)
}

function publishedIn(rows: readonly FacilityRow[], name: FigureName): readonly StatedRange[] {
  return rows.flatMap((each) => each[name] ?? [])
}

function sourceOf(rows: readonly FacilityRow[]): string {
  const sources = new Set(rows.map(({ source, year }) => `${source ?? 'As published'}, figure of ${year}`))
  return [...sources].join('; ')
}

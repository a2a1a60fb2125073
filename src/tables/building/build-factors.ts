import { CRITERION_CODES, type Criterion } from '../../engine/figures/criteria.ts'
import type { Factors } from '../../engine/figures/factors.ts'
import type {
  ComponentFactors,
  ElectricityMix,
  FunctionalBlockFactors,
  PublishedFigure,
} from '../../engine/figures/table-rows.ts'
import { known } from '../../reference/known.ts'
import type { CheckedRows } from './checked-rows.ts'

/** The factors of a wide row; an empty cell is a criterion without a known figure, 0 is a figure. */
export function factorsOf(row: object): Factors {
  const cells = row as Readonly<Record<string, unknown>>
  const factors: Partial<Record<Criterion, number>> = {}
  for (const code of CRITERION_CODES) {
    const figure = cells[code]
    if (typeof figure === 'number') factors[code] = figure
  }
  return factors
}

/** The electricity of every location; of a part of a country what it has no figure for is the country's. */
export function electricityMixes({ rows, placed, doubtsOf, shown }: CheckedRows): ElectricityMix[] {
  const usualSource = new Map<Criterion, string>()
  const yearsOf = new Map<string, string>()
  for (const { criterion, source, reference_year: years } of rows('electricity-sources')) {
    if (!usualSource.has(criterion)) usualSource.set(criterion, source)
    if (years !== undefined) yearsOf.set(`${criterion}/${source}`, years)
  }
  const stating = new Set<string>()
  const own = new Map<string, ElectricityMix['factors']>()
  for (const { key, row } of placed('electricity')) {
    const warnings = doubtsOf('electricity', key)
    const factors: Partial<Record<Criterion, PublishedFigure>> = {}
    for (const [code, value] of Object.entries(factorsOf(row)) as [Exclude<Criterion, 'adp' | 'fe'>, number][]) {
      const key = row[`${code}_source`] ?? usualSource.get(code)
      const ownYear = code === 'gwp' ? row.gwp_year : undefined
      const years = ownYear === undefined ? yearsOf.get(`${code}/${key}`) : `${ownYear}`
      factors[code] = known({
        value,
        source: shown(key),
        doubt: warnings.get(code) ?? warnings.get(''),
        year: ownYear ?? firstYear(years),
        years,
        basis: code === 'gwp' ? row.gwp_basis : undefined,
      })
    }
    own.set(row.location, factors)
    if (row.gwp_year !== undefined) stating.add(row.location)
  }
  const countryOf = new Map(rows('locations').map(({ code, country }) => [code, country]))
  return Array.from(own, ([location, factors]) => {
    const country = own.get(countryOf.get(location) ?? '')
    const all = country === undefined ? factors : { ...country, ...factors }
    return known({ location, factors: all, statesYear: stating.has(location) || undefined })
  })
}

/** 2011 of `2011 & 2016`. */
function firstYear(years: string | undefined): number | undefined {
  const first = years?.match(/\d{4}/)?.[0]
  return first === undefined ? undefined : Number(first)
}

/** By component and variant; what a row has per mm2 or cm2 of die, and what per unit or kg, come together. */
export function componentFactors({ rows, shown }: CheckedRows): Map<string, ComponentFactors> {
  const factors = new Map<string, ComponentFactors>()
  for (const row of rows('component-factors')) {
    const component = row.variant === undefined ? row.component : `${row.component}.${row.variant}`
    const earlier = factors.get(component)
    const perDieArea = row.per === 'mm2' || row.per === 'cm2'
    const nothing: ComponentFactors = { base: {}, perDieArea: {} }
    const source = shown(row.source)
    const own = perDieArea
      ? { perDieArea: factorsOf(row), sourceOfDieArea: source }
      : { base: factorsOf(row), sourceOfBase: source }
    factors.set(component, known({ ...(earlier ?? nothing), ...own }))
  }
  return factors
}

/** Making and end of life of each functional block, side by side. */
export function functionalBlocks({ rows, shown }: CheckedRows): FunctionalBlockFactors[] {
  const blocks = new Map<string, FunctionalBlockFactors>()
  for (const row of rows('functional-block-factors')) {
    const key = `${row.block}/${row.hsl_level}`
    const block: FunctionalBlockFactors = blocks.get(key) ?? {
      block: row.block,
      hslLevel: row.hsl_level,
      manufacture: {},
      endOfLife: {},
    }
    const stage = row.stage === 'manufacture' ? { manufacture: factorsOf(row) } : { endOfLife: factorsOf(row) }
    blocks.set(key, known({ ...block, ...stage, source: block.source ?? shown(row.source) }))
  }
  return [...blocks.values()]
}

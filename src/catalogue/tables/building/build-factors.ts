import { CRITERION_CODES, type Criterion } from '../../../engine/values/criteria.ts'
import type { FactorBasis } from '../../../engine/values/factors.ts'
import type {
  ComponentFactors,
  ElectricityMix,
  FunctionalBlockFactors,
  PublishedFigure,
} from '../../../engine/values/table-rows.ts'
import { known } from '../../known.ts'
import type { CheckedRows } from './checked-rows.ts'

/** The factors of a wide row. An empty cell is an unknown figure; 0 is a figure. */
export function factorsOf<Figure>(
  row: { readonly [Code in Criterion]?: Figure | undefined },
): Readonly<Partial<Record<Criterion, Figure>>> {
  const factors: Partial<Record<Criterion, Figure>> = {}
  for (const code of CRITERION_CODES) {
    const figure = row[code]
    if (figure !== undefined) factors[code] = figure
  }
  return factors
}

/** The electricity of every location. A part of a country takes missing figures from the country. */
export function electricityMixes({ rows, located, doubtsOf, shown }: CheckedRows): ElectricityMix[] {
  const usualSource = new Map<Criterion, string>()
  const yearsOf = new Map<string, string>()
  for (const { criterion, source, reference_year: years } of rows('electricity-sources')) {
    if (!usualSource.has(criterion)) usualSource.set(criterion, source)
    if (years !== undefined) yearsOf.set(`${criterion}/${source}`, years)
  }
  const stating = new Set<string>()
  const own = new Map<string, ElectricityMix['factors']>()
  for (const { key, row } of located('electricity')) {
    const warnings = doubtsOf('electricity', key)
    const factors: Partial<Record<Criterion, PublishedFigure>> = {}
    for (const [code, value] of Object.entries(factorsOf<number>(row)) as [
      Exclude<Criterion, 'adp' | 'fe'>,
      number,
    ][]) {
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
  const waterOf = new Map(
    rows('electricity-water').map(({ location, water_l_per_kwh: value, source }) => [
      location,
      known({ value, source: shown(source) }),
    ]),
  )
  return Array.from(own, ([location, factors]) => {
    const code = countryOf.get(location) ?? ''
    const country = own.get(code)
    const all = country === undefined ? factors : { ...country, ...factors }
    const water = waterOf.get(location) ?? waterOf.get(code)
    return known({ location, factors: all, water, statesYear: stating.has(location) || undefined })
  })
}

/** 2011 of `2011 & 2016`. */
function firstYear(years: string | undefined): number | undefined {
  const first = years?.match(/\d{4}/)?.[0]
  return first === undefined ? undefined : Number(first)
}

/** By component and variant: all factors of each, whatever they are per. */
export function componentFactors({ rows, shown }: CheckedRows): Map<string, ComponentFactors> {
  const factors = new Map<string, ComponentFactors>()
  for (const row of rows('component-factors')) {
    const { per, figures } = row
    const component = row.variant === undefined ? row.component : `${row.component}.${row.variant}`
    const own = known({ factors: factorsOf(row), per, figures, source: shown(row.source) })
    factors.set(component, { ...factors.get(component), [BASIS_OF[per]]: own })
  }
  return factors
}

const BASIS_OF = {
  unit: 'base',
  kg: 'base',
  mm2: 'perDieArea',
  cm2: 'perDieArea',
  TB: 'perTerabyte',
} as const satisfies Readonly<Record<string, FactorBasis>>

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

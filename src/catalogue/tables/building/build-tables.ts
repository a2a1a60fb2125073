import type { GpuPart, GpuPartFactors } from '../../../engine/values/table-rows.ts'
import { known } from '../../known.ts'
import { type Constant, type DataRelease, type NameWords, PEDIGREE_INDICATORS, type Tables } from '../../tables.ts'
import { EARLIER_CONSTANTS, NEUTRAL_CONSTANTS } from '../specs/needed-rows.ts'
import type { TableRow } from '../specs/table-specs.ts'
import { archetypeTables } from './build-archetypes.ts'
import { componentTables } from './build-components.ts'
import { componentFactors, electricityMixes, factorsOf, functionalBlocks } from './build-factors.ts'
import type { CheckedRows } from './checked-rows.ts'
import { modelsWithFigures } from './models-with-figures.ts'

/** Turns checked rows into the tables that the rest of the program reads. */
export function buildTables(tables: CheckedRows, release: DataRelease): Tables {
  const { rows, shown } = tables
  const [archetypes, published] = [archetypeTables(tables), publishedTables(tables)]
  return {
    locations: rows('locations').map(known),
    electricity: electricityMixes(tables),
    componentFactors: componentFactors(tables),
    gpuFactors: new Map(
      rows('gpu-factors').map((row): [GpuPart, GpuPartFactors] => [
        row.part,
        known({ factors: factorsOf(row), source: shown(row.source) }),
      ]),
    ),
    deviceFactors: rows('device-factors').map((row) =>
      known({
        device: row.device,
        type: row.type,
        figures: row.figures,
        factors: factorsOf(row),
        source: shown(row.source),
        sourceOfGwp: shown(row.gwp_source),
      }),
    ),
    deviceStages: rows('device-stages').map((row) =>
      known({
        device: row.device,
        type: row.type,
        stage: row.stage,
        factors: factorsOf(row),
        source: shown(row.source),
      }),
    ),
    functionalBlocks: functionalBlocks(tables),
    ...componentTables(tables),
    ...archetypes,
    ...cloudTables(tables),
    ...methodTables(tables),
    ...nameTables(tables),
    ...published,
    billing: rows('billing').map(({ memory_gb: memory, any_host: anyHost, binary, ...row }) =>
      known({
        ...row,
        memory,
        anyHost: anyHost === 'yes' ? true : undefined,
        isBinary: binary === 'yes' ? true : undefined,
        source: shown(row.source),
      }),
    ),
    deviceModels: modelsWithFigures(
      rows('models').map(({ source, other_method: otherMethod, ...row }) =>
        known({ ...row, source: shown(source), otherMethod }),
      ),
      published.published,
      archetypes.terminalArchetypes,
    ),
    terminalTypes: rows('terminal-types').map(({ has_figures: has, ...row }) =>
      known({ ...row, hasFigures: has === 'yes' }),
    ),
    removedCells: tables.removedCells,
    release,
  }
}

/** Providers, their regions, data centres and instance types. */
function cloudTables({
  rows,
  located,
  shown,
  doubtsOf,
}: CheckedRows): Pick<
  Tables,
  | 'cloudInstances'
  | 'customInstances'
  | 'hostFamilies'
  | 'cloudRegions'
  | 'cloudProviders'
  | 'facilities'
  | 'facilityRegions'
> {
  return {
    cloudInstances: Array.from(located('cloud-instances'), ({ key, row }) => {
      const [doubt] = doubtsOf('cloud-instances', key).values()
      return known({
        provider: row.provider,
        instanceType: row.instance_type,
        vcpu: row.vcpu,
        memory: row.memory_gb,
        ssdStorage: row.ssd_storage_gb ?? 0,
        hddStorage: row.hdd_storage_gb ?? 0,
        gpuUnits: row.gpu_units ?? 0,
        platform: row.platform,
        source: shown(row.source),
        derived: row.derived,
        doubt,
      })
    }),
    customInstances: rows('custom-instances').map((row) => {
      const { provider, prefix, host, vcpu, least_gb_per_vcpu: leastPerVcpu, largest_memory_gb: largestMemory } = row
      return known({ provider, prefix, host, vcpu, leastPerVcpu, largestMemory, source: shown(row.source) })
    }),
    hostFamilies: rows('host-families').map(({ provider, host, family }) => ({ provider, host, family })),
    cloudRegions: rows('cloud-regions').map(({ provider, region, location, names, source }) =>
      known({ provider, region, location, otherNames: names?.split('|'), source: shown(source) }),
    ),
    cloudProviders: rows('cloud-providers').map(({ id, name }) => ({ id, name })),
    facilities: rows('facility').map((row) => {
      const { provider, granularity, region, zone, macro, year, pue, wue_l_per_kwh: wue, source } = row
      return known({ provider, granularity, region, zone, macro, year, pue, wue, source: shown(source) })
    }),
    facilityRegions: rows('facility-regions').map(
      ({ provider, region, macro, water_l_per_kwh: waterPerKwh, water_source: source }) =>
        known({ provider, region, macro, waterPerKwh, source: shown(source) }),
    ),
  }
}

/** Constants of formulas, and how uncertain the figures of other tables are. */
function methodTables({
  rows,
  shown,
}: CheckedRows): Pick<Tables, 'constants' | 'uncertainties' | 'methods' | 'pedigree' | 'sources'> {
  const neutral = Array.from(NEUTRAL_CONSTANTS, ([id, value]): [string, Constant] => [
    id,
    { value, min: value, max: value, isNeutral: true },
  ])
  const earlier = Array.from(EARLIER_CONSTANTS, ([id, value]): [string, Constant] => [
    id,
    { value, min: value, max: value },
  ])
  const stated = rows('constants').map(({ id, value, min = value, max = value, unit, source }): [string, Constant] => {
    const only = NEUTRAL_CONSTANTS.get(id)
    const isNeutral = (value === only && min === only && max === only) || undefined
    return [id, known({ value, min, max, unit, source: shown(source), isNeutral })]
  })
  return {
    constants: new Map([...neutral, ...earlier, ...stated]),
    uncertainties: rows('uncertainty').map(({ table, kind, basic, gsd2, source, note, ...row }) => {
      const scores = known(Object.fromEntries(PEDIGREE_INDICATORS.map((indicator) => [indicator, row[indicator]])))
      return known({ table, kind, scores, basic, gsd2, source: shown(source), note })
    }),
    methods: rows('methods').map(({ source, ...row }) => known({ ...row, source: shown(source) })),
    sources: rows('sources').map(({ key: _, ...row }) => known(row)),
    pedigree: rows('pedigree').map(({ indicator, score, factor }) => ({ indicator, score, factor })),
  }
}

type NameTables = Pick<Tables, 'nameWords' | 'gpuWords' | 'nameAliases' | 'gpuVariants' | 'cities'>

/** How free-text names are parsed. */
function nameTables({ rows }: CheckedRows): NameTables {
  const allWords = rows('name-words')
  const aliases = (table: TableRow<'name-aliases'>['table']) =>
    new Map(
      rows('name-aliases').flatMap((row): [string, string][] => (row.table === table ? [[row.name, row.row]] : [])),
    )
  return {
    nameWords: readWords(allWords.filter(({ table }) => table === undefined)),
    gpuWords: readWords(allWords),
    nameAliases: { cpus: aliases('cpus'), gpus: aliases('gpus'), locations: aliases('locations') },
    cities: rows('cities').map(({ city, names, location }) => ({
      name: city,
      otherNames: names === undefined ? [] : names.split('|'),
      location,
    })),
    gpuVariants: rows('gpu-variants')
      .toSorted((a, b) => a.place - b.place)
      .map(({ name }) => name),
  }
}

/** Words by role. A word that distinguishes parts is never harmless, even if a row also says so. */
function readWords(rows: readonly TableRow<'name-words'>[]): NameWords {
  const words = (...wanted: readonly TableRow<'name-words'>['role'][]) =>
    new Set(rows.flatMap(({ role, word }) => (wanted.includes(role) ? [word] : [])))
  const distinct = words('distinct')
  return {
    makers: words('maker'),
    grades: words('grade'),
    omissible: words('grade', 'omissible'),
    harmless: new Set([...words('harmless')].filter((word) => !distinct.has(word))),
  }
}

/** Published figures of makers and studies, their kinds, and aggregates of more. */
function publishedTables({
  rows,
  shown,
}: CheckedRows): Pick<Tables, 'published' | 'publishedKinds' | 'serverPowerChecks'> {
  return {
    published: rows('published').map((row) => known({ ...row, source: shown(row.source) })),
    publishedKinds: rows('published-kinds').map(({ benchmarked, ...row }) =>
      known({ ...row, isBenchmarked: benchmarked === 'yes', source: shown(row.source) }),
    ),
    serverPowerChecks: rows('server-power-checks').map(({ load_percent: load, ratio_median: ratioMedian, ...row }) =>
      known({ ...row, load, ratioMedian, source: shown(row.source) }),
    ),
  }
}

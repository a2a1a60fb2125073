import { CRITERIA, CRITERION_CODES, type Criterion } from '../../../engine/values/criteria.ts'
import { DEVICE_STAGES } from '../../../engine/values/factors.ts'
import { GPU_PARTS, type GpuPart } from '../../../engine/values/table-rows.ts'
import {
  choice,
  NOT_NEGATIVE,
  number,
  numberWithBounds,
  optional,
  POSITIVE,
  type ReadCell,
  text,
} from '../files/cells.ts'
import { table } from './table-spec.ts'

/**
 * Final energy is 3.6 MJ per kWh by definition, and adp of electricity is the figure of adpe, so neither has a column.
 */
const ELECTRICITY_CRITERIA = CRITERION_CODES.filter((code) => code !== 'fe' && code !== 'adp')
/** Final energy belongs to the use phase; embedded impacts have none. */
const EMBEDDED_CRITERIA = CRITERION_CODES.filter((code) => code !== 'fe')
/** Parts of an impact that nature can take up again. */
const MAY_BE_NEGATIVE: ReadonlySet<Criterion> = new Set<Criterion>(['gwppb', 'gwpplu', 'lu'])
/** Criteria whose embedded factors must not turn negative through credits for recycling. */
const NEVER_NEGATIVE: ReadonlySet<Criterion> = new Set<Criterion>(['gwp', 'adp', 'pe'])

function columnsOf<Code extends string, Value>(codes: readonly Code[], cell: (code: Code) => ReadCell<Value>) {
  return Object.fromEntries(codes.map((code) => [code, cell(code)])) as Record<Code, ReadCell<Value>>
}

const embeddedFactors = columnsOf(EMBEDDED_CRITERIA, (code) =>
  optional(numberWithBounds(`a number of ${CRITERIA[code].unit}`, NEVER_NEGATIVE.has(code) ? NOT_NEGATIVE : {})),
)

const electricityFactor = (code: Criterion) =>
  optional(number(`a number of ${CRITERIA[code].electricityUnit}`, MAY_BE_NEGATIVE.has(code) ? {} : NOT_NEGATIVE))

const sourceColumns = ELECTRICITY_CRITERIA.map((code) => `${code}_source` as const)
const source = optional(text('a source'))

/** Impacts of making a thing and of a kWh of electricity, by criterion. */
export const FACTOR_TABLES = {
  locations: table(
    {
      code: text('a code'),
      iso2: optional(text('a code')),
      name: text('a name'),
      country: optional(text('a code of locations.csv')),
    },
    { key: ['code'], remarks: ['name'] },
  ),
  electricity: table(
    {
      location: text('a code of locations.csv'),
      ...columnsOf(ELECTRICITY_CRITERIA, electricityFactor),
      ...columnsOf(sourceColumns, () => source),
      gwp_year: optional(number('a year', POSITIVE)),
      gwp_basis: optional(text('a basis')),
    },
    {
      key: ['location'],
      remarks: ['gwp_year', 'gwp_basis'],
      sources: sourceColumns,
    },
  ),
  'electricity-water': table(
    {
      location: text('a code of locations.csv'),
      water_l_per_kwh: number('a number of l/kWh', NOT_NEGATIVE),
      source: text('a source'),
    },
    { key: ['location'], sources: ['source'], isOptional: true },
  ),
  'electricity-sources': table(
    { criterion: choice(...ELECTRICITY_CRITERIA), source: text('a source'), reference_year: optional(text('a year')) },
    { key: ['criterion', 'source'], remarks: 'all', sources: ['source'] },
  ),
  'component-factors': table(
    {
      component: text('a component'),
      variant: optional(text('a variant')),
      per: choice('unit', 'kg', 'mm2', 'cm2', 'TB'),
      ...embeddedFactors,
      figures: optional(number('a number of figures', { min: 2 })),
      source,
    },
    { key: ['component', 'variant', 'per'], sources: ['source'] },
  ),
  'gpu-factors': table(
    {
      part: choice(...(Object.keys(GPU_PARTS) as GpuPart[])),
      stage: choice('manufacture', 'distribution', 'end_of_life'),
      ...embeddedFactors,
      weee: optional(number('a number of kg', NOT_NEGATIVE)),
      source,
    },
    { key: ['part'], remarks: ['stage', 'weee'], sources: ['source'] },
  ),
  'device-factors': table(
    {
      device: text('a device'),
      type: optional(text('a type')),
      figures: optional(number('a number of figures', { min: 2 })),
      ...embeddedFactors,
      source,
      gwp_source: source,
    },
    { key: ['device', 'type'], sources: ['source', 'gwp_source'] },
  ),
  'device-stages': table(
    {
      device: text('a device of device-factors.csv'),
      type: optional(text('a type of the device')),
      stage: choice(...DEVICE_STAGES),
      ...embeddedFactors,
      source,
    },
    { key: ['device', 'type', 'stage'], sources: ['source'], isOptional: true },
  ),
  'functional-block-factors': table(
    {
      block: text('a functional block'),
      hsl_level: text('a hardware specification level'),
      stage: choice('manufacture', 'end_of_life'),
      ...embeddedFactors,
      source,
    },
    {
      key: ['block', 'hsl_level', 'stage'],
      sources: ['source'],
    },
  ),
}

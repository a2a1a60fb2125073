import { PUBLISHED_BOUNDARIES, type PublishedBoundary } from '../../../engine/devices/making.ts'
import { checkInput } from '../../../input/check-input.ts'
import { FaultError } from '../../../input/fault.ts'
import { AssetInput } from '../../../input/fleet-input.ts'
import { CHECKED_MAKERS, PUBLISHED_UNITS, type PublishedUnit } from '../../tables.ts'
import { choice, number, optional, POSITIVE, type ReadCell, Refusal, text } from '../files/cells.ts'
import { finished, type RefuseColumn, table } from './table-spec.ts'

/** The assessed thing, as JSON of one asset. */
const asset: ReadCell<AssetInput> = (given) => {
  if (given === undefined) return new Refusal('expected an asset as JSON, got nothing')
  try {
    return checkInput(AssetInput, JSON.parse(given))
  } catch (error) {
    if (error instanceof SyntaxError) return new Refusal(`expected an asset as JSON, got "${given}"`)
    if (!(error instanceof FaultError)) throw error
    return new Refusal(error.faults.map(({ path, message }) => [...path.slice(0, -1), message].join('.')).join('; '))
  }
}

const unit = choice(...PUBLISHED_UNITS)
const covers = choice(...PUBLISHED_BOUNDARIES)
const figure = number('a number', POSITIVE)
/** What of ours was fitted to a figure, or to the figures of a kind. */
const fitted = optional(choice('value and bounds', 'bounds', 'spread'))
/** Names, separated by bars. */
const names: ReadCell<readonly string[]> = (given) => (given === undefined ? [] : given.split('|'))

/** Published figures of makers and studies, and aggregates of them, to compare with; nothing is computed from them. */
export const PUBLISHED_TABLES = {
  'published-kinds': finished(
    table(
      {
        kind: text('a kind'),
        covers,
        unit,
        figures: optional(number('a number of figures', POSITIVE)),
        low: optional(figure),
        median: optional(figure),
        high: optional(figure),
        benchmarked: optional(choice('yes')),
        fitted,
        asset: optional(asset),
        per: optional(number('a number', POSITIVE)),
        source: optional(text('a source')),
        note: optional(text('a note')),
        reason: optional(text('a reason')),
      },
      { key: ['kind'], remarks: 'all', sources: ['source'], isOptional: true },
    ),
    (row, refuse) => {
      if (row.low !== undefined && row.asset === undefined) refuse('asset', 'expected an asset as JSON, got nothing')
      if (row.low !== undefined && row.source === undefined) refuse('source', 'expected a source, got nothing')
      return fitsTogether(row, refuse)
    },
  ),
  published: finished(
    table(
      {
        kind: text('a kind of published-kinds.csv'),
        maker: text('a maker'),
        model: text('a model'),
        names,
        year: number('a year', { min: 2000, max: 2100 }),
        covers,
        value: figure,
        low: optional(figure),
        high: optional(figure),
        unit,
        method: optional(text('a method')),
        fitted,
        asset,
        source: text('a source'),
        note: optional(text('a note')),
      },
      {
        key: ['kind', 'maker', 'model'],
        remarks: 'all',
        sources: ['source'],
        isOptional: true,
      },
    ),
    fitsTogether,
  ),
  'server-power-checks': table(
    {
      makers: choice(...CHECKED_MAKERS),
      load_percent: number('a load', { min: 0, max: 100 }),
      results: number('a number of results', POSITIVE),
      ratio_median: figure,
      inside: optional(number('a share', { min: 0, max: 1 })),
      date: text('a date'),
      source: text('a source'),
      note: optional(text('a note')),
    },
    { key: ['makers', 'load_percent'], remarks: 'all', sources: ['source'], isOptional: true },
  ),
}

interface Bounded {
  readonly covers: PublishedBoundary
  readonly unit: PublishedUnit
  readonly value?: number | undefined
  readonly median?: number | undefined
  readonly low?: number | undefined
  readonly high?: number | undefined
}

function fitsTogether<Row extends Bounded>(row: Row, refuse: RefuseColumn): Row {
  const units = PUBLISHED_UNITS.filter((each) => (each === 'kg CO2 eq.') === (row.covers !== 'USE'))
  if (!units.includes(row.unit)) refuse('unit', `expected ${units.join(' or ')} for ${row.covers}, got ${row.unit}`)
  const middle = row.value ?? row.median ?? row.low
  if ((row.low === undefined) !== (row.high === undefined)) refuse('high', 'expected both low and high, or neither')
  else if (row.low !== undefined && row.high !== undefined && middle !== undefined) {
    if (row.low > middle || middle > row.high) refuse('low', `expected low <= ${middle} <= high`)
  }
  return row
}
